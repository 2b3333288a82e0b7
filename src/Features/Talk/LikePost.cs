using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using MySqlConnector;

namespace Dugout.Features.Talk;

/// <summary>
/// Likes a post, once a fan: whoever likes it already is answered the same, and nothing changes. The count goes up first, which locks the post, then the like is
/// written; where its key says that it is there, the whole text is undone. Refused with 404 <c>no-such-post</c> or 503 <c>busy</c>. Otherwise 204.
/// </summary>
public static class LikePost
{
    private const string Sql = """
        UPDATE talk_posts SET likes = likes + 1 WHERE id = @postId;
        INSERT INTO talk_likes (post_id, account_id, liked_at) VALUES (@postId, @accountId, @now);

        """;

    /// <summary>What somebody is told who likes it already. Never sent.</summary>
    private static readonly Problem LikesItAlready = new(409, "likes-it-already", "");

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long postId, CurrentAccount account, Writes writes, TimeProvider clock, CancellationToken cancellation)
    {
        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var liked = await writes.RunAsync(Sql, new { postId, accountId = account.Id, now }, Refusal, cancellation);
        return liked.Value is not null || liked.Refusal == LikesItAlready ? TypedResults.NoContent() : liked.Refusal!;
    }

    private static Problem? Refusal(MySqlException error) => error.IsDuplicateKey() ? LikesItAlready : TalkErrors.NoPost(error);
}
