using System.Data.Common;
using Dapper;

namespace Dugout.Features.Catalog;

/// <summary>
/// What other slices may ask of finished series: a series is all games of two teams in a season, whoever is at home, and it is finished when the last one
/// of them is over.
/// </summary>
public static class SeriesQueries
{
    /// <summary>After so long a game is over, however long it took.</summary>
    private static readonly TimeSpan LongestGame = TimeSpan.FromHours(5);

    /// <summary>Seasons are Korean years: they begin nine hours before those of UTC.</summary>
    private static readonly TimeSpan KoreanOffset = TimeSpan.FromHours(9);

    /// <summary>A series that is finished.</summary>
    /// <param name="OneId">The team with the lower id.</param>
    /// <param name="OneName">What it is called.</param>
    /// <param name="OtherId">The other one.</param>
    /// <param name="OtherName">What that is called.</param>
    /// <param name="Games">How many games it had.</param>
    /// <param name="EndedAt">When the last one of them started, UTC.</param>
    public sealed record FinishedSeries(long OneId, string OneName, long OtherId, string OtherName, long Games, DateTime EndedAt);

    /// <summary>Those of the season, the last one to end first. Until late in a season that may be few, or none.</summary>
    /// <param name="database">Where to read.</param>
    /// <param name="now">Now, UTC: the season is the Korean year of it.</param>
    /// <param name="most">How many at most.</param>
    /// <param name="cancellation">Gives up.</param>
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
