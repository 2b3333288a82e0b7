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

    private static readonly Func<ReadContext, long, long, int, IAsyncEnumerable<TalkComment>> Oldest = EF.CompileAsyncQuery(
        (ReadContext database, long postId, long lastId, int rows) =>
            (from said in database.Set<TalkCommentRow>()
             where said.PostId == postId && said.Id > lastId
             join author in database.Set<AccountsQueries.Named>() on said.AccountId equals author.Id into authors
             from author in authors.DefaultIfEmpty()
             orderby said.Id
             select new TalkComment(said.Id, new Talker(said.AccountId, author.Nickname ?? ""), said.Body, said.WrittenAt))
            .Take(rows));

    /// <summary>Handles the request.</summary>
    public static async Task<Results<CachedResponse<Page<TalkComment>>, Problem>> Handle(
        long postId, string? after, [Limit] int? limit, ConsistencyToken seen, ResponseCache cache, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;

        var found = await cache.GetAsync(
            key: null, seen, (database, _) => ListAsync(database, postId, from, limit ?? Cursor.DefaultLimit), cancellation);
        return found.Value is { } answer ? answer : found.Problem!;
    }

    private static async Task<Result<Page<TalkComment>>> ListAsync(ReadContext database, long postId, Cursor? from, int limit)
    {
        var comments = await Oldest(database, postId, from?.Id ?? 0, limit + 1).ToListAsync();
        if (comments.Count == 0 && !await database.Set<TalkPostRow>().AnyAsync(post => post.Id == postId, CancellationToken.None))
            return TalkProblems.NoSuchPost;
        return Page.Of(comments, limit, comment => Cursor.At(comment.WrittenAt, comment.CommentId));
    }
}
