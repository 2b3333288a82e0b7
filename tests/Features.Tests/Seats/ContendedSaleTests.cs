using Dugout.Tests.Support;
using StackExchange.Redis;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>
/// A sale over two replicas whose Redis keeps forgetting, so that two fans hold one seat and only the rules of the primary stand between
/// them: the consistency check finds nothing. tests/Faults sees it find what is wrong.
/// </summary>
[Collection(nameof(Alone))]
public sealed class ContendedSaleTests(Shop shop, ITestOutputHelper output)
{
    private const int Fans = 24;
    private const int Seats = 6;
    private const int Attempts = 3_000;

    /// <summary>Usually there are over two hundred.</summary>
    private const int FewestSales = 30;

    [Fact]
    public async Task A_contended_sale_passes_the_consistency_checks() => Assert.Empty(await SellAsync("unique-key"));

    [Theory]
    [InlineData("conditional-update")]
    [InlineData("row-lock")]
    public async Task A_contended_sale_with_another_strategy_passes_the_consistency_checks(string strategy) => Assert.Empty(await SellAsync(strategy));

    /// <summary>Where holds aren't limited: the reservation alone counts.</summary>
    [Fact]
    public async Task Forty_concurrent_purchases_of_one_fan_stay_within_the_limit()
    {
        await using var one = shop.Replica(("Seats:LimitHolds", "false"));
        await using var two = shop.Replica(("Seats:LimitHolds", "false"));
        HttpClient[] replicas = [one.CreateClient(), two.CreateClient()];
        for (var turn = 0; turn < 3; turn++)
        {
            var fan = await shop.NextFanAsync();
            var game = shop.NextGame();
            var holds = new List<long>();
            for (var number = 1; number <= 40; number++)
                holds.Add((await fan.HoldAsync(replicas[0], game, Shop.Grade(game), number)).Number("holdId"));

            await Together.RunAsync(40, caller => fan.ReserveAsync(replicas[caller % 2], game, holds[caller]));

            Assert.InRange(await shop.QueryAsync<long>("SELECT COUNT(*) FROM seat_claims WHERE game_id = @game", new { game }), 1, 4);
        }
    }

    /// <summary>Sells until so many attempts are made, or something is wrong by then in the rounds that lie between.</summary>
    private async Task<IReadOnlyList<string>> SellAsync(string strategy)
    {
        await using var one = shop.Replica(("Seats:Claim", strategy));
        await using var two = shop.Replica(("Seats:Claim", strategy));
        HttpClient[] replicas = [one.CreateClient(), two.CreateClient()];
        var fans = await shop.NextFansAsync(Fans);
        var game = shop.NextGame();
        var sale = new ContendedSale(shop, replicas, fans, game, Seats) { AvailabilityLag = TimeSpan.FromSeconds(1) };
        var since = await sale.NowAsync();
        using var redis = await ConnectionMultiplexer.ConnectAsync(shop.Servers.Redis);

        IReadOnlyList<string> differences = [];
        for (var made = 0; made < Attempts && differences.Count == 0; made = sale.Attempts)
        {
            var from = sale.History.Now;
            using var enough = new CancellationTokenSource();
            var forgetting = ForgetAsync(enough.Token);
            await sale.RunAsync(Fans, Math.Min(Attempts, made + 1_500));
            await enough.CancelAsync();
            await forgetting;
            sale.History.HoldsLost(from, sale.History.Now);
            differences = await sale.DifferencesAsync(since, everything: false);
        }

        var sold = await shop.QueryAsync<long>("SELECT COUNT(*) FROM reservations WHERE game_id = @game", new { game });
        foreach (var difference in differences)
            output.WriteLine(difference);
        Assert.True(differences.Count > 0 || sold >= FewestSales, $"Only {sold} reservations in {sale.Attempts} attempts: they prove nothing.");
        return differences;

        async Task ForgetAsync(CancellationToken enough)
        {
            while (!enough.IsCancellationRequested)
            {
                await redis.GetDatabase().KeyDeleteAsync($"dugout:{{game:{game}}}:seats:{Shop.Grade(game)}");
                await Task.Delay(5, CancellationToken.None);
            }
        }
    }
}
