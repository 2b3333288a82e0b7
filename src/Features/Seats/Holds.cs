using System.Globalization;
using System.Text.Json;
using Dugout.Features.Shared;
using Microsoft.Extensions.Options;
using StackExchange.Redis;

namespace Dugout.Features.Seats;

/// <summary>
/// The store of holds: a seat is promised to one account until a deadline. Holds live in Redis only, because a hold that is
/// lost is merely asked for again; what is paid for never rests on one. Every change is one script, so it is seen whole or
/// not at all, and time is Redis' own, so replicas with different clocks agree. A hold ends by its deadline alone: nothing
/// sweeps, an expired entry is simply no longer counted.
/// </summary>
public sealed class Holds(RedisStore redis, IOptions<SeatsOptions> options)
{
    /// <summary>A hold as it was made.</summary>
    /// <param name="AccountId">Whose it is.</param>
    /// <param name="ExpiresAt">Its deadline, UTC.</param>
    /// <param name="Seats">The seats, with the price fixed when they were held.</param>
    public sealed record Hold(long AccountId, DateTime ExpiresAt, IReadOnlyList<PricedSeat> Seats);

    /// <summary>How a hold of an account came out.</summary>
    /// <param name="ExpiresAt">Its deadline, UTC, when it was made.</param>
    /// <param name="AlreadyHeld">The seats somebody holds, when it was refused for them.</param>
    /// <param name="HeldByAccount">All seats of the game the account holds now, these included; empty unless made.</param>
    public sealed record Placed(DateTime? ExpiresAt, IReadOnlyList<Seat> AlreadyHeld, IReadOnlyList<Seat> HeldByAccount);

    // KEYS: hold, the account's seats, then one set of held numbers a seat. ARGV: life in ms, account, seats as JSON, then
    // "grade:number" and number of each seat. Answers {1, deadline, the account's seats…} or {0, index of a held seat…}.
    private const string PlaceScript = """
        local clock = redis.call('TIME')
        local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
        local function keep(key, deadline)  -- a set lives as long as its longest hold
            redis.call('PEXPIREAT', key, deadline, 'GT')
            redis.call('PEXPIREAT', key, deadline, 'NX')
        end
        local held = {0}
        for i = 3, #KEYS do
            local deadline = redis.call('ZSCORE', KEYS[i], ARGV[2 * i - 1])
            if deadline and tonumber(deadline) > now then held[#held + 1] = i - 3 end
        end
        if #held > 1 then return held end

        local deadline = now + ARGV[1]
        redis.call('HSET', KEYS[1], 'account', ARGV[2], 'deadline', deadline, 'seats', ARGV[3])
        redis.call('PEXPIREAT', KEYS[1], deadline)
        redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
        for i = 3, #KEYS do
            redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now)
            redis.call('ZADD', KEYS[i], deadline, ARGV[2 * i - 1])
            keep(KEYS[i], deadline)
            redis.call('ZADD', KEYS[2], deadline, ARGV[2 * i - 2])
        end
        keep(KEYS[2], deadline)
        local answer = {1, deadline}
        for _, seat in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do answer[#answer + 1] = seat end
        return answer
        """;

    // KEYS as above; ARGV: account, then "grade:number" and number of each seat. Only the owner's hold goes.
    private const string ReleaseScript = """
        if redis.call('HGET', KEYS[1], 'account') ~= ARGV[1] then return 0 end
        redis.call('DEL', KEYS[1])
        for i = 3, #KEYS do
            redis.call('ZREM', KEYS[2], ARGV[2 * i - 4])
            redis.call('ZREM', KEYS[i], ARGV[2 * i - 3])
        end
        return 1
        """;

    private const string HeldScript = """
        local clock = redis.call('TIME')
        local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
        return redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. string.format('%.0f', now), '+inf')
        """;

