using System.Globalization;
using System.Net;
using System.Text.RegularExpressions;
using StackExchange.Redis;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>
/// What a hold costs besides its queries: commands as Redis counts them, those of scripts included, and memory. Averages of many requests, because other replicas run, too. Alone:
/// other tests would be counted.
/// </summary>
[Collection(nameof(Alone))]
public sealed partial class HoldBudgets(Shop shop)
{
    private const int Fans = 8;
    private const int Games = 5;
    private const int Rounds = 10;
    private const int MostBytes = 8_000;

    /// <summary>The script, the time, the states of the seats, the seats and the account's holds; a further hold of the account is written together with the first one.</summary>
    [Fact]
    public async Task Redis_runs_six_commands_at_most_for_a_hold_and_three_for_a_losing_one()
    {
        await using var replica = shop.Replica();
        using var http = replica.CreateClient();
        using var redis = await ConnectionMultiplexer.ConnectAsync($"{shop.Servers.Redis},allowAdmin=true");
        var (fans, games) = (await shop.NextFansAsync(Fans + 1), Enumerable.Range(0, Games).Select(_ => shop.NextGame()).ToList());
        await HoldAllAsync(http, [fans[Fans]], games, 999, HttpStatusCode.Created);

        var first = await CountAsync(redis, () => HoldAllAsync(http, fans[..Fans], games, 1, HttpStatusCode.Created));
        var further = await CountAsync(redis, () => HoldAllAsync(http, fans[..Fans], games, 101, HttpStatusCode.Created));
        var losing = await CountAsync(redis, () => HoldAllAsync(http, fans[1..], games, 1, HttpStatusCode.Conflict));

        Assert.Equal((5, 6, 3), (first, further, losing));
    }

    /// <summary>
    /// What the use case itself allocates, in bytes: a request for a seat that does not exist passes the same pipeline and the same client, which runs in this process, and is
    /// subtracted. The build for tests is not optimized, so it allocates more.
    /// </summary>
    [Fact]
    public async Task A_losing_hold_allocates_little_more_than_an_invalid_one()
    {
        await using var replica = shop.Replica();
        using var http = replica.CreateClient();
        var (fans, games) = (await shop.NextFansAsync(Fans + 1), Enumerable.Range(0, Games).Select(_ => shop.NextGame()).ToList());
        await HoldAllAsync(http, fans, games, 1, HttpStatusCode.Created);
        await HoldAllAsync(http, fans[1..], games, 1, HttpStatusCode.Conflict);
        await HoldAllAsync(http, fans[1..], games, 1_000_000, HttpStatusCode.NotFound);

        var invalid = await AllocatedAsync(() => HoldAllAsync(http, fans[1..], games, 1_000_000, HttpStatusCode.NotFound));
        var losing = await AllocatedAsync(() => HoldAllAsync(http, fans[1..], games, 1, HttpStatusCode.Conflict));

        TestContext.Current.TestOutputHelper?.WriteLine($"bytes: invalid {invalid}, losing {losing}");
        Assert.InRange(losing - invalid, 0, MostBytes);
    }

    private static async Task HoldAllAsync(HttpClient http, IReadOnlyList<Fan> fans, IReadOnlyList<long> games, int firstSeat, HttpStatusCode status)
    {
        foreach (var game in games)
            foreach (var (index, fan) in fans.Index())
                Assert.Equal(status, (await fan.HoldAsync(http, game, Shop.Grade(game), firstSeat + index)).Status);
    }

    /// <summary>The commands that Redis runs for each hold.</summary>
    private static async Task<double> CountAsync(ConnectionMultiplexer redis, Func<Task> run)
    {
        var before = await CommandsAsync(redis);
        await run();
        return Math.Round((await CommandsAsync(redis) - before) / (double)(Fans * Games));
    }

    private static async Task<long> CommandsAsync(ConnectionMultiplexer redis)
    {
        var all = (string)(await redis.GetDatabase().ExecuteAsync("INFO", "commandstats"))!;
        return Calls().Matches(all).Sum(command => long.Parse(command.Groups[1].Value, CultureInfo.InvariantCulture));
    }

    /// <summary>The bytes that each request allocates, in the round with the fewest: what else the process does only adds to them.</summary>
    private static async Task<long> AllocatedAsync(Func<Task> run)
    {
        var fewest = long.MaxValue;
        for (var round = 0; round < Rounds; round++)
        {
            var before = GC.GetTotalAllocatedBytes(precise: true);
            await run();
            fewest = Math.Min(fewest, (GC.GetTotalAllocatedBytes(precise: true) - before) / (Fans * Games));
        }

        return fewest;
    }

    [GeneratedRegex(@"cmdstat_(?!info|ping|client|config|echo|get:)[^:]+:calls=(\d+)")]
    private static partial Regex Calls();
}
