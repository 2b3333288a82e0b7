using Dugout.Features.Catalog;
using Microsoft.Extensions.Options;
using StackExchange.Redis;

namespace Dugout.Features.Seats;

/// <summary>
/// The store of holds: a hold reserves a seat for one account until a deadline. Holds live only in Redis, because a lost hold is
/// simply requested again and no purchase depends on one. Every change is one atomic script that uses Redis' clock, so replicas
/// with different clocks agree. A hold ends by its deadline alone: expired entries are ignored.
/// </summary>
public sealed class Holds(RedisStore redis, SeatAvailability gate, CatalogQueries catalog, IOptions<SeatsOptions> options)
{
    private static readonly string PlaceScript = RedisScript.Of(typeof(Holds), "Scripts.seats", "Scripts.grades", "Scripts.holds", "Scripts.hold", "Scripts.place");
    private static readonly string ReleaseScript = RedisScript.Of(typeof(Holds), "Scripts.seats", "Scripts.grades", "Scripts.holds", "Scripts.release");
    private static readonly string RenewScript = RedisScript.Of(typeof(Holds), "Scripts.seats", "Scripts.grades", "Scripts.holds", "Scripts.renew");
    private static readonly string FindScript = RedisScript.Of(typeof(Holds), "Scripts.seats", "Scripts.find");
    private static readonly string ExistsScript = RedisScript.Of(typeof(Holds), "Scripts.seats", "Scripts.holds", "Scripts.exists");
    private static readonly string LapsingScript = RedisScript.Of(typeof(Holds), "Scripts.seats", "Scripts.holds", "Scripts.lapsing");
    private static readonly string HeldScript = RedisScript.Of(typeof(Holds), "Scripts.held");

    /// <summary>How long expired holds stay listed: Redis' clock may call them live.</summary>
    private static readonly TimeSpan Kept = TimeSpan.FromHours(1);

    /// <summary>A hold.</summary>
    /// <param name="Id">Its id.</param>
    /// <param name="GameId">The game.</param>
    /// <param name="AccountId">The account that owns it.</param>
    /// <param name="ExpiresAt">Its deadline, UTC. During the grace period after it no other account gets the seats.</param>
    /// <param name="Seats">The seats, at the prices fixed when the hold was made.</param>
    public sealed record Hold(long Id, long GameId, long AccountId, DateTime ExpiresAt, IReadOnlyList<PricedSeat> Seats);

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

    /// <summary>The result of placing a hold: the hold if it was made, or the seats that are taken.</summary>
    /// <param name="Made">The hold; null if it was not made.</param>
    /// <param name="Taken">The unavailable seats; empty if it was made.</param>
    /// <param name="Others">The account's other live holds in the game; empty if the hold was not made.</param>
    public sealed record Placed(Hold? Made, IReadOnlyList<TakenSeat> Taken, IReadOnlyList<Hold> Others);

    /// <summary>
    /// Holds all the seats for an account, or none. After an exception the hold may exist nevertheless: the caller releases it, or it
    /// expires.
    /// </summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public async Task<Placed> PlaceAsync(Hold hold, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(hold);
        var answer = (RedisResult[])(await TryPlaceAsync(hold, anyway: false, cancellation))!;
        if ((string)answer[0]! == "incomplete")
        {
            var grades = HoldLines.Grades(hold.Seats);
            foreach (var index in answer.Skip(1))
                await gate.CompleteAsync(hold.GameId, grades[(int)index], cancellation);
            answer = (RedisResult[])(await TryPlaceAsync(hold, anyway: true, cancellation))!;
        }

