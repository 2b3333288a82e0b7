using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Talk;

/// <summary>
/// Says something to a post. Whoever is signed in may. The count goes up first, which locks the post; where it isn't there, the comment has nothing to belong to and all is
/// undone. Refused with 400 <c>invalid</c>, 404 <c>no-such-post</c> or 503 <c>busy</c>. Otherwise 201.
/// </summary>
public static class WriteComment
{
    private const string Sql = """
        UPDATE talk_posts SET comments = comments + 1 WHERE id = @postId;
        INSERT INTO talk_comments (post_id, account_id, body, written_at) VALUES (@postId, @accountId, @Body, @now);

        """;

    /// <summary>The new text.</summary>
    /// <param name="Body">1 to 1,000 characters.</param>
    public sealed record WriteCommentRequest(string Body);

    /// <summary>The result.</summary>
    /// <param name="CommentId">Its id.</param>
    /// <param name="WrittenAt">When, UTC.</param>
    public sealed record WrittenComment(long CommentId, DateTime WrittenAt);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Created<WrittenComment>, Problem>> Handle(
        long postId, WriteCommentRequest request, CurrentAccount account, Writes writes, TimeProvider clock, CancellationToken cancellation)
    {
        if (TalkTexts.ErrorOfComment(request.Body) is { } invalid)
            return invalid;

        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var written = await writes.RunAsync(Sql, new { postId, accountId = account.Id, request.Body, now }, TalkErrors.NoPost, cancellation);
        return written.Value is { } done
            ? TypedResults.Created($"/api/talk/posts/{postId}/comments", new WrittenComment(done.Id, now))
            : written.Refusal!;
    }
}
