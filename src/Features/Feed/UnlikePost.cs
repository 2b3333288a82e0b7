using Dapper;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Feed;

/// <summary>
/// The signed-in account likes a post no more: the like goes, and the post's count with it if it was there. 204, also where there was no such like,
/// or no such post; 503 <c>busy</c>.
/// </summary>
public static class UnlikePost
{
    /// <summary>The like first, unlike everywhere else: only what was found there is taken off the count. Who likes it at that very moment may meet us the other way round; then one of us begins again.</summary>
    private const string Unlike = """
        DELETE FROM post_likes WHERE post_id = @postId AND account_id = @accountId;
        UPDATE posts SET likes = likes - 1 WHERE id = @postId AND ROW_COUNT() = 1;

        """;

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(long postId, CurrentAccount account, FeedChanges changes, CancellationToken cancellation)
    {
        var parameters = new DynamicParameters(new { postId, accountId = account.Id });
        var sent = await changes.SendAsync(account, (postId, FeedChanges.Shows.ThePost), Unlike, parameters, _ => null, cancellation);
        return sent.Refusal is { } refusal ? refusal : TypedResults.NoContent();
    }
}
