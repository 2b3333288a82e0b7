using System.Globalization;
using System.Net;
using Xunit;

namespace Dugout.Features.Tests.Feed;

/// <summary>
/// How often a kept page serves while one request of a hundred writes, as <c>src/README.md</c> states it: counted, so no time is in it. Everybody's
/// writes evict, so these tests need the shop for themselves.
/// </summary>
[Collection(nameof(Alone))]
public sealed class GuestFeedHits(Shop shop)
{
    private const int Rounds = 20;
    private const int ReadsAWrite = 99;

    /// <summary>Likes of posts that no page shows cost no page; where every write evicts, each costs one, and perhaps a second one when it is heard of once more.</summary>
    [Theory]
    [InlineData("Touched", 0, 2)]
    [InlineData("All", Rounds - 1, (2 * Rounds) + 2)]
    public async Task Likes_of_older_posts(string evict, int least, int most)
    {
        var fan = await shop.NextFanAsync();
        await fan.RememberAsync(200, FeedCalls.NewTag(), 1);

        // Seeded, and two hundred are newer.
        var misses = await MissesAsync(evict, http => LikeAndBackAsync(fan, post: 2, http));

        Assert.InRange(misses, least, most);
    }

    /// <summary>A new post belongs on every first page: each costs one miss, and perhaps a second one when the outbox says it once more.</summary>
    [Theory]
    [InlineData("Touched")]
    [InlineData("All")]
    public async Task New_posts(string evict)
    {
        var fan = await shop.NextFanAsync();

        var misses = await MissesAsync(evict, async http => await fan.WriteAsync(replica: http));

        Assert.InRange(misses, Rounds - 1, (2 * Rounds) + 2);
    }

    private static async Task LikeAndBackAsync(Fan fan, long post, HttpClient http)
    {
        if ((await fan.ShowAsync(post)).GetProperty("likes").GetInt32() % 2 == 0)
            await fan.LikeAsync(post, http);
        else
            await fan.UnlikeAsync(post, http);
    }

    /// <summary>Reads a page again and again, and writes once in between; how often it had to be made.</summary>
    private async Task<long> MissesAsync(string evict, Func<HttpClient, Task> writeAsync)
    {
        await using var replica = shop.AgelessReplica(("Cache:Mode", "Memory"), ("Feed:Evict", evict));
        using var http = replica.CreateClient();
        await Until.HeardAsync(replica.Services);
        await http.GetAnswerAsync("/api/feed?limit=11");
        var (hitsBefore, missesBefore) = await CountsAsync(http);
        for (var round = 0; round < Rounds; round++)
        {
            await writeAsync(http);
            for (var read = 0; read < ReadsAWrite; read++)
                Assert.Equal(HttpStatusCode.OK, (await http.GetAnswerAsync("/api/feed?limit=11")).Status);
        }

        var (hits, misses) = await CountsAsync(http);
        (hits, misses) = (hits - hitsBefore, misses - missesBefore);
        TestContext.Current.SendDiagnosticMessage(string.Create(CultureInfo.InvariantCulture,
            $"Evict {evict}: {Rounds} writes, {Rounds * ReadsAWrite} reads, {misses} misses: {(double)hits / (hits + misses):P2} were kept."));
        Assert.Equal(Rounds * ReadsAWrite, hits + misses);
        return misses;
    }

    private static async Task<(long Hits, long Misses)> CountsAsync(HttpClient http)
    {
        var cache = (await http.GetAnswerAsync("/health/usage")).Json.GetProperty("cache");
        return (cache.GetProperty("hits").GetInt64(), cache.GetProperty("misses").GetInt64());
    }
}
