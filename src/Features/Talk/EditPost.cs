using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Talk;

/// <summary>
/// Replaces the title and body of a post. Only its author may; the statement's condition checks that. Likes and comments stay.
/// Returns 204. Errors: 400 <c>invalid</c>, 403 <c>not-allowed</c>, 404 <c>no-such-post</c>, 503 <c>busy</c>.
/// </summary>
public static class EditPost
{
    private const string Sql = """
        UPDATE talk_posts SET title = @Title, body = @Body, edited_at = @now WHERE id = @postId AND account_id = @accountId;

        """;

    /// <summary>The new content.</summary>
    /// <param name="Title">Its title, 1 to 100 characters.</param>
    /// <param name="Body">Its body, 1 to 4,000 characters.</param>
    /// <example>{"title":"오늘 선발 누구인가요?","body":"비가 와서 바뀌었다는 이야기가 있네요."}</example>
    public sealed record EditPostRequest(
        [property: Text(TalkTexts.LongestTitle)] string Title,
        [property: Text(TalkTexts.LongestBody)] string Body);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long postId, EditPostRequest request, CurrentAccount account, PrimaryTransaction transaction, TalkErrors errors, TimeProvider clock, CancellationToken cancellation)
    {

        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var edited = await transaction.RunAsync(Sql, new { postId, accountId = account.Id, request.Title, request.Body, now }, _ => null, cancellation);
        if (edited.Value is not { } done)
            return edited.Problem!;
        return done.Rows == 1 ? TypedResults.NoContent() : await errors.OfPostAsync(postId, cancellation);
    }
}
