using System.Text.Json.Serialization;
using Dapper;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Feed;

/// <summary>
/// Changes the text or all tags of a post of the signed-in account. Omitted members stay unchanged; teams and pictures can't be changed. Every statement checks
/// ownership. Returns 204. Errors: 400 <c>invalid</c>, 403 <c>not-allowed</c> for another account's post, 404 <c>no-such-post</c>, 503 <c>busy</c>.
/// </summary>
public static class EditPost
{
    /// <summary>
    /// Locks the post before its tags, the lock order of all changes to a post; it changes no data. The index hint keeps the author's other posts unlocked.
    /// </summary>
    private const string Lock = "UPDATE posts FORCE INDEX (PRIMARY) SET edited_at = edited_at WHERE id = @postId AND account_id = @accountId; ";

    private const string Change = """
        UPDATE posts FORCE INDEX (PRIMARY) SET text = COALESCE(@Text, text), edited_at = @now WHERE id = @postId AND account_id = @accountId;

        """;

    /// <summary>The changes.</summary>
    /// <param name="Text">1 to 2,000 characters, not all blank.</param>
    /// <param name="Tags">Up to five words, each once; they replace the current tags.</param>
    /// <example>{"text":"9회말 끝내기! 다시 봐도 소름이 돋는다.","tags":["직관","끝내기"]}</example>
    public sealed record EditRequest(
        [property: Text(WritePost.MaxText), JsonConverter(typeof(NeverNull<string>))] string? Text = null,
        [property: Items(0, WritePost.MaxTags), JsonConverter(typeof(NeverNull<IReadOnlyList<string>>))] IReadOnlyList<string>? Tags = null);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long postId, EditRequest request, CurrentAccount account, Reads reads, FeedChanges changes, TimeProvider clock, CancellationToken cancellation)
    {
        if (request.Text is null && request.Tags is null)
            return Problem.InvalidField("body", "Give at least one member to change.");
        if (!WritePost.TryRead(request.Tags, out var tags))
            return Problem.InvalidField("tags", WritePost.TagsRule);

        if (await PostOwner.ErrorOfAsync(reads, postId, account, cancellation) is { } problem)
            return problem;

        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var parameters = new DynamicParameters(new { postId, accountId = account.Id, request.Text, now });
        // The update comes last, so that its affected rows show whether the post still existed.
        var sql = Lock + (request.Tags is null ? "" : Retag(tags, parameters))
            + OutboxWriter.Publish(parameters, $"post:{postId}", new AnswersChanged([FeedResponses.Tag]), now) + Change;
        var sent = await changes.SendAsync(account, (postId, FeedChanges.Shows.EveryPost), sql, parameters, _ => null, cancellation);
        if (sent.Value is not { } write)
            return sent.Problem!;
        return write.Rows > 0 ? TypedResults.NoContent() : FeedProblems.NoSuchPost;
    }

    private static string Retag(IReadOnlyList<string> tags, DynamicParameters parameters)
    {
        const string Clear = """
            DELETE tagged FROM post_tags tagged JOIN posts post FORCE INDEX (PRIMARY) ON post.id = tagged.post_id WHERE tagged.post_id = @postId AND post.account_id = @accountId;

            """;
        foreach (var (index, tag) in tags.Index())
            parameters.Add($"tag{index}", tag);
        return Clear + string.Concat(tags.Select((_, index) =>
            $"INSERT INTO post_tags (post_id, tag, posted_at) SELECT id, @tag{index}, posted_at FROM posts WHERE id = @postId AND account_id = @accountId; "));
    }
}
