using Dapper;
using MySqlConnector;
using StackExchange.Redis;
using CommandFlags = StackExchange.Redis.CommandFlags;

namespace Dugout.Features.Seats;

/// <summary>
/// What Redis knows of sold and blocked seats, so that most requests for taken seats are rejected without a query to the primary. This state may be stale or empty: it
/// never decides who gets a seat. When it is empty, one caller rebuilds it from the primary while the others wait.
/// </summary>
public sealed class SeatAvailability(Databases databases, RedisStore redis)
{
    /// <summary>Score of a sold seat: a time no hold reaches.</summary>
    internal const string Sold = "9000000000000000";

    /// <summary>Score of a seat that an operator has blocked from sale.</summary>
    internal const string Blocked = "9000000000000001";

    /// <summary>Lifetime of a grade's seats in Redis after the last hold, in ms: one week.</summary>
    internal const long KeepMilliseconds = 7 * 24 * 3_600_000L;

    private const int Looks = 20;
    private static readonly TimeSpan Soon = TimeSpan.FromSeconds(1);
    private static readonly string FreeScript = RedisScript.Of(typeof(SeatAvailability), "Scripts.seats", "Scripts.holds", "Scripts.free");
    private static readonly string SettleScript = RedisScript.Of(typeof(SeatAvailability), "Scripts.seats", "Scripts.settle");
    private static readonly string RebuildScript = RedisScript.Of(typeof(SeatAvailability), "Scripts.rebuild");

    private readonly SingleFlight<(long Game, long Grade), bool> _rebuilding = new();
    private readonly Refill _refill = new(redis, patience: TimeSpan.FromSeconds(2), lease: TimeSpan.FromSeconds(5));

    /// <summary>Marks sold or blocked seats as free, after the primary has freed them. If Redis is unavailable, the outbox updates it later.</summary>
    /// <param name="gameId">The game.</param>
    /// <param name="seats">The seats.</param>
    /// <param name="accountId">The account they were sold to; 0 if they were blocked.</param>
    /// <param name="reservationId">The reservation they were sold to, so that its late "sold" update is ignored; 0 if they were blocked.</param>
    public async Task FreeAsync(long gameId, IReadOnlyCollection<Seat> seats, long accountId, long reservationId)
    {
        RedisKey[] keys = [SeatsRedisKeys.HoldsOfAccount(gameId, accountId), .. seats.Select(seat => SeatsRedisKeys.Seats(gameId, seat.GradeId))];
        RedisValue[] arguments = [Sold, Blocked, accountId, reservationId, .. seats.Select(seat => (RedisValue)seat.Number)];
        try
        {
            await redis.QueryAsync("free seats", database => database.RunAsync(FreeScript, keys, arguments), CancellationToken.None);
        }
        catch (RedisUnavailableException)
        {
            // The seats are free on the primary regardless.
        }
    }

    /// <summary>
    /// Reads the state of seats from the primary and writes it to Redis. If a seat of their grades is freed between the read and the write, both are repeated. Safe to
    /// repeat and safe to run late.
    /// </summary>
    /// <returns>True if the state was written; false if every attempt met a concurrent release.</returns>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public async Task<bool> ReconcileAsync(long gameId, IReadOnlyCollection<Seat> seats, CancellationToken cancellation)
    {
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        for (var look = 1; look <= Looks; look++)
        {
            long[] grades = [.. seats.Select(seat => seat.GradeId).Distinct()];
            var counts = await Task.WhenAll(grades.Select(grade => FreedAsync(gameId, grade, cancellation)));
            var freed = grades.Zip(counts).ToDictionary(grade => grade.First, grade => grade.Second);
            var taken = await Claims.AmongAsync(connection, gameId, seats, cancellation);
            RedisKey[] keys = [.. seats.Select(seat => SeatsRedisKeys.Seats(gameId, seat.GradeId))];
            RedisValue[] arguments =
                [Sold, Blocked, .. seats.SelectMany(seat => new RedisValue[] { seat.Number, Name(taken.GetValueOrDefault(seat, SeatState.Free)), freed[seat.GradeId] })];
            if ((int)await redis.QueryAsync("reconcile seats", database => database.RunAsync(SettleScript, keys, arguments), cancellation) == 1)
                return true;
        }

        return false;
    }

