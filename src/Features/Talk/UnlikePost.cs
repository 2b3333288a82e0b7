using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Talk;

/// <summary>
/// Removes the signed-in account's like from a post; without a like nothing changes and the request succeeds. The post is locked
/// before the like, and its count drops only if a like was deleted. Returns 204. Errors: 404 <c>no-such-post</c>, 503
/// <c>busy</c>.
/// </summary>
public static class UnlikePost
{
    private const string Sql = """
        UPDATE talk_posts SET likes = likes WHERE id = @postId;
        DELETE FROM talk_likes WHERE post_id = @postId AND account_id = @accountId;
        UPDATE talk_posts SET likes = likes - 1 WHERE id = @postId AND ROW_COUNT() = 1;

        """;

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(long postId, CurrentAccount account, PrimaryTransaction transaction, TalkErrors errors, CancellationToken cancellation)
    {
        var unliked = await transaction.RunAsync(Sql, new { postId, accountId = account.Id }, _ => null, cancellation);
        if (unliked.Value is not { } done)
            return unliked.Problem!;
        return done.Rows == 1 || await errors.OfPostAsync(postId, cancellation) != TalkProblems.NoSuchPost ? TypedResults.NoContent() : TalkProblems.NoSuchPost;
    }
}
