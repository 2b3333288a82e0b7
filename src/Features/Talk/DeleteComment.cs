using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Talk;

/// <summary>
/// Deletes a comment of the signed-in account; moderators use <see cref="RemoveComment"/>. The post is locked before the comment,
/// and its count drops only if a comment was deleted. Returns 204. Errors: 403 <c>not-allowed</c>, 404 <c>no-such-comment</c>
/// (also on a repeat), 503 <c>busy</c>.
/// </summary>
public static class DeleteComment
{
    private const string Sql = """
        UPDATE talk_posts SET comments = comments WHERE id = @postId;
        DELETE said FROM talk_comments said FORCE INDEX (PRIMARY) WHERE said.id = @commentId AND said.post_id = @postId AND said.account_id = @accountId;
        UPDATE talk_posts SET comments = comments - 1 WHERE id = @postId AND ROW_COUNT() = 1;

        """;

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long postId, long commentId, CurrentAccount account, PrimaryTransaction transaction, TalkErrors errors, CancellationToken cancellation)
    {
        var deleted = await transaction.RunAsync(Sql, new { postId, commentId, accountId = account.Id }, _ => null, cancellation);
        if (deleted.Value is not { } done)
            return deleted.Problem!;
        return done.Rows == 1 ? TypedResults.NoContent() : await errors.OfCommentAsync(postId, commentId, cancellation);
    }
}
