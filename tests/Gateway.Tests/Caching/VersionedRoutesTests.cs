using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Gateway.Tests.Caching;

/// <summary>The state of a waiting room, of which replicas have copies of different ages.</summary>
public sealed class VersionedRoutesTests
{
    private const string Room = "/api/games/7/waiting-room";
    private const string Version = "X-Cache-Version";

    /// <summary>Without Redis, so that nothing is cached.</summary>
    [Fact]
    public async Task A_replica_must_show_the_greatest_version_that_the_gateway_has_received()
    {
        await using var replica = await CatalogReplica.StartAsync();
        await using var gateway = Rig.ServedGateway([replica.Address]);
        using var http = gateway.CreateClient();
        await Rig.ReadyAsync(http);

        Assert.Equal("", await RequiredAsync("500"));
        Assert.Equal("500", await RequiredAsync("499"));
        Assert.Equal("500", await RequiredAsync("700"));
        Assert.Equal("700", await RequiredAsync("soon"));
        Assert.Equal("", await RequiredAsync("9", "/api/games/8/waiting-room"));
        Assert.Equal("700", await RequiredAsync("800", query: "?x=1"));
        Assert.Equal("800", await RequiredAsync("800"));

        // What a replica gets if it now answers with this version; the client requires another one.
        async Task<string> RequiredAsync(string version, string path = Room, string query = "")
        {
            replica.Headers[Version] = version;
            var answer = await CachingRig.SendAsync(http, HttpMethod.Get, path + query, (Version, "9000"));
            Assert.DoesNotContain(Version, answer.Headers.Keys);
            return $"{replica.LastHeaders[Version]}";
        }
    }

    /// <summary>As where a replica is slow: its response would be cached after the later one.</summary>
    [Fact]
    public async Task A_response_that_arrives_after_a_later_version_is_neither_cached_nor_shared()
    {
        await using var rig = await CachingRig.StartHearingAsync();
        var (replica, slow) = (rig.Replica, new TaskCompletionSource());
        (replica.Headers[Version], replica.Body, replica.Gate) = ("500", "old", slow.Task);
        var first = rig.GetAsync(Room);
        await Wait.UntilAsync(() => replica.Requests.Count == 1);
        (replica.Headers[Version], replica.Body, replica.Gate) = ("700", "new", Task.CompletedTask);
        var joined = rig.GetAsync(Room);
        Assert.Equal("new", (await rig.GetAsync(Room, ("Cache-Control", "no-cache"))).Body);

        slow.SetResult();

        Assert.Equal("old", (await first).Body);
        Assert.Equal("new", (await joined).Body);
        Assert.Equal("new", (await rig.GetAsync(Room)).Body);
        Assert.Equal(2, replica.Requests.Count);
    }

    /// <summary>Fans have written something: they have taken a ticket.</summary>
    [Fact]
    public async Task A_consistency_token_demands_no_response_of_its_own()
    {
        await using var rig = await CachingRig.StartHearingAsync();
        await rig.GetAsync(Room);

        for (var fan = 1; fan <= 3; fan++)
            Assert.Equal("one", (await rig.GetAsync(Room, ("X-Consistency-Token", $"0-1-{fan}"))).Body);

        Assert.Single(rig.Replica.Requests);
    }

    [Fact]
    public async Task Other_routes_have_no_version()
    {
        await using var replica = await CatalogReplica.StartAsync();
        await using var gateway = Rig.ServedGateway([replica.Address]);
        using var http = gateway.CreateClient();
        await Rig.ReadyAsync(http);
        replica.Headers[Version] = "500";

        for (var turn = 0; turn < 2; turn++)
        {
            var answer = await CachingRig.SendAsync(http, HttpMethod.Get, "/api/teams");
            Assert.DoesNotContain(Version, answer.Headers.Keys);
            Assert.Equal("", $"{replica.LastHeaders[Version]}");
        }
    }
}
