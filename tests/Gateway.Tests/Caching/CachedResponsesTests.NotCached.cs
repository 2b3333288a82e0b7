using System.Net;
using Xunit;

namespace Dugout.Gateway.Tests.Caching;

/// <content>Responses that are not cached.</content>
public sealed partial class CachedResponsesTests
{
    [Theory]
    [InlineData("CDN-Cache-Control", "")]
    [InlineData("CDN-Cache-Control", "max-age=60")]
    [InlineData("CDN-Cache-Control", "private, max-age=60")]
    [InlineData("CDN-Cache-Control", "public, no-store, max-age=60")]
    [InlineData("CDN-Cache-Control", "public, max-age=0")]
    [InlineData("Cache-Groups", "")]
    [InlineData("Cache-Groups", "\"games\", \"teams\"")]
    [InlineData("X-Cache-Invalidation", "")]
    [InlineData("Set-Cookie", "session=of one fan")]
    [InlineData("Vary", "Accept-Language")]
    [InlineData("Content-Encoding", "br")]
    public async Task Responses_that_belong_to_one_caller_or_have_no_permission_are_not_cached(string name, string value)
    {
        await using var rig = await CachingRig.StartHearingAsync(redis);
        rig.Replica.Headers[name] = value;

        var replies = new[] { await rig.GetAsync(), await rig.GetAsync() };

        Assert.Equal(2, rig.Replica.Requests.Count);
        Assert.All(replies, reply => Assert.Equal(("api-1", "one"), (reply.From, reply.Body)));
    }

    [Theory]
    [InlineData(400)]
    [InlineData(404)]
    [InlineData(429)]
    [InlineData(500)]
    [InlineData(503)]
    public async Task Errors_are_not_cached(int status)
    {
        await using var rig = await CachingRig.StartHearingAsync(redis);
        rig.Replica.Status = status;

        Assert.Equal((HttpStatusCode)status, (await rig.GetAsync()).Status);
        rig.Replica.Status = 200;

        Assert.Equal((HttpStatusCode.OK, "api-1"), ((await rig.GetAsync()) is var reply ? reply.Status : 0, reply.From));
    }

    [Fact]
    public async Task A_broken_response_is_fetched_again_and_no_part_of_it_is_cached()
    {
        await using var other = await CatalogReplica.StartAsync();
        await using var rig = await CachingRig.StartHearingAsync(redis, 1, ("ReverseProxy:Clusters:api:Destinations:9:Address", other.Address));
        rig.Replica.BreakOnce();
        other.BreakOnce();

        // Each replica breaks off once, and a request is sent twice at most.
        var broken = await rig.GetAsync();
        var whole = await rig.GetAsync();

        Assert.Equal((HttpStatusCode.BadGateway, HttpStatusCode.OK, "one"), (broken.Status, whole.Status, whole.Body));
    }

    /// <summary>The live addresses beside the cached ones.</summary>
    [Theory]
    [InlineData("/api/games/3/grades")]
    [InlineData("/api/games/3/grades/11/taken")]
    [InlineData("/api/games/3/holds")]
    [InlineData("/api/reservations")]
    [InlineData("/api/products")]
    public async Task Other_addresses_are_forwarded_whatever_their_responses_permit(string path)
    {
        await using var rig = await CachingRig.StartHearingAsync(redis);

        var replies = new[] { await rig.GetAsync(path), await rig.GetAsync(path) };

        Assert.Equal([path, path], rig.Replica.Requests);
        Assert.All(replies, reply => Assert.False(reply.Headers.ContainsKey("CDN-Cache-Control")));
    }
}
