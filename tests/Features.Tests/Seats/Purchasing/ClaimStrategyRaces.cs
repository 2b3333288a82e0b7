using System.Net;
using Dugout.Tests.Support;
using Microsoft.AspNetCore.Mvc.Testing;
using StackExchange.Redis;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>
/// Every strategy to claim seats by its name, with all fans released at once over two replicas. Redis loses its holds after each hold of a
/// seat, so all of them hold the same few, and nothing but the strategy stands between them. <c>tests/Faults</c> drops the claims' key, too: then those that
/// don't rely on it pass all the same.
/// </summary>
public sealed class ClaimStrategyRaces(Shop shop)
{
    private const int Seats = 3;
    private const int CallersASeat = 8;
    private const int Callers = Seats * CallersASeat;

    /// <summary>What became of a game's seats.</summary>
    /// <param name="Sold">Responses that a seat was sold.</param>
    /// <param name="Refused">Responses that another fan was first.</param>
    /// <param name="Rows">Seats that are bought and not given back, by the rows of their reservations.</param>
    /// <param name="Different">How many seats these are.</param>
    /// <param name="Unclaimed">Those of them whose claim belongs to another reservation.</param>
    private sealed record Sale(int Sold, int Refused, long Rows, long Different, long Unclaimed);

    private static readonly Sale EachOnce = new(Seats, Callers - Seats, Seats, Seats, Unclaimed: 0);

    [Theory]
    [InlineData("unique-key", 1)]
    [InlineData("unique-key", 8)]
    [InlineData("unique-key", 64)]
    [InlineData("conditional-update", 1)]
    [InlineData("conditional-update", 8)]
    [InlineData("conditional-update", 64)]
    [InlineData("row-lock", 1)]
    [InlineData("row-lock", 8)]
    [InlineData("row-lock", 64)]
    public async Task Every_strategy_sells_each_seat_once(string way, int groupSize)
    {
        await using var race = await Race.BeginAsync(shop, way, groupSize);
        // A lock of each process, which tests/Faults puts in the place of the key, sells about three seats in ten twice: in eight turns it isn't lucky.
        for (var turn = 0; turn < (way == "unique-key" ? 8 : 4); turn++)
            Assert.Equal(EachOnce, await race.SellAsync());
    }

    /// <summary>What one replica has read is out of date when its purchase arrives: another replica has sold the seat meanwhile.</summary>
    [Theory]
    [InlineData("unique-key")]
    [InlineData("conditional-update")]
    [InlineData("row-lock")]
    public async Task A_delayed_purchase_finds_the_seat_sold(string way)
    {
        await using var primary = shop.BeforePrimary();
        await using var late = shop.AgelessReplica([.. shop.Through(primary), ("Seats:Claim", way)]);
        using var http = late.CreateClient();
        await using var race = await Race.BeginAsync(shop, way);
        var game = shop.NextGame();
        var (first, second) = (await race.HoldAsync(game, 0, 1), await race.HoldAsync(game, 1, 1));

        var held = primary.HoldRequest("INSERT INTO reservations");
        var buying = race.Fans[0].ReserveAsync(http, game, first);
        await held.WaitAsync(TimeSpan.FromSeconds(60), TestContext.Current.CancellationToken);
        Assert.Equal(HttpStatusCode.Created, (await race.Fans[1].ReserveAsync(race.Replicas[0], game, second)).Status);
        primary.Thaw();

        Assert.Equal("hold-expired", (await buying).Code);
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM seat_claims WHERE game_id = @game", new { game }));
    }

