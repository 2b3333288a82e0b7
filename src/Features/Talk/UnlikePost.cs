using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Talk;

/// <summary>
/// Likes a post no longer: whoever never did is answered the same, and nothing changes. The post is locked before the like is looked for, and the count goes down only
/// where one went. Refused with 404 <c>no-such-post</c> or 503 <c>busy</c>. Otherwise 204.
/// </summary>
public static class UnlikePost
{
    private const string Sql = """
        UPDATE talk_posts SET likes = likes WHERE id = @postId;
        DELETE FROM talk_likes WHERE post_id = @postId AND account_id = @accountId;
        UPDATE talk_posts SET likes = likes - 1 WHERE id = @postId AND ROW_COUNT() = 1;

        """;

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(long postId, CurrentAccount account, Writes writes, TalkErrors refusals, CancellationToken cancellation)
    {
        var unliked = await writes.RunAsync(Sql, new { postId, accountId = account.Id }, _ => null, cancellation);
        if (unliked.Value is not { } done)
            return unliked.Refusal!;
        return done.Changed == 1 || await refusals.OfPostAsync(postId, cancellation) != TalkProblems.NoSuchPost ? TypedResults.NoContent() : TalkProblems.NoSuchPost;
    }
}
