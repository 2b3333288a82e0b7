using System.Security.Cryptography;
using Dapper;
using MySqlConnector;
using StackExchange.Redis;

namespace Dugout.Features.Seats;

/// <summary>
/// What Redis knows of sold and blocked seats, so that whoever wants one is turned away without a question to the primary. It
/// may be behind and it may be empty: who gets a seat is never decided here. Emptied, it is rebuilt from the primary by one
/// caller while the others wait.
/// </summary>
public sealed class SeatAvailability(Databases databases, RedisStore redis)
{
    /// <summary>A time no hold reaches: the seat is sold.</summary>
    internal const string Sold = "9000000000000000";

    /// <summary>The same, for a seat an operator keeps from sale.</summary>
    internal const string Blocked = "9000000000000001";

    /// <summary>How long a grade's seats are remembered after the last hold, in ms: a week.</summary>
    internal const long KeepMilliseconds = 7 * 24 * 3_600_000L;

    private const int RebuildSeconds = 5;
    private const int Looks = 20;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan Soon = TimeSpan.FromSeconds(1);
    private static readonly string FreeScript = RedisScript.Of(typeof(SeatAvailability), "Gate.free");
    private static readonly string SettleScript = RedisScript.Of(typeof(SeatAvailability), "Gate.settle");
    private static readonly string RebuildScript = RedisScript.Of(typeof(SeatAvailability), "Gate.rebuild");

    private readonly SingleFlight<(long Game, long Grade), bool> _rebuilding = new();

    /// <summary>Frees seats that were sold or blocked, once the primary has. If Redis is away it learns of them from the outbox.</summary>
    /// <param name="gameId">The game.</param>
    /// <param name="seats">The seats.</param>
    /// <param name="reservationId">The reservation they were sold to: its late word that they are sold no longer counts. 0 where they were blocked.</param>
    public async Task FreeAsync(long gameId, IReadOnlyCollection<Seat> seats, long reservationId)
    {
        RedisKey[] keys = [SeatsRedisKeys.Hold(gameId, reservationId), .. seats.Select(seat => SeatsRedisKeys.Seats(gameId, seat.GradeId))];
        RedisValue[] arguments = [Sold, Blocked, .. seats.Select(seat => (RedisValue)seat.Number)];
        try
        {
            await redis.QueryAsync("free seats", database => database.ScriptEvaluateAsync(FreeScript, keys, arguments), CancellationToken.None);
        }
        catch (RedisUnavailableException)
        {
            // They are free nevertheless.
        }
    }

    /// <summary>
    /// Asks the primary about seats and writes down what it says, unless a seat of their grades was freed between the two:
    /// then it asks again. Safe to repeat, at any time, and late.
    /// </summary>
    /// <returns>Whether it was written; not if seats were freed all the while.</returns>
    /// <exception cref="RedisUnavailableException">Redis did not answer.</exception>
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
            if ((int)await redis.QueryAsync("settle seats", database => database.ScriptEvaluateAsync(SettleScript, keys, arguments), cancellation) == 1)
                return true;
        }

        return false;
    }

    /// <summary>The same, as a favour to those who ask next: if it can't be done at once, Redis learns it from the outbox.</summary>
    public async Task TryReconcileAsync(long gameId, IReadOnlyCollection<Seat> seats)
    {
        using var soon = new CancellationTokenSource(Soon);
        try
        {
            await ReconcileAsync(gameId, seats, soon.Token);
        }
        catch (Exception away) when (away.IsOfTheDatabase() || away is RedisUnavailableException or OperationCanceledException)
        {
            // What the primary says holds nevertheless.
        }
    }

    /// <summary>
    /// Returns when a grade's sold and blocked seats are known again, or after two seconds: then whoever asks goes on without.
    /// One caller of a process sees to it, and one process of all.
    /// </summary>
    /// <exception cref="RedisUnavailableException">Redis did not answer.</exception>
    /// <exception cref="MySqlException">The primary did not answer.</exception>
    public Task CompleteAsync(long gameId, long gradeId, CancellationToken cancellation) =>
        _rebuilding.RunAsync((gameId, gradeId), key => CompleteAsync(key.Game, key.Grade), cancellation);

    private async Task<bool> CompleteAsync(long gameId, long gradeId)
    {
        using var patience = new CancellationTokenSource(Patience);
        var token = RandomNumberGenerator.GetHexString(16);
        while (!await IsCompleteAsync(gameId, gradeId))
        {
            if (patience.IsCancellationRequested)
                return false;

            var mine = await redis.QueryAsync("rebuild seats", database => database.StringSetAsync(
                SeatsRedisKeys.Rebuild(gameId, gradeId), token, TimeSpan.FromSeconds(RebuildSeconds), When.NotExists), CancellationToken.None);
            if (!mine)
                await Task.Delay(Pause, CancellationToken.None);
            else if (!await IsCompleteAsync(gameId, gradeId))
                await RebuildAsync(gameId, gradeId, token);
            else // Somebody was through between the two looks; what they read needn't be read again.
                await redis.QueryAsync("rebuild seats", database => database.LockReleaseAsync(SeatsRedisKeys.Rebuild(gameId, gradeId), token), CancellationToken.None);
        }

        return true;
    }

    /// <summary>How often seats of a grade have been freed; a new count begins whenever Redis loses the grade.</summary>
    private Task<RedisValue> FreedAsync(long gameId, long gradeId, CancellationToken cancellation) => redis.QueryAsync("freed seats", async database =>
        (RedisValue)(long)(await database.SortedSetScoreAsync(SeatsRedisKeys.Seats(gameId, gradeId), "-1") ?? 0), cancellation);

    private Task<bool> IsCompleteAsync(long gameId, long gradeId) => redis.QueryAsync("are seats known", async database =>
        await database.SortedSetScoreAsync(SeatsRedisKeys.Seats(gameId, gradeId), "0") is not null, CancellationToken.None);

    private async Task RebuildAsync(long gameId, long gradeId, string token)
    {
        var freed = await FreedAsync(gameId, gradeId, CancellationToken.None);
        await using var connection = await databases.OpenPrimaryAsync(CancellationToken.None);
        var claims = (await connection.QueryAsync<(int Number, long? Reservation)>(
            "SELECT number, reservation_id FROM seat_claims WHERE game_id = @gameId AND grade_id = @gradeId", new { gameId, gradeId })).AsList();
        var sold = claims.Where(claim => claim.Reservation is not null).Select(claim => (RedisValue)claim.Number).ToList();
        var blocked = claims.Where(claim => claim.Reservation is null).Select(claim => (RedisValue)claim.Number);
        RedisValue[] arguments = [token, freed, KeepMilliseconds, Sold, Blocked, sold.Count, .. sold, .. blocked];
        await redis.QueryAsync("rebuild seats", database => database.ScriptEvaluateAsync(
            RebuildScript, [SeatsRedisKeys.Seats(gameId, gradeId), SeatsRedisKeys.Rebuild(gameId, gradeId)], arguments), CancellationToken.None);
    }

    private static string Name(SeatState state) => state switch
    {
        SeatState.Sold => "sold",
        SeatState.Blocked => "blocked",
        _ => "free",
    };
}
