using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Talk;

/// <summary>
/// Takes a post off the board, with its comments and likes. Its author may; what moderators do is <see cref="RemovePost"/>. Refused with 403 <c>not-allowed</c>, 404
/// <c>no-such-post</c> (also the second time) or 503 <c>busy</c>. Otherwise 204.
/// </summary>
public static class DeletePost
{
    private const string Sql = "DELETE FROM talk_posts WHERE id = @postId AND account_id = @accountId; ";

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(long postId, CurrentAccount account, Writes writes, TalkErrors refusals, CancellationToken cancellation)
    {
        var deleted = await writes.RunAsync(Sql, new { postId, accountId = account.Id }, _ => null, cancellation);
        if (deleted.Value is not { } done)
            return deleted.Refusal!;
        return done.Changed == 1 ? TypedResults.NoContent() : await refusals.OfPostAsync(postId, cancellation);
    }
}
