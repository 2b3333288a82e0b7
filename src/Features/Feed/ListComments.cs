using Dapper;
using Dugout.Features.Accounts;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Feed;

/// <summary>
/// The comments of a post, newest first. Anonymous access. Read from a replica, in two batches; a page begins after the last
/// comment of the previous page. Returns 200. Errors: 400 <c>invalid</c> for an invalid limit or cursor, 404 <c>no-such-post</c>.
/// </summary>
public static class ListComments
{
    /// <summary>A comment.</summary>
    /// <param name="CommentId">Its id.</param>
    /// <param name="Author">Its author.</param>
    /// <param name="Text">Its text.</param>
    /// <param name="CommentedAt">Time, UTC.</param>
    /// <example>{"commentId":3162277660170002,"author":{"fanId":2,"nickname":"홈런볼"},"text":"저도 그 자리에 있었어요!","commentedAt":"2027-04-01T13:05:00Z"}</example>
    public sealed record Comment(long CommentId, Writer Author, string Text, DateTime CommentedAt);

    private sealed record Row(long Id, long AccountId, string Text, DateTime CommentedAt);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<CachedResponse<Page<Comment>>, Problem>> Handle(
        long postId, string? after, [Limit] int? limit, ConsistencyToken seen, ResponseCache cache, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;

        var found = await cache.GetAsync(key: null, seen, (database, ask) => FindAsync(database, postId, from, limit ?? Cursor.DefaultLimit, ask), cancellation);
        return found.Value is { } answer ? answer : found.Problem!;
    }

    private static async Task<Result<Page<Comment>>> FindAsync(ReadContext database, long postId, Cursor? from, int limit, CancellationToken cancellation)
    {
        await database.Database.OpenConnectionAsync(cancellation);
        var connection = database.Database.GetDbConnection();
        var sql = "SELECT id AS Id, account_id AS AccountId, text AS Text, commented_at AS CommentedAt FROM post_comments WHERE post_id = @postId "
            + (from is null ? "" : "AND (commented_at < @Time OR (commented_at = @Time AND id < @LastId)) ")
            + "ORDER BY commented_at DESC, id DESC LIMIT @rows";
        var values = new { postId, from?.Time, LastId = from?.Id, rows = limit + 1 };
        var page = Page.Of((await connection.QueryAsync<Row>(new(sql, values, cancellationToken: cancellation))).AsList(), limit, row => Cursor.At(row.CommentedAt, row.Id));
        if (page.Items.Count == 0)
        {
            var there = await connection.ExecuteScalarAsync<long>(new("SELECT COUNT(*) FROM posts WHERE id = @postId", new { postId }, cancellationToken: cancellation));
            return there > 0 ? new Page<Comment>([], Next: null) : FeedProblems.NoSuchPost;
        }

        var accounts = page.Items.Select(row => row.AccountId).Distinct().ToList();
        var names = (await connection.QueryAsync<AccountsQueries.Named>(new(AccountsQueries.Nicknames, new { accounts }, cancellationToken: cancellation)))
            .ToDictionary(account => account.Id, account => account.Nickname);
        return new Page<Comment>(
            [.. page.Items.Select(row => new Comment(row.Id, new(row.AccountId, names.GetValueOrDefault(row.AccountId, "")), row.Text, row.CommentedAt.Utc()))], page.Next);
    }
}
