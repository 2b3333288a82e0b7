using System.Globalization;
using Dugout.Features.Catalog;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Rankings;

/// <summary>
/// Counts all rankings in the database: two statements per ranking and window, one overall and one per team, each returning only
/// the ranked places. Runs on a healthy replica to spare the primary. Every count starts from the rows, so the results can't
/// drift from them.
/// </summary>
public sealed class CountRankings(
    Databases databases, Replicas replicas, CatalogQueries catalog, IEnumerable<IRankingSource> sources, IOptions<RankingsOptions> options)
{
    private readonly ILookup<string, IRankingSource> _sources = sources.ToLookup(source => source.Ranking);

    /// <summary>Counts all rankings as of one moment.</summary>
    /// <param name="now">The end of every window, UTC.</param>
    /// <param name="cancellation">Cancels the operation.</param>
    /// <returns>A board for each ranking and window, under <see cref="FieldOf"/>.</returns>
    /// <exception cref="MySqlException">No server completed the count in time.</exception>
    public async Task<IReadOnlyDictionary<string, RankingBoard>> CountAsync(DateTime now, CancellationToken cancellation)
    {
        var teams = await catalog.TeamIdsAsync(cancellation);
        var boards = new Dictionary<string, RankingBoard>();
        foreach (var ranking in _sources)
        {
            var counted = await OnAServerAsync(connection => CountAsync(connection, [.. ranking], now, cancellation), cancellation);
            long[] ids = [.. counted.SelectMany(window => window.Rows).Select(row => row.Thing).Distinct()];
            var names = ids.Length == 0 ? new Dictionary<long, string>() : await ranking.First().NamesAsync(ids, cancellation);
            foreach (var (window, rows) in counted)
                boards[FieldOf(ranking.Key, window)] = Board(now - window.Length, now, rows, names, teams);
        }

        return boards;
    }

    /// <summary>The field of a board in Redis.</summary>
    public static string FieldOf(string ranking, RankingWindow window)
    {
        ArgumentNullException.ThrowIfNull(window);
        return string.Create(CultureInfo.InvariantCulture, $"{ranking}:{window.Name}");
    }

    /// <summary>Tries one server after another until one succeeds: the replicas, then the primary.</summary>
    private async Task<T> OnAServerAsync<T>(Func<LeasedConnection, Task<T>> question, CancellationToken cancellation)
    {
        foreach (var replica in replicas.InTurn())
        {
            try
            {
                await using var connection = await LeasedConnection.OpenAsync(replica.Address, cancellation);
                return await question(connection);
            }
            catch (Exception error) when (error.IsOfTheDatabase())
            {
                // Try the next server, finally the primary; the replica monitor reports the fault.
            }
        }

        await using var primary = await databases.OpenPrimaryAsync(cancellation);
        return await question(primary);
    }

    private async Task<List<(RankingWindow Window, List<Row> Rows)>> CountAsync(
        LeasedConnection connection, IReadOnlyList<IRankingSource> of, DateTime now, CancellationToken cancellation)
    {
        var (whole, byTeam) = (Union(of.Select(source => source.Points)), Union(of.Select(source => source.PointsByTeam)));
        var sqlOfWhole = $"""
            SELECT 0 AS TeamId, thing AS Thing, CAST(SUM(points) AS SIGNED) AS Points
            FROM ({whole}) done GROUP BY thing ORDER BY SUM(points) DESC, thing LIMIT @Places
            """;
        var sqlByTeam = $"""
            SELECT team AS TeamId, thing AS Thing, CAST(points AS SIGNED) AS Points
            FROM (
                SELECT team, thing, points, ROW_NUMBER() OVER (PARTITION BY team ORDER BY points DESC, thing) AS place
                FROM (SELECT team, thing, SUM(points) AS points FROM ({byTeam}) done GROUP BY team, thing) counted
            ) ranked
            WHERE place <= @Places
            """;
        List<(RankingWindow, List<Row>)> counted = [];
        foreach (var window in RankingWindow.All)
        {
            var values = new { from = now - window.Length, until = now, options.Value.Places };
            List<Row> rows = [];
            foreach (var sql in (string[])[sqlOfWhole, sqlByTeam])
                rows.AddRange(await connection.QueryAsync<Row>(new(sql, values, commandTimeout: options.Value.LeaseSeconds, cancellationToken: cancellation)));
            counted.Add((window, rows));
        }

        return counted;
    }

    private static string Union(IEnumerable<string> selects) => string.Join(" UNION ALL ", selects);

    /// <summary>Builds the board of the counted rows. A thing that no longer exists has no name and is omitted.</summary>
    private static RankingBoard Board(DateTime from, DateTime until, List<Row> rows, IReadOnlyDictionary<long, string> names, IReadOnlySet<long> teams)
    {
        var found = rows.ToLookup(row => row.TeamId);
        return new(from, until, teams.Append(RankingBoard.Whole).ToDictionary(team => team, team => (IReadOnlyList<RankingPlace>)
        [
            .. found[team].Where(row => names.ContainsKey(row.Thing)).OrderByDescending(row => row.Points).ThenBy(row => row.Thing)
                .Select((row, index) => new RankingPlace(index + 1, row.Thing, names[row.Thing], row.Points)),
        ]));
    }

    /// <summary>A row of the result. Properties instead of a constructor, because SQL integers have several sizes.</summary>
    private sealed class Row
    {
        public long TeamId { get; init; }

        public long Thing { get; init; }

        public long Points { get; init; }
    }
}
