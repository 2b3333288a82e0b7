using System.Text.Json.Serialization;
using Dapper;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Feed;

/// <summary>
/// Changes a post of the signed-in account: its text, or all of its tags. What is left out stays; teams and pictures stay in any case. Whose it is stands in
/// every statement. 204, 400 <c>invalid</c>, 403 <c>not-allowed</c> for another's post, 404 <c>no-such-post</c>, 503 <c>busy</c>.
/// </summary>
public static class EditPost
{
    /// <summary>Locks the post before its tags, as everybody does who changes what belongs to one; it changes nothing. By its id: its author's other posts aren't locked.</summary>
    private const string Lock = "UPDATE posts FORCE INDEX (PRIMARY) SET edited_at = edited_at WHERE id = @postId AND account_id = @accountId; ";

    private const string Change = """
        UPDATE posts FORCE INDEX (PRIMARY) SET text = COALESCE(@Text, text), edited_at = @now WHERE id = @postId AND account_id = @accountId;

        """;

    /// <summary>What to change.</summary>
    /// <param name="Text">1 to 2,000 characters, not all blank.</param>
    /// <param name="Tags">Up to five words, each once, instead of those it has.</param>
    public sealed record EditRequest(
        [property: JsonConverter(typeof(NeverNull<string>))] string? Text = null,
        [property: JsonConverter(typeof(NeverNull<IReadOnlyList<string>>))] IReadOnlyList<string>? Tags = null);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long postId, EditRequest request, CurrentAccount account, Databases databases, FeedChanges changes, TimeProvider clock, CancellationToken cancellation)
    {
        if (request.Text is null && request.Tags is null)
            return Problem.InvalidField("body", "Give at least one member to change.");
        if (request.Text is not null && WritePost.ErrorOf(request.Text) is { } blank)
            return blank;
        if (!WritePost.TryRead(request.Tags, out var tags))
            return Problem.InvalidField("tags", WritePost.TagsRule);

        if (await PostOwner.ErrorOfAsync(databases, postId, account, cancellation) is { } refused)
            return refused;

        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var parameters = new DynamicParameters(new { postId, accountId = account.Id, request.Text, now });
        // The update comes last: what it finds says whether the post was still there.
        var sql = Lock + (request.Tags is null ? "" : Retag(tags, parameters))
            + OutboxWriter.Publish(parameters, $"post:{postId}", new AnswersChanged([FeedResponses.Tag]), now) + Change;
        var sent = await changes.SendAsync(account, (postId, FeedChanges.Shows.EveryPost), sql, parameters, _ => null, cancellation);
        if (sent.Refusal is { } refusal)
            return refusal;
        return sent.Rows > 0 ? TypedResults.NoContent() : FeedProblems.NoSuchPost;
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
