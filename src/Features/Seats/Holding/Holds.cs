using System.Globalization;
using System.Text.Json;
using Microsoft.Extensions.Options;
using StackExchange.Redis;

namespace Dugout.Features.Seats;

/// <summary>
/// The store of holds: a hold reserves a seat for one account until a deadline. Holds live only in Redis, because a lost hold is
/// simply requested again and no purchase depends on one. Every change is one atomic script that uses Redis' clock, so replicas
/// with different clocks agree. A hold ends by its deadline alone: there is no cleanup job, and expired entries are ignored.
/// </summary>
public sealed class Holds(RedisStore redis, SeatAvailability gate, IOptions<SeatsOptions> options)
{
    private static readonly string PlaceScript = RedisScript.Of(typeof(Holds), "Scripts.seats", "Scripts.hold", "Scripts.place");
    private static readonly string ReleaseScript = RedisScript.Of(typeof(Holds), "Scripts.seats", "Scripts.release");
    private static readonly string RenewScript = RedisScript.Of(typeof(Holds), "Scripts.seats", "Scripts.renew");
    private static readonly string HeldScript = RedisScript.Of(typeof(Holds), "Scripts.held");

    /// <summary>A hold.</summary>
    /// <param name="Id">Its id.</param>
    /// <param name="GameId">The game.</param>
    /// <param name="AccountId">The account that owns it.</param>
    /// <param name="ExpiresAt">Its deadline, UTC. During the grace period after it no other account gets the seats.</param>
    /// <param name="Seats">The seats, at the prices fixed when the hold was made.</param>
    public sealed record Hold(long Id, long GameId, long AccountId, DateTime ExpiresAt, IReadOnlyList<PricedSeat> Seats);

    /// <summary>A seat of one of the account's holds.</summary>
    public readonly record struct HeldSeat(Seat Seat, long HoldId);

    /// <summary>An unavailable seat and the reason.</summary>
    /// <param name="GradeId">Its grade.</param>
    /// <param name="Number">Its number in the grade.</param>
    /// <param name="Reason"><c>held</c>, <c>sold</c> or <c>blocked</c>.</param>
    public sealed record TakenSeat(long GradeId, int Number, string Reason)
    {
        /// <summary>The error <c>seat-taken</c> as the OpenAPI document shows it.</summary>
        internal static readonly Problem Example = SeatsProblems.SeatTaken.With("seats", new TakenSeat[] { new(11, 120, "sold") });

        /// <summary>Converts a seat with a claim on the primary.</summary>
        internal static TakenSeat Of(KeyValuePair<Seat, SeatState> claimed) =>
            new(claimed.Key.GradeId, claimed.Key.Number, claimed.Value == SeatState.Sold ? "sold" : "blocked");
    }

    /// <summary>The result of placing a hold: a deadline if it was made, or the seats that are taken.</summary>
    /// <param name="ExpiresAt">Its deadline, UTC; null if it was not made.</param>
    /// <param name="Taken">The unavailable seats; empty if it was made.</param>
    /// <param name="HeldByAccount">All seats of the game the account now holds, including these; empty if the hold was not made.</param>
    public sealed record Placed(DateTime? ExpiresAt, IReadOnlyList<TakenSeat> Taken, IReadOnlyList<HeldSeat> HeldByAccount);

    /// <summary>
    /// Holds all the seats for an account, or none. After an exception the hold may exist nevertheless: the caller releases it, or it
    /// expires.
    /// </summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public async Task<Placed> PlaceAsync(
        long holdId, long gameId, long accountId, IReadOnlyList<PricedSeat> seats, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(seats);
        var answer = await TryPlaceAsync(holdId, gameId, accountId, seats, anyway: false, cancellation);
        if ((string)answer[0]! == "incomplete")
        {
            foreach (var grade in answer.Skip(1).Select(index => seats[(int)index].GradeId).Distinct())
                await gate.CompleteAsync(gameId, grade, cancellation);
            answer = await TryPlaceAsync(holdId, gameId, accountId, seats, anyway: true, cancellation);
        }

