using System.Data.Common;
using Dapper;

namespace Dugout.Features.Catalog;

/// <summary>
/// Queries of finished series for other slices. A series is all games of two teams in a season, whichever is at home; it is finished when its last game
/// is over.
/// </summary>
public static class SeriesQueries
{
    /// <summary>Time after its start at which a game counts as over.</summary>
    private static readonly TimeSpan LongestGame = TimeSpan.FromHours(5);

    /// <summary>Seasons are Korean years: they begin nine hours before those of UTC.</summary>
    private static readonly TimeSpan KoreanOffset = TimeSpan.FromHours(9);

    /// <summary>A finished series.</summary>
    /// <param name="OneId">The team with the lower id.</param>
    /// <param name="OneName">Its name.</param>
    /// <param name="OtherId">The team with the higher id.</param>
    /// <param name="OtherName">Its name.</param>
    /// <param name="Games">Number of games.</param>
    /// <param name="EndedAt">Start of its last game, UTC.</param>
    public sealed record FinishedSeries(long OneId, string OneName, long OtherId, string OtherName, long Games, DateTime EndedAt);

    /// <summary>The finished series of the season, most recently finished first. Until late in a season there may be few or none.</summary>
    /// <param name="database">The read context to query.</param>
    /// <param name="now">The current time, UTC; its Korean year is the season.</param>
    /// <param name="most">Maximum number of series.</param>
    /// <param name="cancellation">Cancels the operation.</param>
    public static async Task<IReadOnlyList<FinishedSeries>> FinishedAsync(DbConnection database, DateTime now, int most, CancellationToken cancellation)
    {
        const string Sql = """
            SELECT one.id AS OneId, one.name AS OneName, other.id AS OtherId, other.name AS OtherName, series.played AS Games, series.ended_at AS EndedAt
            FROM (
                SELECT LEAST(home_team_id, away_team_id) AS one_id, GREATEST(home_team_id, away_team_id) AS other_id, COUNT(*) AS played, MAX(starts_at) AS ended_at
                FROM games FORCE INDEX (by_start) WHERE starts_at >= @begin AND starts_at < @end
                GROUP BY LEAST(home_team_id, away_team_id), GREATEST(home_team_id, away_team_id)
                HAVING MAX(starts_at) < @lastStart ORDER BY MAX(starts_at) DESC, one_id, other_id LIMIT @most
            ) series
            JOIN teams one ON one.id = series.one_id JOIN teams other ON other.id = series.other_id
            """;
        var begin = new DateTime((now + KoreanOffset).Year, 1, 1, 0, 0, 0, DateTimeKind.Utc) - KoreanOffset;
        var found = await database.QueryAsync<FinishedSeries>(new(
            Sql, new { begin, end = begin.AddYears(1), lastStart = now - LongestGame, most }, cancellationToken: cancellation));
        return [.. found.OrderByDescending(series => series.EndedAt).ThenBy(series => series.OneId).ThenBy(series => series.OtherId)
            .Select(series => series with { EndedAt = series.EndedAt.Utc() })];
    }
}
