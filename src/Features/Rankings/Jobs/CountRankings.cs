using System.Globalization;
using Dugout.Features.Catalog;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Rankings;

/// <summary>
/// Counts all rankings from the rows, in the database: two statements for each ranking and window, one for the whole and one for every team, each of which
/// brings no more than the places there are. Asked of a replica, where one is well; the primary is spared. Nothing is kept from one
/// counting to the next, so there is nothing that could drift away from the rows.
/// </summary>
public sealed class CountRankings(
    Databases databases, Replicas replicas, CatalogQueries catalog, IEnumerable<IRankingSource> sources, IOptions<RankingsOptions> options)
{
    private readonly ILookup<string, IRankingSource> _sources = sources.ToLookup(source => source.Ranking);

    /// <summary>Counts everything as of one moment.</summary>
    /// <param name="now">The end of every window, UTC.</param>
    /// <param name="cancellation">Cancels the operation.</param>
    /// <returns>A board for each ranking and window, under <see cref="FieldOf"/>.</returns>
    /// <exception cref="MySqlException">No server did it in time.</exception>
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

    /// <summary>What a board is kept under.</summary>
    public static string FieldOf(string ranking, RankingWindow window)
    {
        ArgumentNullException.ThrowIfNull(window);
        return string.Create(CultureInfo.InvariantCulture, $"{ranking}:{window.Name}");
    }

    /// <summary>Asks one server after the other until one answers: replicas, and then the primary.</summary>
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
                // The next one, or the primary: who looks after the replicas says what is the matter with it.
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
                rows.AddRange(await connection.QueryAsync<Row>(new(sql, values, commandTimeout: options.Value.TurnSeconds, cancellationToken: cancellation)));
            counted.Add((window, rows));
        }

        return counted;
    }

    private static string Union(IEnumerable<string> selects) => string.Join(" UNION ALL ", selects);

    /// <summary>The board of what was counted. What is no longer there has no name, and no place.</summary>
    private static RankingBoard Board(DateTime from, DateTime until, List<Row> rows, IReadOnlyDictionary<long, string> names, IReadOnlySet<long> teams)
    {
        var found = rows.ToLookup(row => row.TeamId);
        return new(from, until, teams.Append(RankingBoard.Whole).ToDictionary(team => team, team => (IReadOnlyList<RankingPlace>)
        [
            .. found[team].Where(row => names.ContainsKey(row.Thing)).OrderByDescending(row => row.Points).ThenBy(row => row.Thing)
                .Select((row, index) => new RankingPlace(index + 1, row.Thing, names[row.Thing], row.Points)),
        ]));
    }

    /// <summary>What a statement brings. Not by a constructor: whole numbers of SQL come in several sizes.</summary>
    private sealed class Row
    {
        public long TeamId { get; init; }

        public long Thing { get; init; }

        public long Points { get; init; }
    }
}
