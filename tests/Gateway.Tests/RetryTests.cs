using System.Diagnostics;
using System.Net;
using Microsoft.Extensions.DependencyInjection;
using Xunit;
using Yarp.ReverseProxy;
using Yarp.ReverseProxy.Model;

namespace Dugout.Gateway.Tests;

public sealed class RetryTests
{
    private static readonly Uri BreaksOff = new("/api/abort", UriKind.Relative);
    private static readonly Uri Echo = new("/api/echo", UriKind.Relative);

    /// <summary>Then no connection to a replica has been used before, on which the framework's client tries again by itself.</summary>
    private static readonly (string Name, string Value) NobodyLooks = ("ReverseProxy:Clusters:api:HealthCheck:Active:Enabled", "false");

    [Theory]
    [InlineData("GET", 2)]
    [InlineData("HEAD", 2)]
    [InlineData("POST", 1)]
    [InlineData("PUT", 1)]
    [InlineData("PATCH", 1)]
    [InlineData("DELETE", 1)]
    [InlineData("OPTIONS", 1)]
    public async Task Only_reads_are_retried_once_on_another_replica(string method, int times)
    {
        await using var one = await Backend.StartAsync("one");
        await using var two = await Backend.StartAsync("two");
        await using var three = await Backend.StartAsync("three");
        await using var gateway = Rig.ServedGateway([one.Address, two.Address, three.Address], NobodyLooks);
        using var http = gateway.CreateClient();
        using var request = new HttpRequestMessage(new HttpMethod(method), BreaksOff);

        using var answer = await http.SendAsync(request);

        Assert.Equal(HttpStatusCode.BadGateway, answer.StatusCode);
        int[] asked = [one.AskedToBreakOff, two.AskedToBreakOff, three.AskedToBreakOff];
        Assert.Equal(times, asked.Sum());
        Assert.True(asked.Max() == 1, "The same replica was asked twice.");
    }

    [Fact]
    public async Task A_read_with_a_body_is_not_retried()
    {
        await using var one = await Backend.StartAsync("one");
        await using var two = await Backend.StartAsync("two");
        await using var gateway = Rig.ServedGateway([one.Address, two.Address], NobodyLooks);
        using var http = gateway.CreateClient();
        using var request = new HttpRequestMessage(HttpMethod.Get, BreaksOff) { Content = new StringContent("body") };

        using var answer = await http.SendAsync(request);

        await Rig.AssertProblemAsync(answer, HttpStatusCode.BadGateway, "fault");
        Assert.Equal(1, one.AskedToBreakOff + two.AskedToBreakOff);
    }

    /// <summary>The framework's client would: see <see cref="NobodyLooks"/>.</summary>
    [Theory]
    [InlineData("POST")]
    [InlineData("PUT")]
    [InlineData("DELETE")]
    public async Task A_write_is_not_retried_when_a_reused_connection_closes(string method)
    {
        await using var one = await Backend.StartAsync("one");
        await using var gateway = Rig.ServedGateway([one.Address], NobodyLooks);
        using var http = gateway.CreateClient();
        await http.NameAsync();
        using var request = new HttpRequestMessage(new HttpMethod(method), BreaksOff);

        using var answer = await http.SendAsync(request);

        await Rig.AssertProblemAsync(answer, HttpStatusCode.BadGateway, "fault");
        Assert.Equal(1, one.AskedToBreakOff);
    }

    [Fact]
    public async Task A_timed_out_read_is_not_retried()
    {
        await using var one = await Backend.StartAsync("one");
        await using var two = await Backend.StartAsync("two");
        await using var gateway = Rig.ServedGateway([one.Address, two.Address], ("ReverseProxy:Clusters:api:HttpRequest:ActivityTimeout", "00:00:01"));
        using var http = gateway.CreateClient();

        using var answer = await http.GetAsync(new Uri("/api/hang", UriKind.Relative));

        await Rig.AssertProblemAsync(answer, HttpStatusCode.BadGateway, "fault");
        Assert.Equal(1, one.AskedToHang + two.AskedToHang);
    }

    [Fact]
    public async Task A_read_is_retried_when_its_replica_finishes_no_request_and_does_not_say_that_it_lives()
    {
        await using var one = await Backend.StartAsync("one");
        await using var two = await Backend.StartAsync("two");
        await using var gateway = Rig.ServedGateway([one.Address, two.Address], ("ReverseProxy:Clusters:api:HttpRequest:ActivityTimeout", "00:01:00"));
        using var http = gateway.CreateClient();
        await Rig.ReadyAsync(http);
        var waiting = http.GetAsync(new Uri("/api/hang", UriKind.Relative));
        var hung = await AskedAsync();

        // Slow: it lives. Then busy: it does not say so, and finishes what others ask.
        await Task.Delay(TimeSpan.FromSeconds(1.5));
        hung.SaysItLives = false;
        for (var busy = Stopwatch.StartNew(); busy.Elapsed < TimeSpan.FromSeconds(1.5);)
            await http.NameAsync();
        Assert.Equal(1, one.AskedToHang + two.AskedToHang);
        for (var frozen = Stopwatch.StartNew(); one.AskedToHang + two.AskedToHang == 1 && frozen.Elapsed < TimeSpan.FromSeconds(30);)
            await Task.Delay(10);

        Assert.Equal((1, 1), (one.AskedToHang, two.AskedToHang));
        http.CancelPendingRequests();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);

