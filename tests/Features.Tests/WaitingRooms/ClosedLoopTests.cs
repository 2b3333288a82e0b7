using System.Net;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.WaitingRooms;

/// <summary>The rate of admission follows what the replicas report of themselves.</summary>
[Collection(WaitingRoomTests.Name)]
public sealed class ClosedLoopTests(Shop shop) : IAsyncLifetime
{
    private const int Callers = 16;

    public async ValueTask InitializeAsync() => await shop.CloseRoomsAsync();

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    [Theory]
    [InlineData("slow", "BusyMilliseconds", "10")]
    [InlineData("pool-wait", "BusyPoolWaitMilliseconds", "1")]
    [InlineData("cpu", "BusyCpuPercent", "1")]
    public async Task While_the_shop_is_busy_the_rate_falls_and_says_why(string reason, string limit, string value)
    {
        var (fans, game) = (await shop.NextFansAsync(80), shop.NextGame());
        (string, string)[] patient =
            [("WaitingRooms:TickMilliseconds", "100"), ("WaitingRooms:BusyMilliseconds", "5000"), ("WaitingRooms:BusyPoolWaitMilliseconds", "5000"), ("WaitingRooms:BusyCpuPercent", "100")];
        (string, string)[] limits = [.. patient, ($"WaitingRooms:{limit}", value)];
        await shop.SetRoomAsync(await shop.NextOperatorAsync(), game, rate: 2);
        await shop.ChangeAsync("UPDATE waiting_rooms SET min_rate = 1 WHERE game_id = @game", new { game });
        foreach (var fan in fans)
            await fan.TakeTicketAsync(shop.Http, game);
        await using var replica = shop.Replica([("Database:PoolSize", "1"), .. limits]);
        using var http = replica.CreateClient();
        var admission = shop.StartAdmission(limits);
        // Whichever fan the draw has put first.
        var (buyer, pass) = (fans[0], "");
        await Wait.UntilAsync("a fan has a pass", async () =>
        {
            foreach (var fan in fans)
            {
                var answer = await fan.ExchangeAsync(http, game, (await fan.TakeTicketAsync(http, game)).Text("ticket"));
                if (answer.Status != HttpStatusCode.Created)
                    continue;
                (buyer, pass) = (fan, answer.Text("pass"));
                return true;
            }

            return false;
        });

        using (var busy = new CancellationTokenSource())
        {
            var holding = Task.WhenAll(Enumerable.Range(0, Callers).Select(caller => HoldAsync(2 + caller, busy.Token)));
            await Wait.UntilAsync($"the reason is {reason}", async () => await ReasonAsync() == reason);
            Assert.InRange(await shop.QueryAsync<decimal>("SELECT rate FROM waiting_rooms WHERE game_id = @game", new { game }), 1m, 1.99m);
            await busy.CancelAsync();
            await holding;
        }

        // What other tests ask of this process would count against such low limits: with limits above it, the shop copes.
        await admission.DisposeAsync();
        await using var relieved = shop.StartAdmission(patient);
        await Wait.UntilAsync("the rate grows to the highest", async () => await ReasonAsync() == "highest");

        Task<string> ReasonAsync() => shop.QueryAsync<string>("SELECT reason FROM waiting_rooms WHERE game_id = @game", new { game });

        async Task HoldAsync(int number, CancellationToken stop)
        {
            for (; !stop.IsCancellationRequested; number += Callers)
                await buyer.HoldWithPassAsync(http, game, pass, number);
        }
    }
}