    /// <summary>Holds all the seats for an account, or none.</summary>
    /// <exception cref="RedisAwayException">Redis did not answer. If it made the hold nevertheless, the hold lapses.</exception>
    public async Task<Placed> PlaceAsync(
        long holdId, long gameId, long accountId, IReadOnlyList<PricedSeat> seats, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(seats);
        RedisValue[] arguments =
            [options.Value.HoldSeconds * 1000L, accountId, JsonSerializer.Serialize(seats), .. Members(seats)];
        var answer = (RedisResult[])(await redis.AskAsync("hold seats", database =>
            database.ScriptEvaluateAsync(PlaceScript, Keys(holdId, gameId, accountId, seats), arguments), cancellation))!;

        return (long)answer[0] == 1
            ? new(Time((long)answer[1]), AlreadyHeld: [], [.. answer.Skip(2).Select(seat => ReadSeat((string)seat!))])
            : new(ExpiresAt: null, [.. answer.Skip(1).Select(index => seats[(int)index].Seat)], HeldByAccount: []);
    }

    /// <summary>
    /// Lets the seats go, whether or not the caller still waits. Does nothing where the hold is gone or somebody else's;
    /// while Redis is away the hold lapses by itself.
    /// </summary>
    public async Task LetGoAsync(long holdId, long gameId, long accountId, IReadOnlyList<PricedSeat> seats)
    {
        ArgumentNullException.ThrowIfNull(seats);
        RedisValue[] arguments = [accountId, .. Members(seats)];
        try
        {
            await redis.AskAsync("release seats", database =>
                database.ScriptEvaluateAsync(ReleaseScript, Keys(holdId, gameId, accountId, seats), arguments), CancellationToken.None);
        }
        catch (RedisAwayException)
        {
            // Its deadline lets it go.
        }
    }

    /// <summary>A hold that has not expired; null where there is none.</summary>
    /// <exception cref="RedisAwayException">Redis did not answer.</exception>
    public async Task<Hold?> FindAsync(long holdId, long gameId, CancellationToken cancellation)
    {
        var fields = await redis.AskAsync("find hold", database =>
            database.HashGetAsync(RedisKeys.Hold(gameId, holdId), ["account", "deadline", "seats"]), cancellation);
        return fields is [{ IsNull: false } account, { IsNull: false } deadline, { IsNull: false } seats]
            ? new((long)account, Time((long)deadline), JsonSerializer.Deserialize<List<PricedSeat>>((string)seats!)!)
            : null;
    }

    /// <summary>The numbers of a grade's seats that are held now, in no order.</summary>
    /// <exception cref="RedisAwayException">Redis did not answer.</exception>
    public async Task<IReadOnlyList<int>> HeldAsync(long gameId, long gradeId, CancellationToken cancellation)
    {
        var numbers = (RedisResult[])(await redis.AskAsync("held seats", database =>
            database.ScriptEvaluateAsync(HeldScript, [RedisKeys.HeldSeats(gameId, gradeId)]), cancellation))!;
        return Array.ConvertAll(numbers, number => (int)number);
    }

    private static RedisKey[] Keys(long holdId, long gameId, long accountId, IReadOnlyList<PricedSeat> seats) =>
    [
        RedisKeys.Hold(gameId, holdId), RedisKeys.HeldByAccount(gameId, accountId),
        .. seats.Select(seat => RedisKeys.HeldSeats(gameId, seat.GradeId)),
    ];

    private static IEnumerable<RedisValue> Members(IReadOnlyList<PricedSeat> seats) =>
        seats.SelectMany(seat => new RedisValue[] { $"{seat.GradeId}:{seat.Number}", seat.Number });

    private static Seat ReadSeat(string member)
    {
        var colon = member.IndexOf(':', StringComparison.Ordinal);
        return new(long.Parse(member.AsSpan(0, colon), CultureInfo.InvariantCulture), int.Parse(member.AsSpan(colon + 1), CultureInfo.InvariantCulture));
    }

    private static DateTime Time(long unixMilliseconds) => DateTimeOffset.FromUnixTimeMilliseconds(unixMilliseconds).UtcDateTime;
}
