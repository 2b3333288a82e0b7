using System.Net;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.WaitingRooms;

/// <summary>Everything that is decided once in a waiting room, decided by many callers at once.</summary>
[Collection(WaitingRoomTests.Name)]
public sealed class WaitingRoomRaces(Shop shop) : IAsyncLifetime
{
    public async ValueTask InitializeAsync() => await shop.CloseRoomsAsync();

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    [Fact]
    public async Task An_account_gets_one_ticket_from_however_many_devices()
    {
        const int Fans = 20;
        const int Devices = 10;
        var (fans, game) = (await shop.NextFansAsync(Fans), shop.NextGame());
        await shop.SetRoomAsync(await shop.NextOperatorAsync(), game);
        // So that every replica has connections and has run the code: else the first caller is through before the second arrives.
        await Together.RunAsync(Devices, async caller => await fans[caller].GetAsync(shop.Replicas[caller % 2], "/api/reservations"));

        var taken = await Together.RunAsync(Fans * Devices, caller => Fan.PatientlyAsync(() => fans[caller % Fans].TakeTicketAsync(shop.Replicas[caller / Fans % 2], game)));

        Assert.All(taken, ticket => Assert.Equal(HttpStatusCode.Created, ticket.Status));
        Assert.All(Enumerable.Range(0, Fans), fan => Assert.Single(taken.Where((_, caller) => caller % Fans == fan).Select(ticket => ticket.Number("index")).Distinct()));
        Assert.Equal(Fans, await shop.QueryAsync<long>("SELECT COUNT(*) FROM waiting_tickets WHERE game_id = @game", new { game }));
        Assert.Equal(Fans, await shop.QueryAsync<long>("SELECT tickets FROM waiting_rooms WHERE game_id = @game", new { game }));
    }

    /// <summary>Fans arrive while the draw is made: each has one number, and those before it are drawn among themselves.</summary>
    [Fact]
    public async Task Each_place_is_given_once_while_the_draw_is_made()
    {
        const int Fans = 60;
        var (fans, game) = (await shop.NextFansAsync(Fans), shop.NextGame());
        await shop.SetRoomAsync(await shop.NextOperatorAsync(), game, opensAt: DateTime.UtcNow.AddHours(1));
        await using var admission = shop.StartAdmission();

        await Together.RunAsync(Fans, async caller =>
        {
            if (caller == Fans / 2)
                await shop.ChangeAsync("UPDATE waiting_rooms SET opens_at = UTC_TIMESTAMP(6) WHERE game_id = @game", new { game });
            return await Fan.PatientlyAsync(() => fans[caller].TakeTicketAsync(shop.Replicas[caller % 2], game));
        });
        await shop.RoomAsync(game, room => room.Number("admitted") == Fans);
        var drawn = (await shop.RoomAsync(game, "open")).Number("drawn");
        var tickets = new List<(long Index, long Number)>();
        foreach (var fan in fans)
        {
            var ticket = await fan.TakeTicketAsync(shop.Http, game);
            tickets.Add((ticket.Number("index"), ticket.Number("number")));
        }

        Assert.Equal(Enumerable.Range(0, Fans).Select(n => (long)n), tickets.Select(ticket => ticket.Index).Order());
        Assert.Equal(Enumerable.Range(0, Fans).Select(n => (long)n), tickets.Select(ticket => ticket.Number).Order());
        Assert.All(tickets, ticket => Assert.Equal(ticket.Index < drawn, ticket.Number < drawn));
    }

