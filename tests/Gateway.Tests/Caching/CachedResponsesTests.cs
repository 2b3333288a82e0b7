using System.Net;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Gateway.Tests.Caching;

/// <summary>Which requests the gateway answers from memory, and which reach a replica.</summary>
public sealed partial class CachedResponsesTests(SharedRedis redis) : IClassFixture<SharedRedis>
{
    private const string Token = "X-Consistency-Token";

    [Theory]
    [InlineData("/api/teams")]
    [InlineData("/api/games?month=2027-04&teamId=1")]
    [InlineData("/api/games/3")]
    [InlineData("/api/games/3/grades/11")]
    [InlineData("/api/games/3/waiting-room")]
    public async Task A_cached_response_does_not_reach_a_replica(string path)
    {
        await using var rig = await CachingRig.StartHearingAsync(redis);

        var first = await rig.GetAsync(path);
        var again = await rig.GetAsync(path);
        var byFan = await rig.GetAsync(path, ("Authorization", "Bearer fan"), ("Cookie", "dugout-session=fan"), ("Sec-Fetch-Site", "same-origin"));

        Assert.Equal([path], rig.Replica.Requests);
        Assert.Equal(("api-1", "gateway", "gateway"), (first.From, again.From, byFan.From));
        foreach (var reply in (CachingRig.Reply[])[first, again, byFan])
        {
            Assert.Equal((HttpStatusCode.OK, "one", "\"one\"", "public, no-cache"), (reply.Status, reply.Body, reply.Headers["ETag"], reply.Headers["Cache-Control"]));
            Assert.Equal(("application/json; charset=utf-8", "3"), (reply.Headers["Content-Type"], reply.Headers["Content-Length"]));
            Assert.Empty(reply.Headers.Keys.Intersect(["CDN-Cache-Control", "Cache-Groups", "X-Cache-Invalidation"], StringComparer.OrdinalIgnoreCase));
        }

        Assert.False(first.Headers.ContainsKey("Age"));
        Assert.InRange(int.Parse(again.Headers["Age"], null), 0, 60);
        Assert.Equal("nosniff", again.Headers["X-Content-Type-Options"]);
    }

    [Fact]
    public async Task The_order_of_query_parameters_does_not_matter_and_their_values_do()
    {
        await using var rig = await CachingRig.StartHearingAsync(redis);

        foreach (var query in (string[])["month=2027-04&teamId=1", "teamId=1&month=2027-04", "&teamId=1&&month=2027-04", "teamId=2&month=2027-04", "month=2027-04"])
            await rig.GetAsync($"/api/games?{query}");

        Assert.Equal(["/api/games?month=2027-04&teamId=1", "/api/games?teamId=2&month=2027-04", "/api/games?month=2027-04"], rig.Replica.Requests);
    }

    /// <summary>Also with whole responses of a replica, whose HEAD would be a 405.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task HEAD_and_conditional_requests_are_answered_from_the_same_response(bool isCached)
    {
        await using var rig = await CachingRig.StartHearingAsync(redis);
        if (isCached)
            await rig.GetAsync();

        var head = await rig.SendAsync(HttpMethod.Head);
        var same = await rig.GetAsync(CachingRig.Games, ("If-None-Match", "W/\"other\", W/\"one\""));
        var any = await rig.GetAsync(CachingRig.Games, ("If-None-Match", "*"));
        var other = await rig.GetAsync(CachingRig.Games, ("If-None-Match", "\"other\""));

        Assert.Single(rig.Replica.Requests);
        Assert.Equal((HttpStatusCode.OK, "", "3", "\"one\""), (head.Status, head.Body, head.Headers["Content-Length"], head.Headers["ETag"]));
        Assert.All([same, any], reply => Assert.Equal((HttpStatusCode.NotModified, "", "\"one\""), (reply.Status, reply.Body, reply.Headers["ETag"])));
        Assert.Equal((HttpStatusCode.OK, "one"), (other.Status, other.Body));
    }

    [Theory]
    [InlineData("\"one\"", HttpStatusCode.NotModified)]
    [InlineData("\"other\"", HttpStatusCode.OK)]
    public async Task The_first_request_may_be_conditional(string tag, HttpStatusCode status)
    {
        await using var rig = await CachingRig.StartHearingAsync(redis);

        var first = await rig.GetAsync(CachingRig.Games, ("If-None-Match", tag));
        var second = await rig.GetAsync();

        Assert.Equal((status, "gateway", "one"), (first.Status, second.From, second.Body));
        Assert.Single(rig.Replica.Requests);
    }

    [Fact]
    public async Task A_conditional_request_for_what_is_not_cached_still_gets_304()
    {
        await using var rig = await CachingRig.StartHearingAsync(redis);
        rig.Replica.Headers["CDN-Cache-Control"] = "";

        var reply = await rig.GetAsync(CachingRig.Games, ("If-None-Match", "\"one\""));

        Assert.Equal((HttpStatusCode.NotModified, "api-1"), (reply.Status, reply.From));
    }