        return (string)answer[0]! == "held"
            ? PlacedOf(answer)
            : new(ExpiresAt: null, [.. answer.Skip(1).Chunk(2).Select(pair => TakenAt(seats[(int)pair[0]], (string)pair[1]!))], HeldByAccount: []);
    }

    /// <summary>Extends the hold to a full lifetime from now, within the maximum total lifetime of a hold.</summary>
    /// <returns>The new deadline, or the error: the hold has expired or has reached its maximum lifetime.</returns>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public async Task<(DateTime ExpiresAt, Problem? Problem)> RenewAsync(Hold hold, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(hold);
        var limits = options.Value;
        RedisValue[] arguments =
            [limits.HoldSeconds * 1000L, limits.GraceSeconds * 1000L, limits.LongestHoldSeconds * 1000L, hold.AccountId, .. Members(hold.Id, hold.Seats)];
        var answer = (RedisResult[])(await redis.QueryAsync("renew hold", database => database.ScriptEvaluateAsync(
            RenewScript, Keys(hold.Id, hold.GameId, hold.AccountId, Grades(hold.Seats)), arguments), cancellation))!;
        return (string)answer[0]! switch
        {
            "renewed" => (Time((long)answer[1]), null),
            "limit" => (default, SeatsProblems.RenewalLimit),
            _ => (default, SeatsProblems.HoldExpired),
        };
    }

    /// <summary>Releases the seats. Does nothing if the hold is gone or belongs to another account.</summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable; the hold expires at its deadline.</exception>
    public Task LetGoAsync(long holdId, long gameId, long accountId, IReadOnlyList<PricedSeat> seats, CancellationToken cancellation) =>
        EndAsync(holdId, gameId, accountId, seats, becomes: "", cancellation);

    /// <summary>Ends a hold whose seats were sold and marks the seats as sold.</summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable; the next hold of these seats is checked against the primary.</exception>
    public Task SoldAsync(Hold hold)
    {
        ArgumentNullException.ThrowIfNull(hold);
        return EndAsync(hold.Id, hold.GameId, hold.AccountId, hold.Seats, SeatAvailability.Sold, CancellationToken.None);
    }

    /// <summary>A hold that still blocks its seats, including one past its deadline but within the grace period; null if there is none.</summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public async Task<Hold?> FindAsync(long holdId, long gameId, CancellationToken cancellation)
    {
        var fields = await redis.QueryAsync("find hold", database =>
            database.HashGetAsync(SeatsRedisKeys.Hold(gameId, holdId), ["account", "deadline", "seats"]), cancellation);
        return fields is [{ IsNull: false } account, { IsNull: false } deadline, { IsNull: false } seats]
            ? new(holdId, gameId, (long)account, Time((long)deadline), JsonSerializer.Deserialize<List<PricedSeat>>((string)seats!)!)
            : null;
    }

    /// <summary>The account's live holds in a game, ordered by deadline.</summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public async Task<IReadOnlyList<Hold>> OfAccountAsync(long gameId, long accountId, CancellationToken cancellation)
    {
        var seats = await HeldNowAsync("find held seats of account", SeatsRedisKeys.HeldByAccount(gameId, accountId), cancellation);
        var ids = seats.Select(seat => ReadMember((string)seat!).HoldId).Distinct();
        var holds = await Task.WhenAll(ids.Select(id => FindAsync(id, gameId, cancellation)));
        return [.. holds.OfType<Hold>()];
    }

    /// <summary>The seat numbers of a grade that are currently held, unordered.</summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public async Task<IReadOnlyList<int>> HeldAsync(long gameId, long gradeId, CancellationToken cancellation) =>
        Array.ConvertAll(await HeldNowAsync("held seats", SeatsRedisKeys.Seats(gameId, gradeId), cancellation), number => (int)number);

    /// <summary>The holds of the given games that end between two times, UTC, unordered.</summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public async Task<IReadOnlyList<SeatsQueries.LapsingHold>> LapsingAsync(IReadOnlyCollection<long> games, DateTime from, DateTime until, CancellationToken cancellation)
    {
        var (first, last) = (new DateTimeOffset(from).ToUnixTimeMilliseconds(), new DateTimeOffset(until).ToUnixTimeMilliseconds());
        var found = await redis.QueryAsync("find expiring holds", database =>
            Task.WhenAll(games.Select(game => database.SortedSetRangeByScoreWithScoresAsync(SeatsRedisKeys.Lapsing(game), first, last))), cancellation);
        return [.. found.SelectMany(ofGame => ofGame).Select(hold => ReadLapsing((string)hold.Element!, (long)hold.Score))];
    }

    private async Task<RedisResult[]> HeldNowAsync(string name, RedisKey key, CancellationToken cancellation) =>
        (RedisResult[])(await redis.QueryAsync(name, database => database.ScriptEvaluateAsync(HeldScript, [key], [SeatAvailability.Sold]), cancellation))!;

    private async Task<RedisResult[]> TryPlaceAsync(
        long holdId, long gameId, long accountId, IReadOnlyList<PricedSeat> seats, bool anyway, CancellationToken cancellation)
    {
        RedisValue[] arguments =
        [
            options.Value.HoldSeconds * 1000L, options.Value.GraceSeconds * 1000L, accountId, JsonSerializer.Serialize(seats),
            SeatAvailability.Sold, SeatAvailability.Blocked, SeatAvailability.KeepMilliseconds, anyway ? "anyway" : "", .. Members(holdId, seats),
        ];
        return (RedisResult[])(await redis.QueryAsync("hold seats", database =>
            database.ScriptEvaluateAsync(PlaceScript, Keys(holdId, gameId, accountId, Grades(seats)), arguments), cancellation))!;
    }

    internal static Placed PlacedOf(RedisResult[] answer) =>
        new(Time((long)answer[1]), Taken: [], [.. answer.Skip(2).Select(seat => ReadMember((string)seat!))]);

    private Task EndAsync(
        long holdId, long gameId, long accountId, IReadOnlyList<PricedSeat> seats, string becomes, CancellationToken cancellation)
    {
        RedisValue[] arguments = [accountId, becomes, .. Members(holdId, seats)];
        return redis.QueryAsync("end hold", database =>
            database.ScriptEvaluateAsync(ReleaseScript, Keys(holdId, gameId, accountId, Grades(seats)), arguments), cancellation);
    }

    /// <summary>The keys of a script that changes a hold: those of the hold, then one for each of the grades.</summary>
    internal static RedisKey[] Keys(long holdId, long gameId, long accountId, IEnumerable<long> grades) =>
    [
        SeatsRedisKeys.Hold(gameId, holdId), SeatsRedisKeys.HeldByAccount(gameId, accountId), SeatsRedisKeys.Lapsing(gameId),
        .. grades.Select(grade => SeatsRedisKeys.Seats(gameId, grade)),
    ];

    private static IEnumerable<long> Grades(IEnumerable<PricedSeat> seats) => seats.Select(seat => seat.GradeId);

    private static IEnumerable<RedisValue> Members(long holdId, IReadOnlyList<PricedSeat> seats) =>
        seats.SelectMany(seat => new RedisValue[] { $"{seat.GradeId}:{seat.Number}:{holdId}", seat.Number });

    private static HeldSeat ReadMember(string member)
    {
        var parts = member.Split(':');
        return new(
            new(long.Parse(parts[0], CultureInfo.InvariantCulture), int.Parse(parts[1], CultureInfo.InvariantCulture)),
            long.Parse(parts[2], CultureInfo.InvariantCulture));
    }

    private static SeatsQueries.LapsingHold ReadLapsing(string member, long deadline)
    {
        var parts = member.Split(':');
        return new(long.Parse(parts[2], CultureInfo.InvariantCulture), long.Parse(parts[3], CultureInfo.InvariantCulture), deadline);
    }

    private static TakenSeat TakenAt(PricedSeat seat, string reason) => new(seat.GradeId, seat.Number, reason);

    private static DateTime Time(long unixMilliseconds) => DateTimeOffset.FromUnixTimeMilliseconds(unixMilliseconds).UtcDateTime;
}
