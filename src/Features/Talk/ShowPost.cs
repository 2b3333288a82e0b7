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

    /// <summary>Handles the request.</summary>
    public static async Task<Results<CachedResponse<PostDetail>, Problem>> Handle(long postId, ConsistencyToken seen, ResponseCache cache, CancellationToken cancellation)
    {
        var found = await cache.GetAsync(key: null, seen, (database, ask) => FindAsync(database, postId, ask), cancellation);
        return found.Value is { } answer ? answer : found.Problem!;
    }

    private static async Task<Result<PostDetail>> FindAsync(ReadContext database, long postId, CancellationToken cancellation)
    {
        var found = await TalkPost.ReadAsync(database.Database.GetDbConnection(), "id = @postId", new { postId }, withBody: true, cancellation);
        return found is [var (post, body)] ? new PostDetail(post, body) : TalkProblems.NoSuchPost;
    }
}
