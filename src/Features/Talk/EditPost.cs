using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Talk;

/// <summary>
/// Puts other words in the place of a post's. Its author may, and nobody else: that is a condition of the statement. Likes and comments stay. Refused with 400
/// <c>invalid</c>, 403 <c>not-allowed</c>, 404 <c>no-such-post</c> or 503 <c>busy</c>. Otherwise 204.
/// </summary>
public static class EditPost
{
    private const string Sql = """
        UPDATE talk_posts SET title = @Title, body = @Body, edited_at = @now WHERE id = @postId AND account_id = @accountId;

        """;

    /// <summary>What it is to say.</summary>
    /// <param name="Title">What it is about, 1 to 100 characters.</param>
    /// <param name="Body">What it says, 1 to 4,000 characters.</param>
    public sealed record EditPostRequest(string Title, string Body);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long postId, EditPostRequest request, CurrentAccount account, Writes writes, TalkErrors refusals, TimeProvider clock, CancellationToken cancellation)
    {
        if (TalkTexts.ErrorOfPost(request.Title, request.Body) is { } invalid)
            return invalid;

        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var edited = await writes.RunAsync(Sql, new { postId, accountId = account.Id, request.Title, request.Body, now }, _ => null, cancellation);
        if (edited.Value is not { } done)
            return edited.Refusal!;
        return done.Changed == 1 ? TypedResults.NoContent() : await refusals.OfPostAsync(postId, cancellation);
    }
}
