using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Talk;

/// <summary>
/// Deletes a post of the signed-in account with its comments and likes; moderators use <see cref="RemovePost"/>. Returns 204.
/// Errors: 403 <c>not-allowed</c>, 404 <c>no-such-post</c> (also on a repeat), 503 <c>busy</c>.
/// </summary>
public static class DeletePost
{
    private const string Sql = "DELETE FROM talk_posts WHERE id = @postId AND account_id = @accountId; ";

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(long postId, CurrentAccount account, PrimaryTransaction transaction, TalkErrors errors, CancellationToken cancellation)
    {
        var deleted = await transaction.RunAsync(Sql, new { postId, accountId = account.Id }, _ => null, cancellation);
        if (deleted.Value is not { } done)
            return deleted.Problem!;
        return done.Rows == 1 ? TypedResults.NoContent() : await errors.OfPostAsync(postId, cancellation);
    }
}