        if ((string)answer[0]! == "held")
            return PlacedOf(answer, hold);
        var seats = HoldLines.ByGrade(hold.Seats);
        var taken = new List<TakenSeat>(answer.Length / 2);
        for (var at = 1; at < answer.Length; at += 2)
            taken.Add(TakenAt(seats[(int)answer[at]], (string)answer[at + 1]!));
        return new(Made: null, taken, Others: []);
    }

    /// <summary>Extends the hold to a full lifetime from now, within the maximum total lifetime of a hold.</summary>
    /// <returns>The new deadline, or the error: the hold has expired or has reached its maximum lifetime.</returns>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public async Task<(DateTime ExpiresAt, Problem? Problem)> RenewAsync(Hold hold, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(hold);
        var limits = options.Value;
        var (keys, arguments) = HoldLines.Script(
            hold.GameId, hold.AccountId, hold.Seats, limits.HoldSeconds * 1000L, limits.GraceSeconds * 1000L, limits.LongestHoldSeconds * 1000L, hold.AccountId, hold.Id);
        var answer = (RedisResult[])(await redis.QueryAsync("renew hold", database => database.RunAsync(RenewScript, keys, arguments), cancellation))!;
        return (string)answer[0]! switch
        {
            "renewed" => (DateTimeOffset.FromUnixTimeMilliseconds((long)answer[1]).UtcDateTime, null),
            "limit" => (default, SeatsProblems.RenewalLimit),
            _ => (default, SeatsProblems.HoldExpired),
        };
    }

    /// <summary>Releases the seats. Does nothing if the hold is gone.</summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable; the hold expires at its deadline.</exception>
    public Task LetGoAsync(Hold hold, CancellationToken cancellation) => EndAsync(hold, becomes: "", cancellation);

    /// <summary>Ends a hold whose seats were sold and marks the seats as sold.</summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable; the next hold of these seats is checked against the primary.</exception>
    public Task SoldAsync(Hold hold) => EndAsync(hold, SeatAvailability.Sold, CancellationToken.None);

    /// <summary>
    /// The account's hold, if it still blocks its seats, including one past its deadline but within the grace period. Otherwise the error: it is a live hold of another account,
    /// or there is no such hold, or no longer.
    /// </summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public async Task<Result<Hold>> FindAsync(long holdId, long gameId, long accountId, CancellationToken cancellation)
    {
        if ((await ReadAsync("find hold", gameId, accountId, cancellation)).Holds.Find(hold => hold.Id == holdId) is { } own)
            return own;
        if (await catalog.SaleTermsAsync(gameId, cancellation) is not { } terms)
            return SeatsProblems.HoldExpired;
        RedisKey[] grades = [.. terms.Grades.Select(grade => SeatsRedisKeys.Seats(gameId, grade.GradeId))];
        var isAnothers = (int)await redis.QueryAsync("find hold of another account", database => database.RunAsync(ExistsScript, grades, [holdId]), cancellation) == 1;
        return isAnothers ? SeatsProblems.NoSuchHold : SeatsProblems.HoldExpired;
    }

    /// <summary>The account's live holds in a game, ordered by deadline.</summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public async Task<IReadOnlyList<Hold>> OfAccountAsync(long gameId, long accountId, CancellationToken cancellation)
    {
        var (now, holds) = await ReadAsync("find holds of account", gameId, accountId, cancellation);
        return [.. holds.Where(hold => hold.ExpiresAt > now).OrderBy(hold => hold.ExpiresAt)];
    }

    /// <summary>The seat numbers of a grade that are currently held, unordered.</summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public async Task<IReadOnlyList<int>> HeldAsync(long gameId, long gradeId, CancellationToken cancellation) => Array.ConvertAll(
        (RedisResult[])(await redis.QueryAsync(
            "held seats", database => database.RunAsync(HeldScript, [SeatsRedisKeys.Seats(gameId, gradeId)], [SeatAvailability.Sold]), cancellation))!,
        number => (int)number);

    /// <summary>The holds of seats of the given grades that end between two times, UTC, unordered. Holds that ended long ago are removed from the lists of their grades.</summary>
    /// <exception cref="RedisUnavailableException">Redis is unavailable.</exception>
    public async Task<IReadOnlyList<SeatsQueries.LapsingHold>> LapsingAsync(
        IEnumerable<CatalogQueries.GradeOnSale> grades, DateTime from, DateTime until, CancellationToken cancellation)
    {
        RedisValue[] times = [.. new[] { from, until, from - Kept }.Select(time => (RedisValue)new DateTimeOffset(time).ToUnixTimeMilliseconds())];
        RedisKey[][] games = [.. grades.GroupBy(grade => grade.GameId).Select(game => game.Select(grade => SeatsRedisKeys.Seats(game.Key, grade.GradeId)).ToArray())];
        var found = await redis.QueryAsync("find expiring holds", database =>
            Task.WhenAll(games.Select(keys => database.RunAsync(LapsingScript, keys, times))), cancellation);
        return [.. found.SelectMany(ofGame => ((RedisResult[])ofGame!).Chunk(3)).Select(hold => new SeatsQueries.LapsingHold((long)hold[0], (long)hold[1], (long)hold[2]))];
    }

    /// <summary>The result of a script that has placed a hold.</summary>
    internal static Placed PlacedOf(RedisResult[] answer, Hold wanted)
    {
        var holds = answer.Skip(1).Select(line => HoldLines.Read((string)line!, wanted.GameId, wanted.AccountId)).ToList();
        return new(holds[0], Taken: [], holds[1..]);
    }

    private Task<RedisResult> TryPlaceAsync(Hold hold, bool anyway, CancellationToken cancellation)
    {
        var (keys, arguments) = HoldLines.Script(
            hold.GameId, hold.AccountId, hold.Seats,
            options.Value.HoldSeconds * 1000L, options.Value.GraceSeconds * 1000L, hold.AccountId, hold.Id, HoldLines.Of(hold.Seats),
            SeatAvailability.Sold, SeatAvailability.Blocked, SeatAvailability.KeepMilliseconds, anyway ? "anyway" : "");
        return redis.QueryAsync("hold seats", database => database.RunAsync(PlaceScript, keys, arguments), cancellation);
    }

    private Task EndAsync(Hold hold, string becomes, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(hold);
        var (keys, arguments) = HoldLines.Script(hold.GameId, hold.AccountId, hold.Seats, hold.AccountId, hold.Id, becomes);
        return redis.QueryAsync("end hold", database => database.RunAsync(ReleaseScript, keys, arguments), cancellation);
    }

    /// <summary>The account's holds in a game whose seats are not available again yet, and Redis' time.</summary>
    private async Task<(DateTime Now, List<Hold> Holds)> ReadAsync(string name, long gameId, long accountId, CancellationToken cancellation)
    {
        var answer = (RedisResult[])(await redis.QueryAsync(
            name, database => database.RunAsync(FindScript, [SeatsRedisKeys.HoldsOfAccount(gameId, accountId)]), cancellation))!;
        var now = (long)answer[0];
        return (DateTimeOffset.FromUnixTimeMilliseconds(now).UtcDateTime, answer.Length == 1 ? [] : HoldLines.ReadAll((string)answer[1]!, now, gameId, accountId));
    }

    private static TakenSeat TakenAt(PricedSeat seat, string reason) => new(seat.GradeId, seat.Number, reason);
}
