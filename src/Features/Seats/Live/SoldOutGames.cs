using Dugout.Features.Catalog;
using MySqlConnector;
using StackExchange.Redis;

namespace Dugout.Features.Seats;

/// <summary>
/// Which games on sale are sold out, for lists of games: counted in Redis alone, because a list must cost the primary nothing. A grade that Redis has lost counts as not sold out until
/// a client requests a seat of it. Two counts in ten seconds, whatever the number of callers.
/// </summary>
internal sealed class SoldOutGames(RedisStore redis, CatalogQueries catalog, TimeProvider clock)
{
    private static readonly TimeSpan Life = TimeSpan.FromSeconds(10);

    private readonly RefreshAheadCache<bool, IReadOnlyList<long>> _games = new(_ => CountAsync(redis, catalog), clock, Life);

    /// <summary>The ids of the games, ascending; none while Redis is unavailable.</summary>
    /// <exception cref="MySqlException">No server has the games on sale.</exception>
    public async Task<IReadOnlyList<long>> ListAsync(CancellationToken cancellation)
    {
        try
        {
            return (await _games.GetAsync(true, cancellation))!;
        }
        catch (RedisUnavailableException)
        {
            return [];
        }
    }

    private static async Task<IReadOnlyList<long>?> CountAsync(RedisStore redis, CatalogQueries catalog)
    {
        var games = (await catalog.GradesOnSaleAsync(CancellationToken.None)).GroupBy(grade => grade.GameId).OrderBy(game => game.Key).Select(game => game.ToList()).ToList();
        // Most games are not sold out, and one grade shows it.
        var candidates = await FullAsync(redis, games.ConvertAll(grades => grades[0]));
        games.RemoveAll(grades => !candidates.Contains(grades[0].GradeId));
        var full = await FullAsync(redis, [.. games.SelectMany(grades => grades)]);
        return [.. games.Where(grades => grades.TrueForAll(grade => full.Contains(grade.GradeId))).Select(grades => grades[0].GameId)];
    }

    /// <summary>The grades without a seat that is neither sold nor blocked.</summary>
    private static async Task<HashSet<long>> FullAsync(RedisStore redis, List<CatalogQueries.GradeOnSale> grades)
    {
        var taken = await redis.QueryAsync("count sold seats", database => Task.WhenAll(grades.Select(grade =>
            database.SortedSetLengthAsync(SeatsRedisKeys.Seats(grade.GameId, grade.GradeId), double.Parse(SeatAvailability.Sold), double.Parse(SeatAvailability.Blocked), flags: CommandFlags.DemandMaster))), CancellationToken.None);
        return [.. grades.Zip(taken).Where(grade => grade.Second >= grade.First.Capacity).Select(grade => grade.First.GradeId)];
    }
}
