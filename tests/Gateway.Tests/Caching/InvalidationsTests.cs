using System.Net;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Gateway.Tests.Caching;

/// <summary>No cached response outlives its invalidation.</summary>
public sealed class InvalidationsTests
{
    [Fact]
    public async Task A_change_is_visible_at_every_gateway()
    {
        await using var rig = await CachingRig.StartHearingAsync(gateways: 2);
        foreach (var http in rig.Clients)
            await CachingRig.SendAsync(http, HttpMethod.Get, CachingRig.Games);

        await ChangeAsync(rig, 1);

        foreach (var http in rig.Clients)
            await Wait.UntilAsync(async () => (await CachingRig.SendAsync(http, HttpMethod.Get, CachingRig.Games)).Body == "two");
        Assert.Equal(["gateway", "gateway"], await FromAsync(rig));
    }

    [Fact]
    public async Task Other_groups_stay_cached()
    {
        await using var rig = await CachingRig.StartHearingAsync();
        await rig.GetAsync();
        var heard = rig.Heard.Number;

        await rig.Redis.InvalidateAsync("game:3", 1);
        await Wait.UntilAsync(() => rig.Heard.Number > heard);

        Assert.Equal("gateway", (await rig.GetAsync()).From);
    }

    /// <summary>The replica has made the response, and sends it when the gateway has received the invalidation.</summary>
    [Fact]
    public async Task A_response_whose_fetch_began_before_an_invalidation_is_not_cached()
    {
        await using var rig = await CachingRig.StartHearingAsync();
        var gate = new TaskCompletionSource();
        rig.Replica.Gate = gate.Task;
        // The number that the response carries is already that of the change: the replica has heard of it, but has built the response before.
        rig.Replica.Invalidation = 1;
        var fetching = rig.GetAsync();
        await Wait.UntilAsync(() => rig.Replica.Requests.Count == 1);
        var heard = rig.Heard.Number;

        await ChangeAsync(rig, 1);
        await Wait.UntilAsync(() => rig.Heard.Number > heard);
        var joining = rig.GetAsync();
        gate.SetResult();

        Assert.Equal("one", (await fetching).Body);
        Assert.Equal("two", (await joining).Body);
        Assert.Equal("two", (await rig.GetAsync()).Body);
    }

    /// <summary>Messages reach each process separately.</summary>
    [Fact]
    public async Task A_response_of_a_replica_that_has_not_received_the_invalidation_is_not_cached()
    {
        await using var rig = await CachingRig.StartHearingAsync();
        var heard = rig.Heard.Number;
        await rig.Redis.InvalidateAsync("games", 1);
        await Wait.UntilAsync(() => rig.Heard.Number > heard);

        var replies = new[] { await rig.GetAsync(), await rig.GetAsync() };
        (rig.Replica.Body, rig.Replica.Invalidation) = ("two", 1);
        var current = new[] { await rig.GetAsync(), await rig.GetAsync() };

        Assert.Equal([("api-1", "one"), ("api-1", "one"), ("api-1", "two"), ("gateway", "two")], [.. replies.Concat(current).Select(reply => (reply.From, reply.Body))]);
    }

    [Fact]
    public async Task After_an_operator_s_write_the_same_gateway_serves_nothing_older_before_the_message_arrives()
    {
        await using var rig = await CachingRig.StartHearingAsync();
        await rig.GetAsync();

        rig.Replica.Status = 409;
        await rig.SendAsync(HttpMethod.Patch, "/api/admin/games/3");
        rig.Replica.Status = 200;
        Assert.Equal("gateway", (await rig.GetAsync()).From);

        await rig.SendAsync(HttpMethod.Patch, "/api/admin/games/3");
        Assert.Equal("api-1", (await rig.GetAsync()).From);
    }

    [Fact]
    public async Task Without_Redis_everything_is_forwarded_and_nothing_old_returns_with_it()
    {
        await using var rig = await CachingRig.StartHearingAsync();
        await rig.GetAsync();
        Assert.Equal("gateway", (await rig.GetAsync()).From);

        await rig.Redis.KillAsync();
        await Wait.UntilAsync(() => !rig.Heard.AreHeard);
        rig.Replica.Body = "two";
        Assert.Equal(["api-1", "api-1"], [(await rig.GetAsync()).From, (await rig.GetAsync()).From]);

        // The change has not been published.
        await rig.Redis.StartAgainAsync();
        await rig.HearsAsync();
        Assert.Equal((HttpStatusCode.OK, "two"), ((await rig.GetAsync()) is var reply ? reply.Status : 0, reply.Body));
        Assert.Equal(("gateway", "two"), ((await rig.GetAsync()) is var cached ? cached.From : "", cached.Body));
    }

    [Fact]
    public async Task A_gateway_that_starts_without_Redis_caches_when_Redis_comes()
    {
        await using var rig = await CachingRig.StartAsync();
        await rig.Redis.KillAsync();
        await Wait.UntilAsync(() => !rig.Heard.AreHeard);
        Assert.Equal("api-1", (await rig.GetAsync()).From);

        await rig.Redis.StartAgainAsync();

        await rig.HearsAsync();
        await rig.GetAsync();
        Assert.Equal("gateway", (await rig.GetAsync()).From);
    }

    /// <summary>The caller that fetches leaves while another one waits for its response.</summary>
    [Fact]
    public async Task A_caller_that_leaves_does_not_take_the_response_from_the_others()
    {
        await using var rig = await CachingRig.StartHearingAsync();
        var gate = new TaskCompletionSource();
        rig.Replica.Gate = gate.Task;
        using var leaving = new CancellationTokenSource();
        var first = rig.Http.GetAsync(new Uri(CachingRig.Games, UriKind.Relative), leaving.Token);
        await Wait.UntilAsync(() => rig.Replica.Requests.Count == 1);
        var others = Enumerable.Range(0, 10).Select(_ => rig.GetAsync()).ToList();

        await leaving.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => first);
        await Wait.UntilAsync(() => rig.Replica.Requests.Count >= 2);
        gate.SetResult();

        Assert.All(await Task.WhenAll(others), reply => Assert.Equal((HttpStatusCode.OK, "one"), (reply.Status, reply.Body)));
        // One of them fetches for the rest.
        Assert.InRange(rig.Replica.Requests.Count, 2, others.Count);
    }

    private static async Task ChangeAsync(CachingRig rig, long number)
    {
        (rig.Replica.Body, rig.Replica.Invalidation) = ("two", number);
        await rig.Redis.InvalidateAsync("games", number);
    }

    private static async Task<List<string>> FromAsync(CachingRig rig)
    {
        List<string> from = [];
        foreach (var http in rig.Clients)
            from.Add((await CachingRig.SendAsync(http, HttpMethod.Get, CachingRig.Games)).From);
        return from;
    }
}
