using Dugout.Tests.Support;
using StackExchange.Redis;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>
/// Each wrong way to sell is found out by the balance sheet, and the right way is not: the same sale, over two replicas whose
/// Redis keeps forgetting, so that two fans hold one seat and only the rules of the primary stand between them. What else is
/// wrong on purpose: <see cref="FenceTests"/> has the hold without a fence, <see cref="RetryRaces"/> the key after the commit.
/// </summary>
[Collection(nameof(Alone))]
public sealed class WrongWaysTests(Shop shop, ITestOutputHelper output)
{
    private const int Fans = 24;
    private const int Seats = 6;

    [Fact]
    public async Task The_right_way_is_never_accused() => Assert.Empty(await SellAsync(bug: "", attempts: 3_000));

    [Theory]
    [InlineData("claim-key-dropped")]
    [InlineData("read-then-write")]
    [InlineData("hold-without-owner")]
    [InlineData("sold-unknown-after-flush")]
    public async Task A_wrong_way_is_found_out(string bug) => Assert.NotEmpty(await SellAsync(bug, attempts: 100_000));

    /// <summary>With no key behind them: it is the way that decides.</summary>
    [Theory]
    [InlineData("conditional-update")]
    [InlineData("row-lock")]
    public async Task Another_right_way_to_claim_is_never_accused(string way) => Assert.Empty(await SellAsync("claim-key-dropped", attempts: 3_000, way));

    /// <summary>One fan at forty windows, where holds aren't limited: the reservation alone counts.</summary>
    [Theory]
    [InlineData("", false)]
    [InlineData("limit-without-lock", true)]
    public async Task A_limit_that_is_only_looked_at_is_found_out(string bug, bool isFoundOut)
    {
        var exceeded = false;
        await using var one = shop.Replica(("SeededBugs", bug), ("Seats:LimitHolds", "false"));
        await using var two = shop.Replica(("SeededBugs", bug), ("Seats:LimitHolds", "false"));
        HttpClient[] replicas = [one.CreateClient(), two.CreateClient()];
        for (var turn = 0; turn < 20 && !exceeded; turn++)
        {
            var fan = await shop.NextFanAsync();
            var game = shop.NextGame();
            var holds = new List<long>();
            for (var number = 1; number <= 40; number++)
                holds.Add((await fan.HoldAsync(replicas[0], game, Shop.Grade(game), number)).Number("holdId"));

            await Together.RunAsync(40, caller => fan.ReserveAsync(replicas[caller % 2], game, holds[caller]));

            exceeded = await shop.AskAsync<long>("SELECT COUNT(*) FROM seat_claims WHERE game_id = @game", new { game }) > 4;
            if (!isFoundOut && turn == 2)
                break;
        }

        Assert.Equal(isFoundOut, exceeded);
    }

    /// <summary>Sells until so many attempts are made, or something is wrong by then in the rounds that lie between.</summary>
    private async Task<IReadOnlyList<string>> SellAsync(string bug, int attempts, string way = "unique-key")
    {
        await using var one = shop.Replica(("SeededBugs", bug), ("Seats:Claim", way));
        await using var two = shop.Replica(("SeededBugs", bug), ("Seats:Claim", way));
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
