using System.Net;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>
/// Purchases whose responses are lost and which are retried with the same key on any replica. 50 % of the
/// answers are cut off between the replica and the fan, and a fifth of the primary's between it and two of the replicas:
/// after the commit, before anybody knows of it.
/// </summary>
public sealed class RetryRaces(Shop shop, ITestOutputHelper output)
{
    private const int Workers = 32;

    [Fact]
    public Task A_repeated_purchase_is_made_once_and_gets_one_response() => AreMadeOnceAsync(purchases: 200, repeats: 5);

    /// <summary>The two replicas in this process make groups of this size; the other two are as they run.</summary>
    [Theory]
    [InlineData(1)]
    [InlineData(8)]
    [InlineData(64)]
    public Task A_repeated_purchase_of_a_group_is_made_once(int groupSize) => AreMadeOnceAsync(purchases: 60, repeats: 3, ("Writes:GroupSize", $"{groupSize}"));

    internal async Task AreMadeOnceAsync(int purchases, int repeats, params (string, string)[] settings)
    {
        var story = await BuyAsync(purchases, repeats, settings);

        output.WriteLine($"{story.Repeats} repeats of {purchases} purchases, {story.Lost} answers lost, {story.Faults} faults");
        Assert.InRange(story.Repeats, purchases * repeats, int.MaxValue);
        Assert.InRange(story.Lost, purchases / 10, int.MaxValue);
        Assert.InRange(story.Faults, 1, int.MaxValue);
        Assert.Empty(story.Differences);
        Assert.Equal(purchases, story.Rows);
    }

    /// <summary>What became of it.</summary>
    /// <param name="Repeats">Requests sent with a key that had been sent before.</param>
    /// <param name="Lost">Missing responses.</param>
    /// <param name="Faults">Responses with an unknown outcome.</param>
    /// <param name="Rows">Reservations made.</param>
    /// <param name="Differences">Purchases that were rejected, or got different responses.</param>
    private sealed record Story(int Repeats, int Lost, int Faults, long Rows, IReadOnlyList<string> Differences);

    private async Task<Story> BuyAsync(int purchases, int repeats, (string, string)[] settings)
    {
        await using var primary = shop.BeforePrimary();
        await using var one = shop.Replica([.. shop.Through(primary), .. settings]);
        await using var two = shop.Replica([.. shop.Through(primary), .. settings]);
        List<HttpClient> replicas = [one.CreateClient(), two.CreateClient()];
        await using var first = new FaultyProxy(shop.Replicas[0].BaseAddress!.Port);
        await using var second = new FaultyProxy(shop.Replicas[1].BaseAddress!.Port);
        foreach (var proxy in (FaultyProxy[])[first, second])
            replicas.Add(new HttpClient { BaseAddress = new($"http://127.0.0.1:{proxy.Port}") });

        var fans = await shop.NextFansAsync((purchases + 19) / 20);
        var games = Enumerable.Range(0, 20).Select(_ => shop.NextGame()).ToList();
        var holds = new (Fan Fan, long Game, long Hold)[purchases];
        await Parallel.ForEachAsync(Enumerable.Range(0, purchases), new ParallelOptions { MaxDegreeOfParallelism = 8 }, async (n, _) =>
        {
            // Each fan buys one seat of each of the games.
            var (fan, game) = (fans[n / 20], games[n % 20]);
            holds[n] = (fan, game, (await fan.HoldAsync(game, 1 + (n / 20))).Number("holdId"));
        });

        foreach (var proxy in (FaultyProxy[])[first, second])
            proxy.CutBefore(answer => answer.AsSpan().StartsWith("HTTP/1.1 201"u8) && Dice.Shared.Next(2) == 0);
        primary.CutBefore(_ => Dice.Shared.Next(5) == 0);

        var (sent, lost, faults, next) = (0, 0, 0, -1);
        var differences = new System.Collections.Concurrent.ConcurrentQueue<string>();
        await Together.RunAsync(Workers, async _ =>
        {
            for (int n; (n = Interlocked.Increment(ref next)) < purchases;)
                await RepeatAsync(n);
            return true;
        });
        replicas.ForEach(replica => replica.Dispose());
        var rows = await shop.QueryAsync<long>("SELECT COUNT(*) FROM reservations WHERE game_id IN @games", new { games });
        return new(sent - purchases, lost, faults, rows, [.. differences]);

        async Task RepeatAsync(int n)
        {
            var (fan, game, hold) = holds[n];
            var bodies = new HashSet<string>();
            for (var answered = 0; answered <= repeats;)
            {
                var replica = replicas[Dice.Shared.Next(replicas.Count)];
                Interlocked.Increment(ref sent);
                try
                {
                    var answer = await fan.ReserveAsync(replica, game, hold, $"repeat-{hold}");
                    if (answer.Status is HttpStatusCode.InternalServerError or HttpStatusCode.ServiceUnavailable)
                    {
                        Interlocked.Increment(ref faults);
                        continue;
                    }

                    answered++;
                    bodies.Add($"{answer.Status} {(answer.Code ?? answer.Body)}");
                }
                catch (HttpRequestException)
                {
                    Interlocked.Increment(ref lost);
                }
            }

            if (bodies.Count != 1 || !bodies.Single().StartsWith("Created", StringComparison.Ordinal))
                differences.Enqueue($"purchase {n}: {string.Join(" | ", bodies)}");
        }
    }
}
