using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Talk;

/// <summary>
/// Takes a comment off its post. Its author may; what moderators do is <see cref="RemoveComment"/>. The post is locked before the comment is looked for, and the count goes
/// down only where one went. Refused with 403 <c>not-allowed</c>, 404 <c>no-such-comment</c> (also the second time) or 503 <c>busy</c>. Otherwise 204.
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
        long postId, long commentId, CurrentAccount account, Writes writes, TalkErrors refusals, CancellationToken cancellation)
    {
        var deleted = await writes.RunAsync(Sql, new { postId, commentId, accountId = account.Id }, _ => null, cancellation);
        if (deleted.Value is not { } done)
            return deleted.Refusal!;
        return done.Changed == 1 ? TypedResults.NoContent() : await refusals.OfCommentAsync(postId, commentId, cancellation);
    }
}
