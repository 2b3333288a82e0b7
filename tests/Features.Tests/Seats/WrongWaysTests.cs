using StackExchange.Redis;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>
/// Each wrong way to claim is found out by the balance sheet: the sale of <see cref="ContendedSaleTests"/>, over two replicas whose
/// Redis keeps forgetting, so that two fans hold one seat.
/// </summary>
[Collection(nameof(Alone))]
public sealed class WrongWaysTests(Shop shop, ITestOutputHelper output)
{
    private const int Fans = 24;
    private const int Seats = 6;

    [Theory]
    [InlineData("redis-gate")]
    [InlineData("in-process-lock")]
    public async Task A_wrong_way_to_claim_is_found_out(string way) => Assert.NotEmpty(await SellAsync(attempts: 100_000, way));

    /// <summary>Sells until so many attempts are made, or something is wrong by then in the rounds that lie between.</summary>
    private async Task<IReadOnlyList<string>> SellAsync(int attempts, string way)
    {
        await using var one = shop.Replica(("Seats:Claim", way));
        await using var two = shop.Replica(("Seats:Claim", way));
        HttpClient[] replicas = [one.CreateClient(), two.CreateClient()];
        var fans = await shop.NextFansAsync(Fans);
        var game = shop.NextGame();
        var sale = new ContendedSale(shop, replicas, fans, game, Seats) { GateLag = TimeSpan.FromSeconds(1) };
        var since = await sale.NowAsync();
        using var redis = await ConnectionMultiplexer.ConnectAsync(shop.Servers.Redis);

        IReadOnlyList<string> differences = [];
        for (var made = 0; made < attempts && differences.Count == 0; made = sale.Attempts)
        {
            var from = sale.Book.Now;
            using var enough = new CancellationTokenSource();
            var forgetting = ForgetAsync(enough.Token);
            await sale.RunAsync(Fans, Math.Min(attempts, made + 1_500));
            await enough.CancelAsync();
            await forgetting;
            sale.Book.HoldsMayBeLost(from, sale.Book.Now);
            differences = await sale.DifferencesAsync(since, everything: false);
        }

        foreach (var difference in differences)
            output.WriteLine(difference);
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