        async Task<Backend> AskedAsync()
        {
            while (one.AskedToHang + two.AskedToHang == 0)
                await Task.Delay(5);
            return one.AskedToHang == 1 ? one : two;
        }
    }

    [Fact]
    public async Task A_read_that_was_given_up_once_waits_for_its_second_replica_even_if_that_one_does_not_say_that_it_lives()
    {
        Backend[] all = [await Backend.StartAsync("one"), await Backend.StartAsync("two"), await Backend.StartAsync("three")];
        await using var gateway = Rig.ServedGateway([.. all.Select(backend => backend.Address)], ("ReverseProxy:Clusters:api:HttpRequest:ActivityTimeout", "00:01:00"));
        using var http = gateway.CreateClient();
        await Rig.ReadyAsync(http);
        var waiting = http.GetAsync(new Uri("/api/hang", UriKind.Relative));
        await FrozenAsync(asked: 1);

        await FrozenAsync(asked: 2);
        await Task.Delay(TimeSpan.FromSeconds(3));

        Assert.False(waiting.IsCompleted);
        Assert.Equal(2, all.Sum(backend => backend.AskedToHang));
        http.CancelPendingRequests();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
        foreach (var backend in all)
            await backend.DisposeAsync();

        async Task FrozenAsync(int asked)
        {
            for (var since = Stopwatch.StartNew(); all.Sum(backend => backend.AskedToHang) < asked; await Task.Delay(5))
                Assert.True(since.Elapsed < TimeSpan.FromSeconds(30));
            foreach (var backend in all.Where(backend => backend.AskedToHang > 0))
                backend.SaysItLives = false;
        }
    }

    /// <summary>Without active and passive health checks: only the retry is left.</summary>
    [Fact]
    public async Task A_stopped_replica_fails_no_read()
    {
        await using var one = await Backend.StartAsync("one");
        await using var gateway = Rig.ServedGateway([one.Address, "http://127.0.0.1:9"],
            NobodyLooks, ("ReverseProxy:Clusters:api:HealthCheck:Passive:Enabled", "false"));
        using var http = gateway.CreateClient();

        for (var i = 0; i < 20; i++)
            Assert.Equal("one", await http.NameAsync());
    }

    /// <summary>Without active and passive health checks: every other write goes to the stopped one first.</summary>
    [Fact]
    public async Task A_stopped_replica_fails_no_write_that_was_not_sent()
    {
        await using var one = await Backend.StartAsync("one");
        await using var gateway = Rig.ServedGateway([one.Address, "http://127.0.0.1:9"],
            NobodyLooks, ("ReverseProxy:Clusters:api:HealthCheck:Passive:Enabled", "false"));
        using var http = gateway.CreateClient();

        for (var i = 0; i < 20; i++)
        {
            var sent = $"write {i}";
            using var body = new StringContent(sent);
            using var answer = await http.PostAsync(Echo, body);
            Assert.Equal((HttpStatusCode.OK, $"{sent.Length}"), (answer.StatusCode, await answer.Content.ReadAsStringAsync()));
        }
    }

    /// <summary>Without active health checks: only the results of requests are known.</summary>
    [Fact]
    public async Task A_replica_that_does_not_listen_is_detected_by_one_request()
    {
        await using var one = await Backend.StartAsync("one");
        await using var gateway = Rig.ServedGateway([one.Address, "http://127.0.0.1:9"],
            NobodyLooks, ("ReverseProxy:Clusters:api:HealthCheck:Passive:ReactivationPeriod", "01:00:00"));
        using var http = gateway.CreateClient();

        // By turns: one of the two meets the stopped replica.
        for (var i = 0; i < 2; i++)
            Assert.Equal("one", await http.NameAsync());

        var cluster = gateway.Services.GetRequiredService<IProxyStateLookup>().GetClusters().Single();
        Assert.Single(cluster.Destinations.Values, destination => destination.Health.Passive == DestinationHealth.Unhealthy);
    }

    /// <summary>By itself, one request that breaks off says nothing of its replica; three in a row do.</summary>
    [Fact]
    public async Task A_replica_that_repeatedly_breaks_off_leaves_rotation_for_a_while()
    {
        await using var one = await Backend.StartAsync("one");
        await using var two = await Backend.StartAsync("two");
        await using var gateway = Rig.ServedGateway([one.Address, two.Address],
            NobodyLooks, ("ReverseProxy:Clusters:api:HealthCheck:Passive:ReactivationPeriod", "00:00:03"));
        using var http = gateway.CreateClient();

        // Two at each replica, by turns; then the third at one of them.
        for (var i = 0; i < 5; i++)
            await BreakOffAsync(http);

        var waited = Stopwatch.StartNew();
        var left = "";
        for (var inARow = 0; inARow < 10; Assert.True(waited.Elapsed < TimeSpan.FromSeconds(30)))
        {
            var name = await http.NameAsync();
            inARow = name == left ? inARow + 1 : 1;
            left = name;
        }

        while (await http.NameAsync() == left)
            Assert.True(waited.Elapsed < TimeSpan.FromSeconds(60));
        TestContext.Current.SendDiagnosticMessage($"back after {waited.Elapsed.TotalSeconds:0.00} s");
    }

    private static async Task BreakOffAsync(HttpClient http)
    {
        using var answer = await http.PostAsync(BreaksOff, content: null);
        Assert.Equal(HttpStatusCode.BadGateway, answer.StatusCode);
    }
}
