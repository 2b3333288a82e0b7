using Dapper;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Feed;

/// <summary>
/// Deletes a comment of the signed-in account and decrements its post's comment count. The statement checks ownership. Returns
/// 204. Errors: 403 <c>not-allowed</c> for another account's, 404 <c>no-such-comment</c>, 503 <c>busy</c>.
/// </summary>
public static class DeleteComment
{
    /// <summary>The count drops only if a comment was deleted, as with likes. The index hint restricts the lock to this comment.</summary>
    private const string Delete = """
        DELETE said FROM post_comments said FORCE INDEX (PRIMARY) WHERE said.id = @commentId AND said.post_id = @postId AND said.account_id = @accountId;
        UPDATE posts SET comments = comments - 1 WHERE id = @postId AND ROW_COUNT() = 1;

        """;

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long postId, long commentId, CurrentAccount account, Reads reads, FeedChanges changes, CancellationToken cancellation)
    {
        var parameters = new DynamicParameters(new { commentId, postId, accountId = account.Id });
        var sent = await changes.SendAsync(account, (postId, FeedChanges.Shows.ThePost), Delete, parameters, _ => null, cancellation);
        if (sent.Value is not { } write)
            return sent.Problem!;
        return write.Rows > 0 ? TypedResults.NoContent() : await CommentAuthor.WhyNotAsync(reads, postId, commentId, cancellation);
    }
}
