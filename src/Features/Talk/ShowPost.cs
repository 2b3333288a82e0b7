using Dugout.Features.Accounts;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Talk;

/// <summary>One post with its full text. Anonymous access. Read from a replica. Returns 200. Errors: 404 <c>no-such-post</c>.</summary>
public static class ShowPost
{
    /// <summary>The post.</summary>
    /// <param name="Post">The list item.</param>
    /// <param name="Body">Its body.</param>
    /// <example>{"post":{"postId":41,"teamId":1,"author":{"id":1,"nickname":"직관요정"},"title":"오늘 선발 누구인가요?","likes":5,"comments":1,"writtenAt":"2027-04-01T02:10:00Z","editedAt":null},"body":"아직 발표가 없네요."}</example>
    public sealed record PostDetail(TalkPost Post, string Body);

    private static readonly Func<ReadContext, long, Task<PostDetail?>> One = EF.CompileAsyncQuery((ReadContext database, long postId) =>
        (from post in database.Set<TalkPostRow>()
         where post.Id == postId
         join author in database.Set<AccountsQueries.Named>() on post.AccountId equals author.Id into authors
         from author in authors.DefaultIfEmpty()
         select new PostDetail(
            new TalkPost(
                post.Id, post.TeamId, new Talker(post.AccountId, author.Nickname ?? ""), post.Title, post.Likes, post.Comments, post.WrittenAt, post.EditedAt),
            post.Body))
        .SingleOrDefault());

    /// <summary>Handles the request.</summary>
    public static async Task<Results<CachedResponse<PostDetail>, Problem>> Handle(long postId, ConsistencyToken seen, ResponseCache cache, CancellationToken cancellation)
    {
        var found = await cache.GetAsync(key: null, seen, (database, _) => FindAsync(database, postId), cancellation);
        return found.Value is { } answer ? answer : found.Problem!;
    }

    private static async Task<Result<PostDetail>> FindAsync(ReadContext database, long postId) =>
        await One(database, postId) is { } found ? found : TalkProblems.NoSuchPost;
}
