using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Talk;

/// <summary>
/// Writes a post on a team's board or on the general board, for any signed-in account. Returns 201. Errors: 400 <c>invalid</c>,
/// 404 <c>no-such-team</c>, 503 <c>busy</c>.
/// </summary>
public static class WritePost
{
    private const string Sql = """
        INSERT INTO talk_posts (account_id, team_id, title, body, written_at) VALUES (@accountId, @TeamId, @Title, @Body, @now);

        """;

    /// <summary>The new post.</summary>
    /// <param name="Title">Its title, 1 to 100 characters.</param>
    /// <param name="Body">Its body, 1 to 4,000 characters.</param>
    /// <param name="TeamId">The team of its board; null for the general board.</param>
    /// <example>{"title":"오늘 선발 누구인가요?","body":"아직 발표가 없네요.","teamId":1}</example>
    public sealed record WritePostRequest(
        [property: Text(TalkTexts.LongestTitle)] string Title,
        [property: Text(TalkTexts.LongestBody)] string Body,
        long? TeamId = null);

    /// <summary>The created post.</summary>
    /// <param name="PostId">Its id.</param>
    /// <param name="WrittenAt">Time it was written, UTC.</param>
    /// <example>{"postId":41,"writtenAt":"2027-04-01T02:10:00Z"}</example>
    public sealed record WrittenPost(long PostId, DateTime WrittenAt);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Created<WrittenPost>, Problem>> Handle(
        WritePostRequest request, CurrentAccount account, PrimaryTransaction transaction, CatalogQueries catalog, TimeProvider clock, CancellationToken cancellation)
    {
        if (request.TeamId is { } team && !(await catalog.TeamIdsAsync(cancellation)).Contains(team))
            return CatalogProblems.NoSuchTeam;

        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var values = new { accountId = account.Id, request.TeamId, request.Title, request.Body, now };
        var written = await transaction.RunAsync(Sql, values, _ => null, cancellation);
        return written.Value is { } done ? TypedResults.Created($"/api/talk/posts/{done.Id}", new WrittenPost(done.Id, now)) : written.Problem!;
    }
}