    [Theory]
    [InlineData("0-1-5", "0-1-4", "0-1-6")]
    [InlineData("3E11FA47-71CA-11E1-9E33-C80AA9429562:1-5", "3E11FA47-71CA-11E1-9E33-C80AA9429562:1-4", "3E11FA47-71CA-11E1-9E33-C80AA9429562:1-6")]
    public async Task A_request_with_a_newer_consistency_token_reaches_a_replica_and_renews_the_response(string token, string older, string newer)
    {
        await using var rig = await CachingRig.StartHearingAsync(redis);
        await rig.GetAsync();

        List<string> from = [];
        foreach (var sent in (string[])[token, token, older, newer, token])
            from.Add((await rig.GetAsync(CachingRig.Games, (Token, sent))).From);
        from.Add((await rig.GetAsync()).From);

        Assert.Equal(["api-1", "gateway", "gateway", "api-1", "gateway", "gateway"], from);
    }

    [Theory]
    [InlineData(Token, "no position")]
    [InlineData("Cache-Control", "no-store")]
    [InlineData("Cache-Control", "max-age=no number")]
    [InlineData("Sec-Fetch-Site", "cross-site")]
    [InlineData("Sec-Fetch-Site", "same-site")]
    [InlineData("If-Match", "\"one\"")]
    public async Task Requests_that_no_cached_response_may_satisfy_reach_a_replica_and_leave_nothing(string name, string value)
    {
        await using var rig = await CachingRig.StartHearingAsync(redis);

        await rig.GetAsync(CachingRig.Games, (name, value));
        await rig.GetAsync();
        await rig.GetAsync(CachingRig.Games, (name, value));

        Assert.Equal(3, rig.Replica.Requests.Count);
        Assert.Equal("gateway", (await rig.GetAsync()).From);
    }

    [Theory]
    [InlineData("Cache-Control", "no-cache")]
    [InlineData("Cache-Control", "max-age=0")]
    [InlineData("Pragma", "no-cache")]
    public async Task A_caller_may_demand_a_new_response_which_is_then_cached(string name, string value)
    {
        await using var rig = await CachingRig.StartHearingAsync(redis);
        await rig.GetAsync();
        rig.Replica.Body = "two";

        Assert.Equal(("api-1", "two"), ((await rig.GetAsync(CachingRig.Games, (name, value))) is var demanded ? demanded.From : "", demanded.Body));
        Assert.Equal(("gateway", "two"), ((await rig.GetAsync()) is var cached ? cached.From : "", cached.Body));
    }

    [Fact]
    public async Task Cache_headers_of_clients_do_not_reach_a_replica()
    {
        await using var rig = await CachingRig.StartHearingAsync(redis);

        await rig.GetAsync(CachingRig.Games, ("CDN-Cache-Control", "public, max-age=60"), ("Cache-Groups", "\"games\""), ("X-Cache-Invalidation", "9"));

        Assert.Empty(rig.Replica.LastHeaders.Keys.Intersect(["CDN-Cache-Control", "Cache-Groups", "X-Cache-Invalidation"], StringComparer.OrdinalIgnoreCase));
    }

    [Fact]
    public async Task The_cache_can_be_switched_off()
    {
        await using var rig = await CachingRig.StartAsync(redis, 1, ("Gateway:Cache:MemoryMegabytes", "0"));

        var replies = new[] { await rig.GetAsync(), await rig.GetAsync() };

        Assert.All(replies, reply => Assert.Equal(("api-1", false), (reply.From, reply.Headers.ContainsKey("CDN-Cache-Control"))));
    }

    [Fact]
    public async Task Concurrent_callers_share_one_fetch()
    {
        await using var rig = await CachingRig.StartHearingAsync(redis);

        var replies = await Together.RunAsync(100, _ => rig.GetAsync());

        Assert.Single(rig.Replica.Requests);
        Assert.All(replies, reply => Assert.Equal((HttpStatusCode.OK, "one"), (reply.Status, reply.Body)));
    }

    [Fact]
    public async Task Memory_is_bounded_and_large_bodies_are_only_forwarded()
    {
        const int Kilobyte = 1024;
        await using var rig = await CachingRig.StartHearingAsync(redis, 1, ("Gateway:Cache:MemoryMegabytes", "1"), ("Gateway:Cache:BodyKilobytes", "100"));
        using var sizes = new CacheSizes();
        rig.Replica.Body = new('y', (100 * Kilobyte) + 1);
        Assert.Equal(rig.Replica.Body, (await rig.GetAsync("/api/games/99")).Body);
        Assert.Equal("api-1", (await rig.GetAsync("/api/games/99")).From);

        rig.Replica.Body = new('x', 100 * Kilobyte);

        for (var game = 1; game <= 50; game++)
        {
            Assert.Equal(rig.Replica.Body, (await rig.GetAsync($"/api/games/{game}")).Body);
            Assert.InRange(sizes.Largest(), 1, 1024 * Kilobyte);
        }
    }
}
