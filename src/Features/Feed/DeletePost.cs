using Dapper;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Feed;

/// <summary>
/// Deletes a post of the signed-in account with its likes and comments; its pictures are collected later. The statement checks
/// ownership. Returns 204. Errors: 403 <c>not-allowed</c> for another account's post, 404 <c>no-such-post</c>, 503 <c>busy</c>.
/// </summary>
public static class DeletePost
{
    /// <summary>
    /// The row is locked first and deleted last, so that the last affected-row count shows whether the post existed. The hint
    /// keeps other posts unlocked.
    /// </summary>
    private const string Delete = """
        UPDATE posts FORCE INDEX (PRIMARY) SET edited_at = @now WHERE id = @postId AND account_id = @accountId;
        UPDATE pictures SET post_id = NULL WHERE post_id = @postId AND account_id = @accountId;
        DELETE post FROM posts post FORCE INDEX (PRIMARY) WHERE post.id = @postId AND post.account_id = @accountId;

        """;

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long postId, CurrentAccount account, Reads reads, FeedChanges changes, TimeProvider clock, CancellationToken cancellation)
    {
        if (await PostOwner.ErrorOfAsync(reads, postId, account, cancellation) is { } problem)
            return problem;

        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var parameters = new DynamicParameters(new { postId, accountId = account.Id, now });
        var sql = OutboxWriter.Publish(parameters, $"post:{postId}", new AnswersChanged([FeedResponses.Tag]), now) + Delete;
        var sent = await changes.SendAsync(account, (postId, FeedChanges.Shows.EveryPost), sql, parameters, _ => null, cancellation);
        if (sent.Value is not { } write)
            return sent.Problem!;
        return write.Rows > 0 ? TypedResults.NoContent() : FeedProblems.NoSuchPost;
    }
}
