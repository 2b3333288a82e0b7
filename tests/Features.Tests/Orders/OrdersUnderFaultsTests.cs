using System.Diagnostics;
using System.Net;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Orders;

/// <summary>Orders are placed, paid for and cancelled while everything they depend on is killed and frozen. At the end goods and money agree. In its own shop.</summary>
public sealed class OrdersUnderFaultsTests(PaidShop shop, ITestOutputHelper output) : IClassFixture<PaidShop>
{
    private const int Fans = 12;
    // More than so many fans can order, however fast the machine.
    private const int Stock = 1_000_000;

    private static readonly TimeSpan Between = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Frozen = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan Think = TimeSpan.FromMilliseconds(50);

    [Fact]
    public Task No_fault_leaves_goods_without_payment_or_payment_without_goods() => KeepsBalanceAsync(rounds: 1);

    /// <param name="rounds">How often each fault comes.</param>
    internal async Task KeepsBalanceAsync(int rounds)
    {
        Assert.SkipWhen(Shop.IsOnMySql, "The server to kill is MariaDB's primary; the run on MariaDB has it.");
        var fans = await shop.NextFansAsync(Fans);
        var wares = await Wares.OfferAsync(shop, Stock, products: 3);
        await shop.BehaveAsync("""{"callbacks":2,"failEvery":7}""");
        await using var replica = new KillableProcess(await shop.Servers.ProcessOfAsync("api-1"));
        await using var primary = new KillableProcess(await shop.Servers.ProcessOfAsync("mysql-primary"));
        using var over = new CancellationTokenSource();

        var buying = Task.WhenAll(fans.Select(fan => Task.Run(() => BuyAsync(fan, wares, over.Token))));
        try
        {
            await FaultAsync(replica, primary, rounds);
        }
        finally
        {
            await over.CancelAsync();
        }

        var acknowledged = (await buying).SelectMany(one => one).ToList();
        await shop.BehaveAsync("{}");
        await using (shop.StartJobs())
            await shop.SettledAsync();

        output.WriteLine($"{acknowledged.Count} orders, {acknowledged.Count(one => one.IsCancelled)} of them cancelled");
        Assert.NotEmpty(acknowledged);
        foreach (var (fan, order, isCancelled) in acknowledged)
            Assert.Equal((order, isCancelled ? "cancelled" : "paid"), (order, await Wares.StateAsync(fan, order)));
        for (var n = 0; n < wares.Ids.Count; n++)
            Assert.Equal((n, Stock - acknowledged.Count(one => !one.IsCancelled)), (n, await wares.LeftAsync(n)));
        await shop.AssertBalanceAsync();
    }

    /// <summary>Each fault, in another order each time, while a worker is at work.</summary>
    private async Task FaultAsync(KillableProcess replica, KillableProcess primary, int rounds)
    {
        var worker = await shop.StartWorkerAsync();
        (string Name, Func<Task> Fault)[] faults =
        [
            ("api-1 killed", () => RestartAsync(replica, "api-1")),
            ("primary killed", () => RestartAsync(primary, "mysql-primary")),
            ("primary frozen", () => primary.FreezeAsync(Frozen)),
            ("partner frozen", () => shop.PartnerProcess.FreezeAsync(Frozen)),
            ("worker killed", async () =>
            {
                await worker.DisposeAsync();
                worker = await shop.StartWorkerAsync();
            }),
        ];
        try
        {
            foreach (var (name, fault) in Enumerable.Repeat(faults, rounds).SelectMany(all => all).OrderBy(_ => Dice.Shared.Next()))
            {
                await Task.Delay(Between, TestContext.Current.CancellationToken);
                var since = Stopwatch.StartNew();
                await fault();
                output.WriteLine($"{name}, over after {since.Elapsed.TotalSeconds:0.0} s");
            }
        }
        finally
        {
            await worker.DisposeAsync();
        }
    }

    private async Task RestartAsync(KillableProcess process, string name)
    {
        await process.KillAsync();
        await process.StartAsync();
        await Wait.UntilAsync($"{name} is back", () => shop.AnswersAsync(name));
    }

    /// <summary>Orders one after the other, and thinks again of every third; sure of each before the next.</summary>
    private async Task<List<(Fan Fan, long Order, bool IsCancelled)>> BuyAsync(Fan fan, Wares wares, CancellationToken over)
    {
        List<(Fan, long, bool)> acknowledged = [];
        for (var n = 0; !over.IsCancellationRequested; n++)
        {
            var key = Guid.NewGuid().ToString();
            var replica = shop.Replicas[n % shop.Replicas.Count];
            var order = await Until.AnsweredAsync(() => wares.OrderAsync(fan, key: key, replica: replica));
            Assert.Equal((HttpStatusCode.Created, ""), (order.Status, order.Code ?? ""));
            var isCancelled = n % 3 == 0;
            if (isCancelled)
            {
                // A retry after a lost response finds it done.
                var cancelled = await Until.AnsweredAsync(() => Wares.CancelAsync(fan, order.Number("orderId"), replica));
                Assert.True(cancelled.Status == HttpStatusCode.NoContent || cancelled.Code == "already-cancelled", $"{cancelled.Status} {cancelled.Code}");
            }

            acknowledged.Add((fan, order.Number("orderId"), isCancelled));
            await Task.Delay(Think, TestContext.Current.CancellationToken);
        }

        return acknowledged;
    }
}
