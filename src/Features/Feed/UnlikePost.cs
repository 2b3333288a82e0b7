using Dapper;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Feed;

/// <summary>Removes the signed-in account's like from a post and decrements the post's count if there was a like. Returns 204, also without such a like or post. Errors: 503 <c>busy</c>.</summary>
public static class UnlikePost
{
    /// <summary>
    /// The like comes first, against the usual lock order, because the count drops only if a like was deleted. It may deadlock with a concurrent like of the same account; one of the two is then
    /// retried.
    /// </summary>
    private const string Unlike = """
        DELETE FROM post_likes WHERE post_id = @postId AND account_id = @accountId;
        UPDATE posts SET likes = likes - 1 WHERE id = @postId AND ROW_COUNT() = 1;

        """;

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(long postId, CurrentAccount account, FeedChanges changes, CancellationToken cancellation)
    {
        var parameters = new DynamicParameters(new { postId, accountId = account.Id });
        var sent = await changes.SendAsync(account, (postId, FeedChanges.Shows.ThePost), Unlike, parameters, _ => null, cancellation);
        return sent.Problem is { } problem ? problem : TypedResults.NoContent();
    }
}
