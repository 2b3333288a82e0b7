using Dugout.Features.Catalog;
using Microsoft.Extensions.Options;
using StackExchange.Redis;

namespace Dugout.Features.Seats;

/// <summary>Chooses and holds the best adjacent seats, in one atomic script: callers at the same moment never choose the same seats.</summary>
public sealed class BestSeats(RedisStore redis, SeatAvailability gate, IOptions<SeatsOptions> options)
{
    private static readonly string BestScript = RedisScript.Of(typeof(BestSeats), "Scripts.seats", "Scripts.holds", "Scripts.hold", "Scripts.best");

    /// <summary>
    /// Holds adjacent seats of one row for an account, chosen among the free ones: best row first. After an exception the hold may exist nevertheless: the caller releases it,
    /// or it expires.
    /// </summary>
    /// <returns>The hold; or, if no row has that many adjacent free seats, free seats of the grade, at most <paramref name="count"/>.</returns>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public async Task<(Holds.Placed? Placed, IReadOnlyList<Seat> Scattered)> PlaceAsync(
        Holds.Hold hold, CatalogQueries.GradeTerms grade, IReadOnlyList<CatalogQueries.SeatBlock> blocks, int count, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(hold);
        ArgumentNullException.ThrowIfNull(grade);
        ArgumentNullException.ThrowIfNull(blocks);
        // Equally good rows are begun at a random block, so that fans who ask at once don't all sit in the first one.
        var begin = Random.Shared.Next(blocks.Count);
        var answer = await TryPlaceAsync(anyway: false);
        if ((string)answer[0]! == "incomplete")
        {
            await gate.CompleteAsync(hold.GameId, grade.GradeId, cancellation);
            answer = await TryPlaceAsync(anyway: true);
        }

        return (string)answer[0]! == "held"
            ? (Holds.PlacedOf(answer, hold), [])
            : (null, [.. answer.Skip(1).Select(number => new Seat(grade.GradeId, (int)number))]);

        async Task<RedisResult[]> TryPlaceAsync(bool anyway)
        {
            RedisValue[] arguments =
            [
                options.Value.HoldSeconds * 1000L, options.Value.GraceSeconds * 1000L, hold.AccountId, SeatAvailability.KeepMilliseconds, anyway ? "anyway" : "",
                grade.GradeId, grade.Price, hold.Id, count, begin, .. blocks.SelectMany(block => new RedisValue[] { block.FirstNumber, block.Rows, block.SeatsPerRow }),
            ];
            RedisKey[] keys = [SeatsRedisKeys.HoldsOfAccount(hold.GameId, hold.AccountId), SeatsRedisKeys.Seats(hold.GameId, grade.GradeId)];
            return (RedisResult[])(await redis.QueryAsync("hold best seats", database => database.RunAsync(BestScript, keys, arguments), cancellation))!;
        }
    }
}
