using System.Globalization;
using System.Net;
using Xunit;

namespace Dugout.Features.Tests.Feed;

/// <summary>
/// How often a kept page serves while one request of a hundred writes: counted, so no time is in it. Everybody's
/// writes evict, so these tests need the shop for themselves.
/// </summary>
[Collection(nameof(Alone))]
public sealed class GuestFeedHits(Shop shop)
{
    private const int Rounds = 20;
    private const int ReadsAWrite = 99;

    /// <summary>Likes of posts that no page shows cost no page.</summary>
    [Fact]
    public async Task Likes_of_older_posts()
    {
        var fan = await shop.NextFanAsync();
        await fan.RememberAsync(200, FeedCalls.NewTag(), 1);

        // Seeded, and two hundred are newer.
        var misses = await MissesAsync(http => LikeAndBackAsync(fan, post: 2, http));

        Assert.InRange(misses, 0, 2);
    }

    /// <summary>Where the load lab has every write evict, each costs one miss, and perhaps a second one when it is heard of once more.</summary>
    [Fact]
    public async Task Likes_of_older_posts_where_every_write_invalidates()
    {
        var fan = await shop.NextFanAsync();
        await fan.RememberAsync(200, FeedCalls.NewTag(), 1);

        Assert.InRange(await MissesAsync(http => LikeAndBackAsync(fan, post: 2, http), "feed-evicts-always"), Rounds - 1, (2 * Rounds) + 2);
    }

    /// <summary>A new post belongs on every first page: each costs one miss, and perhaps a second one when the outbox repeats the invalidation.</summary>
    [Fact]
    public async Task New_posts()
    {
        var fan = await shop.NextFanAsync();

        var misses = await MissesAsync(async http => await fan.WriteAsync(replica: http));

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
    /// <param name="writeAsync">Writes.</param>
    /// <param name="with">What differs from the product that ships; null for nothing.</param>
    private async Task<long> MissesAsync(Func<HttpClient, Task> writeAsync, string? with = null)
    {
        await using var replica = with is null ? shop.AgelessReplica(("Cache:Mode", "Memory")) : shop.AgelessReplica(("Cache:Mode", "Memory")).With(with);
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
            $"{with ?? "As it ships"}: {Rounds} writes, {Rounds * ReadsAWrite} reads, {misses} misses: {(double)hits / (hits + misses):P2} were kept."));
        Assert.Equal(Rounds * ReadsAWrite, hits + misses);
        return misses;
    }

    private static async Task<(long Hits, long Misses)> CountsAsync(HttpClient http)
    {
        var cache = (await http.GetAnswerAsync("/health/usage")).Json.GetProperty("cache");
        return (cache.GetProperty("hits").GetInt64(), cache.GetProperty("misses").GetInt64());
    }
}