    [Fact]
    public async Task Two_hundred_exchanges_of_one_number_are_one_pass()
    {
        var (fan, game) = (await shop.NextFanAsync(), shop.NextGame());
        await shop.SetRoomAsync(await shop.NextOperatorAsync(), game);
        await using var admission = shop.StartAdmission();
        var ticket = (await fan.TakeTicketAsync(shop.Http, game)).Text("ticket");
        await shop.RoomAsync(game, room => room.Number("admitted") == 1);
        foreach (var replica in shop.Replicas)
            await Until.TrueAsync(() => replica.GetAnswerAsync(RoomRig.PathOf(game)), room => room.Number("admitted") == 1);

        var passes = await Together.RunAsync(200, caller => Fan.PatientlyAsync(() => fan.ExchangeAsync(shop.Replicas[caller % 2], game, ticket)));

        Assert.All(passes, pass => Assert.Equal(HttpStatusCode.Created, pass.Status));
        Assert.Single(passes.Select(pass => pass.Text("expiresAt")).Distinct());
    }

    /// <summary>Two workers; the one with the lease ends, and the counter neither runs ahead nor stops.</summary>
    [Fact]
    public async Task One_of_several_workers_admits_and_another_takes_over()
    {
        const int Rate = 10;
        var (fans, game) = (await shop.NextFansAsync(15), shop.NextGame());
        await shop.SetRoomAsync(await shop.NextOperatorAsync(), game, rate: Rate);
        foreach (var fan in fans)
            await fan.TakeTicketAsync(shop.Http, game);
        var first = shop.StartAdmission();
        await using var second = shop.StartAdmission();
        await shop.RoomAsync(game, room => room.Number("admitted") > 0);
        var token = await shop.QueryAsync<long>("SELECT token FROM waiting_rooms WHERE game_id = @game", new { game });

        await first.DisposeAsync();
        // Slower than the rate on a busy machine, where ticks come late: but it goes on.
        for (var next = 5; next <= fans.Length; next += 5)
            await shop.RoomAsync(game, room => room.Number("admitted") >= next);

        Assert.InRange(await shop.QueryAsync<long>("SELECT token FROM waiting_rooms WHERE game_id = @game", new { game }), token, token + 2);
        // Admissions are recorded with their time: never more than the rate allows, with one tick and one fraction to spare.
        Assert.InRange(await shop.GreatestExcessAsync(game, Rate), double.MinValue, (Rate * 0.2) + 1);
    }

    [Fact]
    public async Task A_worker_that_has_lost_its_lease_admits_nobody()
    {
        var (fan, game) = (await shop.NextFanAsync(), shop.NextGame());
        await shop.SetRoomAsync(await shop.NextOperatorAsync(), game);
        await using var admission = shop.StartAdmission();
        await Wait.UntilAsync("it has the lease", async () => await shop.QueryAsync<long>("SELECT token FROM waiting_rooms WHERE game_id = @game", new { game }) == 1);

        await shop.ChangeAsync("UPDATE waiting_rooms SET token = token + 1, held_until = UTC_TIMESTAMP(6) + INTERVAL 1 HOUR WHERE game_id = @game", new { game });
        await fan.TakeTicketAsync(shop.Http, game);
        await shop.ChangeAsync("DO SLEEP(0.5)", new { });

        Assert.Equal(0, await shop.QueryAsync<long>("SELECT admitted FROM waiting_rooms WHERE game_id = @game", new { game }));
    }

    /// <summary>Counters and tickets are in MySQL alone.</summary>
    [Fact]
    public async Task When_Redis_is_unavailable_numbers_stay_and_admission_goes_on()
    {
        var (fans, game) = (await shop.NextFansAsync(4), shop.NextGame());
        await shop.SetRoomAsync(await shop.NextOperatorAsync(), game);
        var before = new List<long>();
        foreach (var fan in fans)
            before.Add((await fan.TakeTicketAsync(shop.Http, game)).Number("index"));
        await using var proxy = shop.BeforeRedis();
        await using var admission = shop.StartAdmission([.. shop.Through(redis: proxy), ("Redis:DeadlineMilliseconds", "100")]);
        proxy.Freeze();

        await shop.RoomAsync(game, room => room.Number("admitted") == fans.Length);

        Assert.Equal(before, (await Task.WhenAll(fans.Select(fan => fan.TakeTicketAsync(shop.Http, game)))).Select(ticket => ticket.Number("index")));
    }
}
