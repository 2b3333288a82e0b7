using Dapper;
using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;
using MySqlConnector;

namespace Dugout.Features.Feed;

/// <summary>
/// Writes a post of the signed-in account, optionally with tags, teams and pictures it has uploaded. One transaction on the
/// primary writes all of it and the response under its idempotency key, without a call to another service. Returns 201; a repeat
/// with the same key gets the same bytes. Errors: 400 <c>invalid</c> or <c>idempotency-key-missing</c>, 404 <c>no-such-team</c>
/// or <c>no-such-picture</c> (also another account's, or one of another post), 422 <c>idempotency-key-reused</c>, 503
/// <c>busy</c>.
/// </summary>
public static class WritePost
{
    /// <summary>Maximum length of the text in characters.</summary>
    internal const int MaxText = 2_000;

    internal const int MaxTags = 5;
    private const int MaxTeams = 3;
    private const int MaxPictures = 5;

    /// <summary>The new post.</summary>
    /// <param name="Text">1 to 2,000 characters, not all blank.</param>
    /// <param name="Tags">Up to five words, each once; default none.</param>
    /// <param name="TeamIds">Up to three teams, each once; default none.</param>
    /// <param name="PictureIds">Up to five pictures of the account, each once, in display order; default none.</param>
    /// <example>{"text":"9회말 끝내기!","tags":["직관","끝내기"],"teamIds":[1],"pictureIds":[3162277660170100]}</example>
    public sealed record PostRequest(
        [property: Text(MaxText)] string Text,
        [property: Items(0, MaxTags)] IReadOnlyList<string>? Tags = null,
        [property: Items(0, MaxTeams)] IReadOnlyList<long>? TeamIds = null,
        [property: Items(0, MaxPictures)] IReadOnlyList<long>? PictureIds = null);

    /// <summary>The post.</summary>
    /// <param name="PostId">Its id.</param>
    /// <param name="PostedAt">Time it was written, UTC.</param>
    /// <example>{"postId":3162277660170001,"postedAt":"2027-04-01T12:58:00Z"}</example>
    public sealed record PostAnswer(long PostId, DateTime PostedAt);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<IdempotentResponse<PostAnswer>, Problem>> Handle(
        PostRequest request, [FromHeader(Name = IdempotencyKey.Header)] string? key, CurrentAccount account,
        CatalogQueries catalog, FeedChanges changes, TimeProvider clock, CancellationToken cancellation)
    {
        if (!IdempotencyKey.IsKey(key))
            return Problems.IdempotencyKeyMissing;
        var (teams, pictures) = (request.TeamIds ?? [], request.PictureIds ?? []);
        if (!TryRead(request.Tags, out var tags))
            return Problem.InvalidField("tags", TagsRule);

        var hasTeams = teams.Count == 0 || (await catalog.TeamIdsAsync(cancellation)).IsSupersetOf(teams);
        var outcome = await changes.OnceAsync(account, key!, request, Write, cancellation);
        return outcome.Value is { } answer ? answer : outcome.Problem!;

        (Result<KeyedWrite<PostAnswer>>, (long, FeedChanges.Shows)) Write()
        {
            var now = clock.GetUtcNow().UtcDateTime.Microseconds();
            var id = Ids.Ascending(now);
            return (hasTeams ? WriteOf(new(id, now), account, request.Text, tags, teams, pictures) : CatalogProblems.NoSuchTeam, (id, FeedChanges.Shows.EveryPost));
        }
    }

    /// <summary>The rule for tags, as text for error messages.</summary>
    internal static string TagsRule => $"Give up to {MaxTags} tags, each once. {Tags.Rule}";

    /// <summary>Parses and normalises tags.</summary>
    /// <returns>False if there are too many, a duplicate, or an invalid one.</returns>
    internal static bool TryRead(IReadOnlyList<string>? given, out IReadOnlyList<string> tags)
    {
        tags = [.. (given ?? []).Select(Tags.Of).OfType<string>().Distinct()];
        return tags.Count <= MaxTags && tags.Count == (given?.Count ?? 0);
    }

    /// <summary>
    /// The SQL of the post, between its idempotency key and its commit. Pictures come first: if not all of them are available,
    /// the post would get the id 0, and the server stops there.
    /// </summary>
    private static KeyedWrite<PostAnswer> WriteOf(
        PostAnswer answer, CurrentAccount account, string text, IReadOnlyList<string> tags, IReadOnlyList<long> teams, IReadOnlyList<long> pictures)
    {
        var parameters = new DynamicParameters(new { postId = answer.PostId, accountId = account.Id, text, now = answer.PostedAt, pictureCount = pictures.Count });
        var (shown, id) = pictures.Count > 0 ? (Show(pictures, parameters), "IF(ROW_COUNT() = @pictureCount, @postId, 0)") : ("", "@postId");
        var tagged = tags.Count == 0 ? "" : $"INSERT INTO post_tags (post_id, tag, posted_at) VALUES {parameters.Rows("(@postId, @tag#, @now)", tags, tag => [("tag", tag)])}; ";
        var about = teams.Count == 0 ? "" : $"INSERT INTO post_teams (post_id, team_id, posted_at) VALUES {parameters.Rows("(@postId, @team#, @now)", teams, team => [("team", team)])}; ";
        var sql = $"""
            {shown}INSERT INTO posts (id, account_id, text, posted_at) VALUES ({id}, @accountId, @text, @now);
            {tagged}{about}{OutboxWriter.Publish(parameters, $"post:{answer.PostId}", new AnswersChanged([FeedResponses.Tag]), answer.PostedAt)}
            """;
        return new(sql, parameters, answer, ProblemOf);
    }

    /// <summary>Assigns pictures to the post, in their order: stored pictures of its author that no post shows yet.</summary>
    private static string Show(IReadOnlyList<long> pictures, DynamicParameters parameters)
    {
        var names = parameters.Rows("@picture#", pictures, picture => [("picture", picture)]);
        var (inOrder, these) = ($"(id, {names})", $"({names})");
        return $"UPDATE pictures FORCE INDEX (PRIMARY) SET post_id = @postId, place = FIELD{inOrder} WHERE id IN {these} "
            + "AND account_id = @accountId AND post_id IS NULL AND stored_at IS NOT NULL AND collected_at IS NULL ORDER BY id; ";
    }

    private static Problem? ProblemOf(MySqlException error) => error switch
    {
        // The id exists already: another one is made.
        _ when error.IsDuplicateKey() => PrimaryTransaction.Conflict,
        _ when error.IsCheckViolated() => FeedProblems.NoSuchPicture,
        _ => null,
    };
}
