using Dugout.Features.Accounts;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Feed;

/// <summary>
/// The comments of a post, newest first. Anonymous access. Read from a replica; a page begins after the last comment of the
/// previous page. Returns 200. Errors: 400 <c>invalid</c> for an invalid limit or cursor, 404 <c>no-such-post</c>.
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

    private static readonly Func<ReadContext, long, DateTime, long, int, IAsyncEnumerable<Comment>> Newest = EF.CompileAsyncQuery(
        (ReadContext database, long postId, DateTime time, long lastId, int rows) =>
            (from said in database.Set<PostCommentRow>()
             where said.PostId == postId && (said.CommentedAt < time || (said.CommentedAt == time && said.Id < lastId))
             join author in database.Set<AccountsQueries.Named>() on said.AccountId equals author.Id into authors
             from author in authors.DefaultIfEmpty()
             orderby said.CommentedAt descending, said.Id descending
             select new Comment(said.Id, new Writer(said.AccountId, author.Nickname ?? ""), said.Text, said.CommentedAt))
            .Take(rows));

    /// <summary>Handles the request.</summary>
    public static async Task<Results<CachedResponse<Page<Comment>>, Problem>> Handle(
        long postId, string? after, [Limit] int? limit, ConsistencyToken seen, ResponseCache cache, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;

        var found = await cache.GetAsync(key: null, seen, (database, _) => FindAsync(database, postId, from ?? Cursor.BeforeNewest, limit ?? Cursor.DefaultLimit), cancellation);
        return found.Value is { } answer ? answer : found.Problem!;
    }

    private static async Task<Result<Page<Comment>>> FindAsync(ReadContext database, long postId, Cursor after, int limit)
    {
        var comments = await Newest(database, postId, after.Time, after.Id, limit + 1).ToListAsync();
        if (comments.Count == 0 && !await database.Set<PostRow>().AnyAsync(post => post.Id == postId, CancellationToken.None))
            return FeedProblems.NoSuchPost;
        return Page.Of(comments, limit, comment => Cursor.At(comment.CommentedAt, comment.CommentId));
    }
}