    /// <summary>The seat was sold by a replica that goes the shop's way, before any slot of its grade was made.</summary>
    [Theory]
    [InlineData("unique-key")]
    [InlineData("conditional-update")]
    [InlineData("row-lock")]
    public async Task A_seat_sold_before_stays_sold_until_it_is_cancelled(string way)
    {
        await using var race = await Race.BeginAsync(shop, way);
        var game = shop.NextGame();
        var (first, second) = (await race.HoldAsync(game, 0, 1), await race.HoldAsync(game, 1, 1));
        var sold = await race.Fans[0].ReserveAsync(game, first);

        Assert.Equal("hold-expired", (await race.Fans[1].ReserveAsync(race.Replicas[0], game, second)).Code);

        var bought = sold.Number("reservationId");
        Assert.Equal(HttpStatusCode.NoContent, (await race.Fans[0].DeleteAsync(race.Replicas[1], $"/api/reservations/{bought}")).Status);
        var third = await race.HoldAsync(game, 2, 1);
        var again = (await race.Fans[2].ReserveAsync(race.Replicas[1], game, third)).Number("reservationId");
        // What was given back is free in the slots of this way, too, and not only once.
        Assert.Equal(HttpStatusCode.NoContent, (await race.Fans[2].DeleteAsync(race.Replicas[0], $"/api/reservations/{again}")).Status);
        var fourth = await race.HoldAsync(game, 3, 1);
        Assert.Equal(HttpStatusCode.Created, (await race.Fans[3].ReserveAsync(race.Replicas[0], game, fourth)).Status);
    }

    /// <summary>Two replicas that claim in one way, and fans who have all got hold of the same seats.</summary>
    private sealed class Race(Shop shop, IReadOnlyList<WebApplicationFactory<Program>> hosts, IReadOnlyList<Fan> fans, ConnectionMultiplexer redis) : IAsyncDisposable
    {
        public IReadOnlyList<Fan> Fans => fans;

        public IReadOnlyList<HttpClient> Replicas { get; } = [.. hosts.Select(host => host.CreateClient())];

        public static async Task<Race> BeginAsync(Shop shop, string way, int groupSize = 32)
        {
            (string, string)[] settings = [("Seats:Claim", way), ("Writes:GroupSize", $"{groupSize}")];
            return new(
                shop, [shop.Replica(settings), shop.Replica(settings)], await shop.NextFansAsync(Callers), await ConnectionMultiplexer.ConnectAsync(shop.Servers.Redis));
        }

        /// <summary>Sells the first seats of a game that no other test uses.</summary>
        public async Task<Sale> SellAsync()
        {
            var game = shop.NextGame();
            var holds = new long[Callers];
            for (var caller = 0; caller < Callers; caller++)
                holds[caller] = await HoldAsync(game, caller, (caller % Seats) + 1);

            var answers = await Together.RunAsync(Callers, caller => ReserveAsync(game, caller, holds[caller]));

            const string Bought = "FROM reservations JOIN reservation_seats ON reservation_id = id WHERE game_id = @game AND cancelled_at IS NULL";
            return new(
                answers.Count(answer => answer.Status == HttpStatusCode.Created),
                answers.Count(answer => answer is { Status: HttpStatusCode.Conflict, Code: "hold-expired" }),
                await shop.QueryAsync<long>($"SELECT COUNT(*) {Bought}", new { game }),
                await shop.QueryAsync<long>($"SELECT COUNT(DISTINCT number) {Bought}", new { game }),
                await shop.QueryAsync<long>($"SELECT COUNT(*) {Bought} AND reservation_id NOT IN (SELECT reservation_id FROM seat_claims WHERE game_id = @game)", new { game }));
        }

        /// <summary>Holds a seat whose earlier hold Redis has lost.</summary>
        public async Task<long> HoldAsync(long game, int caller, int number)
        {
            await redis.GetDatabase().KeyDeleteAsync($"dugout:{{game:{game}}}:seats:{Shop.Grade(game)}");
            return (await fans[caller].HoldAsync(Replicas[caller % 2], game, Shop.Grade(game), number)).Number("holdId");
        }

        /// <summary>
        /// Retries when the shop sheds the request: a waiter for a row waits for all earlier ones and their disk writes, which on a crowded machine
        /// is longer than a lock is waited for.
        /// </summary>
        private async Task<Answer> ReserveAsync(long game, int caller, long hold)
        {
            Answer answer;
            var turns = 0;
            do
                answer = await fans[caller].ReserveAsync(Replicas[caller / Seats % 2], game, hold);
            while (answer is { Status: HttpStatusCode.ServiceUnavailable, Code: "busy" } && ++turns < 10);
            return answer;
        }

        public async ValueTask DisposeAsync()
        {
            foreach (var host in hosts)
                await host.DisposeAsync();
            redis.Dispose();
        }
    }
}
