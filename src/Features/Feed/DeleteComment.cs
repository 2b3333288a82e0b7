using Dapper;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Feed;

/// <summary>
/// Deletes a comment of the signed-in account, and takes it off its post's count. Whose it is stands in the statement. 204, 403 <c>not-allowed</c> for
/// another's, 404 <c>no-such-comment</c>, 503 <c>busy</c>.
/// </summary>
public static class DeleteComment
{
    /// <summary>As with likes: only what was found is taken off the count. By its id and nothing else: no other comment of the post is locked on the way.</summary>
    private const string Delete = """
        DELETE said FROM post_comments said FORCE INDEX (PRIMARY) WHERE said.id = @commentId AND said.post_id = @postId AND said.account_id = @accountId;
        UPDATE posts SET comments = comments - 1 WHERE id = @postId AND ROW_COUNT() = 1;

        """;

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long postId, long commentId, CurrentAccount account, Databases databases, FeedChanges changes, CancellationToken cancellation)
    {
        var parameters = new DynamicParameters(new { commentId, postId, accountId = account.Id });
        var sent = await changes.SendAsync(account, (postId, FeedChanges.Shows.ThePost), Delete, parameters, _ => null, cancellation);
        if (sent.Refusal is { } refusal)
            return refusal;
        return sent.Rows > 0 ? TypedResults.NoContent() : await CommentAuthor.WhyNotAsync(databases, postId, commentId, cancellation);
    }
}
