using System.Net;
using System.Text.Json;
using Dugout.Features.Seats;
using Dugout.Features.Tests.Platform;
using Dugout.Tests.Support;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Options;
using StackExchange.Redis;
using Xunit;

namespace Dugout.Features.Tests.Seats;

[Collection(TheOutboxLease.Name)]
public sealed class RepairSeatAvailabilityTests(Shop shop)
{
    /// <summary>How Redis marks a sold seat; see the gate.</summary>
    private const double Sold = 9000000000000000;

    [Fact]
    public async Task A_sale_that_Redis_missed_is_written_to_it_by_the_worker()
    {
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        await BuyAsync(fans[0], game, 1);
        var freed = await BuyAsync(fans[0], game, 2);
        using var redis = await ConnectionMultiplexer.ConnectAsync(shop.Servers.Redis);
        var seats = Key(game);

        // Seat 1 was sold and seat 2 given back, each by a process that died before it updated Redis.
        await redis.GetDatabase().SortedSetRemoveAsync(seats, 1);
        await GiveBackAsync(game, 2, freed);
        Assert.Equal("seat-taken", (await fans[1].HoldAsync(game, 2)).Code);

        await using var worker = await shop.StartWorkerAsync(("Outbox__BatchSize", OutboxRig.ShippedBatch));
        Answer? hold = null;
        await Wait.UntilAsync("the seat given back is free", async () => (hold = await fans[1].HoldAsync(game, 2)).Code != "seat-taken" || worker.HasEnded);
        Assert.True(hold!.Status == HttpStatusCode.Created, $"{hold.Body}; the worker {(worker.HasEnded ? "has ended" : "runs")}");
        await Wait.UntilAsync("the sold seat is in Redis", async () => await redis.GetDatabase().SortedSetScoreAsync(seats, 1) is not null);
        Assert.Equal(Sold, await redis.GetDatabase().SortedSetScoreAsync(seats, 1));
    }

    /// <summary>The seat is released while the primary's response is in transit: the older value must not win.</summary>
    [Fact]
    public async Task A_concurrently_changed_seat_is_read_again()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var reservation = await BuyAsync(fan, game, 1);
        await using var proxy = new FaultyProxy(Port(shop.Servers.Redis));
        await using var store = Store(proxy);
        await store.ConnectAsync(TestContext.Current.CancellationToken);
        await using var primary = shop.BeforePrimary();
        var databases = new Databases(new ConfigurationBuilder()
            .AddInMemoryCollection(shop.Through(primary).Select(setting => KeyValuePair.Create(setting.Name, (string?)setting.Value))).Build(), Options.Create(new DatabaseOptions()));
        var receiver = new RepairSeatAvailability(new SeatAvailability(databases, store));

        primary.FreezeAnswers(answer => answer.AsSpan().IndexOf("seat_claims"u8) >= 0);
        var repairing = receiver.ReceiveAsync([Message(game, 1)], TestContext.Current.CancellationToken);
        await primary.HeldBack.WaitAsync(Wait.Patience, TestContext.Current.CancellationToken);
        await GiveBackAsync(game, 1, reservation);
        await new SeatAvailability(shop.Databases(), store).FreeAsync(game, [new(Shop.Grade(game), 1)], accountId: 0, reservation);
        primary.Thaw();
        await repairing;

        using var redis = await ConnectionMultiplexer.ConnectAsync(shop.Servers.Redis);
        Assert.Null(await redis.GetDatabase().SortedSetScoreAsync(Key(game), 1));
    }

    private static async Task<long> BuyAsync(Fan fan, long game, int number)
    {
        var hold = await fan.HoldAsync(game, number);
        return (await fan.ReserveAsync(game, hold.Number("holdId"))).Number("reservationId");
    }

    /// <summary>As a cancellation does, but for Redis.</summary>
    private async Task GiveBackAsync(long game, int number, long reservation)
    {
        await shop.ChangeAsync("DELETE FROM seat_claims WHERE game_id = @game AND number = @number", new { game, number });
        await shop.PublishAsync("seats-changed", $"reservation:{reservation}", Body(game, number));
    }

    private static OutboxMessage Message(long game, int number) => new(0, "seats-changed", "x", Body(game, number), DateTime.UtcNow);

    private static string Body(long game, int number) => JsonSerializer.Serialize(
        new { kind = "cancelled", gameId = game, seats = new[] { new { gradeId = Shop.Grade(game), number } }, reservationId = 1L, accountId = 1L });

    private static string Key(long game) => $"dugout:{{game:{game}}}:seats:{Shop.Grade(game)}";

    private RedisStore Store(FaultyProxy proxy) => new(
        new ConfigurationBuilder().AddInMemoryCollection([new("ConnectionStrings:Redis",
            shop.Servers.Redis.Replace($":{Port(shop.Servers.Redis)}", $":{proxy.Port}", StringComparison.Ordinal))]).Build(),
        Options.Create(new RedisOptions { DeadlineMilliseconds = 10_000 }));

    private static int Port(string redis) => ((IPEndPoint)ConfigurationOptions.Parse(redis).EndPoints[0]).Port;
}
