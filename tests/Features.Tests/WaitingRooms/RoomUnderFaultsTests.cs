using System.Net;
using Dugout.Features.Tests.Platform.Caching;
using Dugout.Features.Tests.Seats;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.WaitingRooms;

/// <summary>A waiting room behind two gateways, while one of them and everything else it depends on is killed, and Redis is emptied.</summary>
[Collection(nameof(FaultedShop))]
public sealed class RoomUnderFaultsTests(FaultedShop shop, ITestOutputHelper output)
{
    private const int Early = 40;
    private const int Late = 20;
    private const int Rate = 2;

    [Fact]
    public async Task No_fault_takes_a_number_from_a_fan_or_turns_the_counter_back()
    {
        Assert.SkipWhen(Shop.IsOnMySql, "The server to kill is MariaDB's primary; the run on MariaDB has it.");
        await using var gateways = new Gateways(shop);
        await gateways.InitializeAsync();
        var (fans, game) = (await shop.NextFansAsync(Early + Late), shop.NextGame());
        await shop.SetRoomAsync(await shop.NextOperatorAsync(), game, rate: Rate, opensAt: DateTime.UtcNow.AddHours(1));
        for (var fan = 0; fan < Early; fan++)
            await fans[fan].TakeTicketAsync(gateways.Clients[fan % 2], game);
        await shop.ChangeAsync("UPDATE waiting_rooms SET opens_at = UTC_TIMESTAMP(6) WHERE game_id = @game", new { game });
        await shop.RoomAsync(game, room => room.Number("drawn") == Early);
        // Those who came later arrive while their numbers are asked for.
        var numbers = await NumbersAsync();

        using var all = new CancellationTokenSource();
        var watching = Task.WhenAll(gateways.Clients.Select(gateway => WatchAsync(gateway, game, all.Token)));
        (string Name, Func<Task> Fault)[] faults =
        [
            ("api-1 killed", () => shop.RestartAsync("api-1")),
            ("worker killed", () => shop.RestartAsync("worker")),
            ("Redis killed", () => shop.RestartAsync("redis")),
            ("Redis emptied", shop.FlushAsync),
            ("primary killed", () => shop.RestartAsync("mysql-primary")),
            ("first gateway killed", () => gateways.KillAsync(0)),
        ];
        foreach (var (name, fault) in faults.OrderBy(_ => Dice.Shared.Next()))
        {
            await Task.Delay(TimeSpan.FromSeconds(1), TestContext.Current.CancellationToken);
            await fault();
            Assert.Equal(numbers, await NumbersAsync());
            output.WriteLine($"{name}: {await shop.QueryAsync<long>("SELECT admitted FROM waiting_rooms WHERE game_id = @game", new { game })} fans admitted.");
        }

        await Wait.UntilAsync("all fans are admitted", async () => await shop.QueryAsync<long>("SELECT admitted FROM waiting_rooms WHERE game_id = @game", new { game }) == fans.Length);
        var passes = await Task.WhenAll(fans.Select(fan => InsistAsync(async () => await fan.ExchangeAsync(gateways.Clients[1], game, (await TicketAsync(fan)).Text("ticket")))));
        await all.CancelAsync();

        Assert.Equal(fans.Length, numbers.Distinct().Count());
        Assert.All(numbers.Take(Early), number => Assert.InRange(number, 0, Early - 1));
        Assert.Equal(fans.Length, passes.Select(pass => pass.Text("pass")).Distinct().Count());
        foreach (var seen in await watching)
        {
            Assert.NotEmpty(seen);
            Assert.Equal(seen.Order(), seen);
        }

        // After a worker's death no arrears are made up for: at most two ticks of a second, and a fraction.
        Assert.InRange(await shop.GreatestExcessAsync(game, Rate), double.MinValue, (2 * Rate) + 1);

        async Task<List<long>> NumbersAsync()
        {
            var all = new List<long>();
            foreach (var fan in fans)
                all.Add((await TicketAsync(fan)).Number("number"));
            return all;
        }

        Task<Answer> TicketAsync(Fan fan) => InsistAsync(() => fan.TakeTicketAsync(gateways.Clients[1], game));
    }

    /// <summary>What a gateway says about the counter until it is killed, or all is over.</summary>
    private static async Task<List<long>> WatchAsync(HttpClient gateway, long game, CancellationToken over)
    {
        var seen = new List<long>();
        while (!over.IsCancellationRequested)
        {
            try
            {
                var room = await gateway.GetAnswerAsync(RoomRig.PathOf(game));
                if (room.Status == HttpStatusCode.OK)
                    seen.Add(room.Number("admitted"));
            }
            catch (HttpRequestException)
            {
                // It is dead.
            }

            await Task.Delay(100, CancellationToken.None);
        }

        return seen;
    }

    /// <summary>Repeats a request until it succeeds.</summary>
    private static async Task<Answer> InsistAsync(Func<Task<Answer>> send)
    {
        Answer? answer = null;
        await Wait.UntilAsync("the request succeeds", async () => (answer = await send()).Status == HttpStatusCode.Created);
        return answer!;
    }
}
