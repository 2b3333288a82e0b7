using System.Diagnostics;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>A sale that continues while everything it depends on is killed, frozen and emptied. At the end the consistency check passes.</summary>
[Collection(nameof(FaultedShop))]
public sealed class SaleUnderFaultsTests(FaultedShop shop, ITestOutputHelper output)
{
    private const int Fans = 64;
    private const int Seats = 60;

    /// <summary>The fans leave the machine time to start again what was killed, and the tests beside this one theirs.</summary>
    [Fact]
    public Task No_fault_loses_a_sale_or_sells_a_seat_twice() => KeepsBalanceAsync(attempts: 3_000, rounds: 1, think: TimeSpan.FromMilliseconds(250));

    /// <param name="attempts">The minimum number of attempts; fans continue until the last fault is over.</param>
    /// <param name="rounds">How often each fault comes.</param>
    /// <param name="think">How long a fan waits between two attempts.</param>
    internal async Task KeepsBalanceAsync(int attempts, int rounds, TimeSpan think = default)
    {
        Assert.SkipWhen(Shop.IsOnMySql, "The server to kill is MariaDB's primary; the run on MariaDB has it.");
        var fans = await shop.NextFansAsync(Fans);
        var sale = new ContendedSale(shop, shop.Replicas, fans, shop.NextGame(), Seats) { AvailabilityLag = TimeSpan.FromSeconds(60), Think = think };
        var since = await sale.NowAsync();
        var clock = Stopwatch.StartNew();

        await sale.RunAsync(Fans, attempts, beside: FaultAsync(sale, rounds));

        output.WriteLine($"{sale.Attempts} attempts in {clock.Elapsed.TotalSeconds:0} s: {Summary(sale)}");
        var differences = await sale.DifferencesAsync(since, everything: true);
        foreach (var difference in differences)
            output.WriteLine(difference);
        Assert.Empty(differences);
    }

    /// <summary>Each fault, in another order each time.</summary>
    private async Task FaultAsync(ContendedSale sale, int rounds)
    {
        var pastAHold = TimeSpan.FromSeconds(FaultedShop.HoldSeconds + 6);
        (string Name, Func<Task> Fault, bool LosesHolds)[] faults =
        [
            ("api-1 killed", () => shop.RestartAsync("api-1"), false),
            ("api-2 frozen past a hold", () => shop.FreezeAsync("api-2", pastAHold), false),
            ("worker killed", () => shop.RestartAsync("worker"), false),
            ("Redis killed", () => shop.RestartAsync("redis"), true),
            ("Redis emptied", shop.FlushAsync, true),
            ("Redis frozen", () => shop.FreezeAsync("redis", TimeSpan.FromSeconds(2)), false),
            ("primary killed", () => shop.RestartAsync("mysql-primary"), false),
        ];
        foreach (var (name, fault, losesHolds) in Enumerable.Repeat(faults, rounds).SelectMany(all => all).OrderBy(_ => Dice.Shared.Next()))
        {
            await Task.Delay(TimeSpan.FromSeconds(1), TestContext.Current.CancellationToken);
            var from = sale.History.Now;
            await fault();
            if (losesHolds)
                sale.History.HoldsLost(from, sale.History.Now);
            output.WriteLine($"{from.TotalSeconds,6:0.0} s  {name}, over after {(sale.History.Now - from).TotalSeconds:0.0} s; selling again after {(await SellingAgainAsync(sale)).TotalSeconds:0.0} s");
        }
    }

    /// <summary>How long it takes from now until a fan gets a hold. The goal is 5 s; more than ten times that is a fault.</summary>
    private static async Task<TimeSpan> SellingAgainAsync(ContendedSale sale)
    {
        var from = sale.History.Now;
        var waited = Stopwatch.StartNew();
        while (sale.LastHeld <= from)
        {
            Assert.True(waited.Elapsed < TimeSpan.FromSeconds(50), "No fan got a hold for 50 s.");
            await Task.Delay(100, TestContext.Current.CancellationToken);
        }

        return waited.Elapsed;
    }

    private static string Summary(ContendedSale sale) => string.Join(", ", sale.History.Read().Operations
        .CountBy(one => $"{one.OperationKind} {one.OperationResult}{(one.OperationResult == Load.Checks.Histories.OperationResult.Ok ? "" : $" {one.Code}")}").OrderByDescending(pair => pair.Value).Select(pair => $"{pair.Value} {pair.Key}"));
}
