using Dapper;
using Dugout.Features.Accounts;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Talk;

/// <summary>
/// The comments of a post, oldest first. Anonymous access. Read from a replica, by one statement per page; if it finds none, a
/// second one checks whether the post exists. Returns 200. Errors: 400 <c>invalid</c> for an invalid limit or cursor, 404
/// <c>no-such-post</c>.
/// </summary>
public static class ListComments
{
    /// <summary>One comment.</summary>
    /// <param name="CommentId">Its id; ids ascend with time.</param>
    /// <param name="Author">Its author.</param>
    /// <param name="Body">Its text.</param>
    /// <param name="WrittenAt">Time it was written, UTC.</param>
    /// <example>{"commentId":97,"author":{"id":2,"nickname":"홈런볼"},"body":"방금 발표됐어요.","writtenAt":"2027-04-01T02:20:00Z"}</example>
    public sealed record TalkComment(long CommentId, Talker Author, string Body, DateTime WrittenAt);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<CachedResponse<Page<TalkComment>>, Problem>> Handle(
        long postId, string? after, [Limit] int? limit, ConsistencyToken seen, ResponseCache cache, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;

        var found = await cache.GetAsync(
            key: null, seen, (database, ask) => ListAsync(database, postId, from, limit ?? Cursor.DefaultLimit, ask), cancellation);
        return found.Value is { } answer ? answer : found.Problem!;
    }

    private static async Task<Result<Page<TalkComment>>> ListAsync(ReadContext database, long postId, Cursor? from, int limit, CancellationToken cancellation)
    {
        var sql = $"""
            SELECT said.id AS CommentId, said.account_id AS AuthorId, author.nickname AS Nickname, said.body AS Body, said.written_at AS WrittenAt
            FROM (
                SELECT id, account_id, body, written_at FROM talk_comments
                WHERE post_id = @postId {(from is null ? "" : "AND id > @LastId")} ORDER BY id LIMIT @rows
            ) said
            LEFT JOIN ({AccountsQueries.Everybody}) author ON author.id = said.account_id
            """;
        var connection = database.Database.GetDbConnection();
        var rows = (await connection.QueryAsync<Row>(new(sql, new { postId, LastId = from?.Id, rows = limit + 1 }, cancellationToken: cancellation))).AsList();
        if (rows.Count == 0 && await connection.ExecuteScalarAsync<long?>(new(
                "SELECT id FROM talk_posts WHERE id = @postId", new { postId }, cancellationToken: cancellation)) is null)
            return TalkProblems.NoSuchPost;

        List<TalkComment> comments = [.. rows.OrderBy(row => row.CommentId)
            .Select(row => new TalkComment(row.CommentId, new(row.AuthorId, row.Nickname ?? ""), row.Body, row.WrittenAt.Utc()))];
        return Page.Of(comments, limit, comment => Cursor.At(comment.WrittenAt, comment.CommentId));
    }

    private sealed record Row(long CommentId, long AuthorId, string? Nickname, string Body, DateTime WrittenAt);
}
