using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Talk;

/// <summary>
/// Comments on a post, for any signed-in account. The count is incremented first, which locks the post; without a post the
/// comment lacks its parent, and the batch is rolled back. Returns 201. Errors: 400 <c>invalid</c>, 404 <c>no-such-post</c>, 503
/// <c>busy</c>.
/// </summary>
public static class WriteComment
{
    private const string Sql = """
        UPDATE talk_posts SET comments = comments + 1 WHERE id = @postId;
        INSERT INTO talk_comments (post_id, account_id, body, written_at) VALUES (@postId, @accountId, @Body, @now);

        """;

    /// <summary>The new comment.</summary>
    /// <param name="Body">1 to 1,000 characters.</param>
    /// <example>{"body":"방금 발표됐어요."}</example>
    public sealed record WriteCommentRequest([property: Text(TalkTexts.LongestComment)] string Body);

    /// <summary>The created comment.</summary>
    /// <param name="CommentId">Its id.</param>
    /// <param name="WrittenAt">Time it was written, UTC.</param>
    /// <example>{"commentId":97,"writtenAt":"2027-04-01T02:20:00Z"}</example>
    public sealed record WrittenComment(long CommentId, DateTime WrittenAt);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Created<WrittenComment>, Problem>> Handle(
        long postId, WriteCommentRequest request, CurrentAccount account, PrimaryTransaction transaction, TimeProvider clock, CancellationToken cancellation)
    {

        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var written = await transaction.RunAsync(Sql, new { postId, accountId = account.Id, request.Body, now }, TalkErrors.NoPost, cancellation);
        return written.Value is { } done
            ? TypedResults.Created($"/api/talk/posts/{postId}/comments", new WrittenComment(done.Id, now))
            : written.Problem!;
    }
}