    /// <summary>Returns which of the seats are sold or blocked on the primary.</summary>
    public async Task<IReadOnlyList<Holds.TakenSeat>> TakenAsync(long gameId, IEnumerable<Seat> seats, CancellationToken cancellation)
    {
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        return [.. (await Claims.AmongAsync(connection, gameId, seats, cancellation)).Select(Holds.TakenSeat.Of)];
    }

    /// <summary>Best-effort reconciliation that spares later requests a query to the primary. If it can't finish at once, the outbox updates Redis later.</summary>
    public async Task TryReconcileAsync(long gameId, IReadOnlyCollection<Seat> seats)
    {
        using var soon = new CancellationTokenSource(Soon);
        try
        {
            await ReconcileAsync(gameId, seats, soon.Token);
        }
        catch (Exception away) when (away.IsOfTheDatabase() || away is RedisUnavailableException or OperationCanceledException)
        {
            // The primary's state applies regardless.
        }
    }

    /// <summary>
    /// Waits until a grade's sold and blocked seats are known again, for at most two seconds; after that the caller goes on without them. One caller per process, and one
    /// process at a time, does the rebuild.
    /// </summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public Task CompleteAsync(long gameId, long gradeId, CancellationToken cancellation) =>
        _rebuilding.RunAsync(
            (gameId, gradeId),
            key => _refill.RunAsync("seats", SeatsRedisKeys.Rebuild(key.Game, key.Grade), () => IsCompleteAsync(key.Game, key.Grade), token => RebuildAsync(key.Game, key.Grade, token)),
            cancellation);

    /// <summary>The number of times seats of a grade have been freed; the count restarts when Redis loses the grade.</summary>
    private Task<RedisValue> FreedAsync(long gameId, long gradeId, CancellationToken cancellation) => redis.QueryAsync("read freed seats", async database =>
        (RedisValue)(long)(await database.SortedSetScoreAsync(SeatsRedisKeys.Seats(gameId, gradeId), "-1", CommandFlags.DemandMaster) ?? 0), cancellation);

    private Task<bool> IsCompleteAsync(long gameId, long gradeId) => redis.QueryAsync("check seat availability", async database =>
        await database.SortedSetScoreAsync(SeatsRedisKeys.Seats(gameId, gradeId), "0", CommandFlags.DemandMaster) is not null, CancellationToken.None);

    /// <summary>Reads a grade from the primary into Redis.</summary>
    /// <returns>False if a seat was freed meanwhile.</returns>
    private async Task<bool> RebuildAsync(long gameId, long gradeId, string token)
    {
        var freed = await FreedAsync(gameId, gradeId, CancellationToken.None);
        await using var connection = await databases.OpenPrimaryAsync(CancellationToken.None);
        var claims = (await connection.QueryAsync<(int Number, long? Reservation)>(
            "SELECT number, reservation_id FROM seat_claims WHERE game_id = @gameId AND grade_id = @gradeId", new { gameId, gradeId })).AsList();
        var sold = claims.Where(claim => claim.Reservation is not null).Select(claim => (RedisValue)claim.Number).ToList();
        var blocked = claims.Where(claim => claim.Reservation is null).Select(claim => (RedisValue)claim.Number);
        RedisValue[] arguments = [token, freed, KeepMilliseconds, Sold, Blocked, sold.Count, .. sold, .. blocked];
        return (int)await redis.QueryAsync("rebuild seats", database => database.RunAsync(
            RebuildScript, [SeatsRedisKeys.Seats(gameId, gradeId), SeatsRedisKeys.Rebuild(gameId, gradeId)], arguments), CancellationToken.None) == 1;
    }

    private static string Name(SeatState state) => state switch
    {
        SeatState.Sold => "sold",
        SeatState.Blocked => "blocked",
        _ => "free",
    };
}
