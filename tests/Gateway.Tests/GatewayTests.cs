using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Dugout.Gateway.Balancing;
using Dugout.Tests.Support;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.Extensions.DependencyInjection;
using Xunit;
using Yarp.ReverseProxy;
using Yarp.ReverseProxy.Configuration;

namespace Dugout.Gateway.Tests;

public sealed class GatewayTests
{
    [Fact]
    public async Task Requests_are_spread_over_all_replicas()
    {
        await using var one = await Backend.StartAsync("one");
        await using var two = await Backend.StartAsync("two");
        await using var gateway = Gateway(one.Address, two.Address);
        using var http = gateway.CreateClient();

        var names = new List<string>();
        for (var i = 0; i < 20; i++)
            names.Add(await http.GetStringAsync(new Uri("/api/name", UriKind.Relative)));

        Assert.Equal((10, 10), (names.Count(name => name == "one"), names.Count(name => name == "two")));
    }

    /// <summary>Asking replicas and watching their failures find it out each by itself.</summary>
    [Theory]
    [InlineData("Passive:Enabled", "false")]
    [InlineData("Active:Interval", "01:00:00")]
    public async Task A_stopped_replica_gets_no_more_requests(string setting, string value)
    {
        await using var one = await Backend.StartAsync("one");
        var two = await Backend.StartAsync("two");
        await using var gateway = Gateway(one.Address, two.Address)
            .WithWebHostBuilder(host => host.UseSetting($"ReverseProxy:Clusters:api:HealthCheck:{setting}", value));
        using var http = gateway.CreateClient();
        await Rig.ReadyAsync(http, HttpStatusCode.OK);

        await two.DisposeAsync();

        // A write sent there before the gateway noticed is shed.
        var deadline = DateTime.UtcNow.AddSeconds(30);
        for (var inARow = 0; inARow < 10 && DateTime.UtcNow < deadline;)
        {
            using var body = new ByteArrayContent(new byte[10]);
            using var answer = await http.PostAsync(new Uri("/api/echo", UriKind.Relative), body);
            inARow = answer.StatusCode == HttpStatusCode.OK ? inARow + 1 : 0;
            if (inARow == 0)
                await Rig.AssertProblemAsync(answer, HttpStatusCode.ServiceUnavailable, "busy");
        }

        Assert.True(DateTime.UtcNow < deadline);
    }

    [Fact]
    public async Task A_replica_that_is_not_ready_gets_no_more_requests()
    {
        await using var one = await Backend.StartAsync("one");
        await using var two = await Backend.StartAsync("two");
        await using var gateway = Gateway(one.Address, two.Address);
        using var http = gateway.CreateClient();
        await Rig.ReadyAsync(http, HttpStatusCode.OK);

        two.IsReady = false;

        var deadline = DateTime.UtcNow.AddSeconds(30);
        for (var inARow = 0; inARow < 10; Assert.True(DateTime.UtcNow < deadline))
            inARow = await http.GetStringAsync(new Uri("/api/name", UriKind.Relative)) == "one" ? inARow + 1 : 0;
    }

    [Fact]
    public async Task A_hanging_replica_causes_a_fault_in_time()
    {
        await using var one = await Backend.StartAsync("one");
        await using var gateway = Gateway(one.Address)
            .WithWebHostBuilder(host => host.UseSetting("ReverseProxy:Clusters:api:HttpRequest:ActivityTimeout", "00:00:01"));

        using var answer = await QueryAsync(gateway, "/api/hang");

        await Rig.AssertProblemAsync(answer, HttpStatusCode.BadGateway, "fault");
    }

    /// <summary>A replica's deadline is four seconds, and half a second more where Redis hangs.</summary>
    [Fact]
    public async Task The_shipped_gateway_timeout_is_longer_than_the_replica_s_and_shorter_than_the_client_s()
    {
        await using var gateway = Gateway("http://127.0.0.1:9");

        Assert.True(gateway.Services.GetRequiredService<IProxyStateLookup>().TryGetCluster("api", out var api));
        Assert.InRange(api.Model.Config.HttpRequest!.ActivityTimeout!.Value, TimeSpan.FromSeconds(4.6), TimeSpan.FromSeconds(5.5));
    }

    /// <summary>So replicas in containers are found. Which other addresses the name has depends on the machine.</summary>
    [Theory]
    [InlineData("1", true)]
    [InlineData("", false)]
    public async Task With_DNS_lookups_each_address_of_a_name_is_a_separate_replica(string seconds, bool looksUp)
    {
        await using var one = await Backend.StartAsync("one");
        await using var plain = Gateway(one.Address.Replace("127.0.0.1", "localhost", StringComparison.Ordinal));
        await using var gateway = plain.WithWebHostBuilder(host => host.UseSetting("Replicas:LookUpSeconds", seconds));

        Assert.True(gateway.Services.GetRequiredService<IProxyStateLookup>().TryGetCluster("api", out var api));

        Assert.Equal(looksUp, api.Destinations.Values.Any(replica => replica.Model.Config.Address.Contains("127.0.0.1", StringComparison.Ordinal)));
    }

    /// <summary>As while all containers are made anew: at first there is none, then there are two, for a moment none again, and then others.</summary>
    [Fact]
    public async Task A_name_without_an_address_keeps_its_previous_ones_and_is_looked_up_again()
    {
        var answers = new Queue<string[]>([[], ["10.0.0.1", "10.0.0.2"], [], ["10.0.0.3", "fd00::3"]]);
        var names = new NamesOfReplicas(
            (name, _) => answers.Dequeue() is { Length: > 0 } addresses && name == "api" ? Task.FromResult(addresses.Select(IPAddress.Parse).ToArray()) : throw new SocketException(),
            TimeSpan.FromMilliseconds(1));
        var asked = new Dictionary<string, DestinationConfig> { ["api"] = new() { Address = "http://api:8080", Health = "http://api:8081/" } };

        var seen = new List<string>();
        while (answers.Count > 0)
        {
            var resolved = await names.ResolveDestinationsAsync(asked, TestContext.Current.CancellationToken);
            seen.Add(string.Join(' ', resolved.Destinations.Values.Select(replica => $"{replica.Address} {replica.Health} {replica.Host}")));
            for (var n = 0; n < 1_000 && !resolved.ChangeToken!.HasChanged; n++)
                await Task.Delay(10, TestContext.Current.CancellationToken);
            Assert.True(resolved.ChangeToken!.HasChanged);
        }

        const string Two = "http://10.0.0.1:8080/ http://10.0.0.1:8081/ api:8080 http://10.0.0.2:8080/ http://10.0.0.2:8081/ api:8080";
        Assert.Equal(["", Two, Two, "http://10.0.0.3:8080/ http://10.0.0.3:8081/ api:8080 http://[fd00::3]:8080/ http://[fd00::3]:8081/ api:8080"], seen);
    }

    /// <summary>No request hangs, whatever the link to the replicas does; a sent write without a response is never reported as rejected.</summary>
    [Theory]
    [InlineData(LinkFault.Latency)]
    [InlineData(LinkFault.BlackHole)]
    [InlineData(LinkFault.Freeze)]
    [InlineData(LinkFault.Reset)]
    public async Task A_faulty_link_gets_a_response_in_time(LinkFault fault)
    {
        var goal = TimeSpan.FromSeconds(6);
        await using var one = await Backend.StartAsync("one");
        await using var link = new FaultyProxy(new Uri(one.Address).Port);
        await using var gateway = Gateway($"http://127.0.0.1:{link.Port}");
        using var http = gateway.CreateClient();
        await Rig.ReadyAsync(http, HttpStatusCode.OK);
        await http.GetStringAsync(new Uri("/api/name", UriKind.Relative));

        link.Suffer(fault);
        var slowest = TimeSpan.Zero;
        for (var round = 1; round <= 2; round++)
        {
            var since = Stopwatch.StartNew();
            using var body = new ByteArrayContent(new byte[10]);
            var answers = await Task.WhenAll(http.GetAsync(new Uri("/api/name", UriKind.Relative)), http.PostAsync(new Uri("/api/echo", UriKind.Relative), body))
                .WaitAsync(10 * goal, TestContext.Current.CancellationToken);
            slowest = new[] { slowest, since.Elapsed }.Max();
            Assert.Equal(HttpStatusCode.OK, (await http.GetAsync(new Uri("/health/live", UriKind.Relative))).StatusCode);
            foreach (var answer in answers.Where(answer => answer.StatusCode != HttpStatusCode.OK))
            {
                Assert.NotEqual(LinkFault.Latency, fault);
                // Reset while the gateway still connected: then nothing was sent.
                if (fault == LinkFault.Reset && answer.StatusCode == HttpStatusCode.ServiceUnavailable)
                    await Rig.AssertProblemAsync(answer, HttpStatusCode.ServiceUnavailable, "busy");
                else
                    await Rig.AssertProblemAsync(answer, HttpStatusCode.BadGateway, "fault");
            }
        }

        link.Suffer(LinkFault.None);
        var mended = Stopwatch.StartNew();
        while ((await http.GetAsync(new Uri("/api/name", UriKind.Relative))).StatusCode != HttpStatusCode.OK)
            Assert.True(mended.Elapsed < TimeSpan.FromSeconds(50));
        TestContext.Current.SendDiagnosticMessage(
            $"{fault}: slowest answer {slowest.TotalSeconds:0.00} s (goal {goal.TotalSeconds}), well again after {mended.Elapsed.TotalSeconds:0.00} s (goal 5)");
    }

    [Fact]
    public async Task Without_a_replica_the_gateway_is_busy_and_not_ready()
    {
        await using var gateway = Gateway("http://127.0.0.1:9");
        using var http = gateway.CreateClient();

        using var answer = await http.GetAsync(new Uri("/api/name", UriKind.Relative));

        await Rig.AssertProblemAsync(answer, HttpStatusCode.ServiceUnavailable, "busy");
        Assert.NotNull(answer.Headers.RetryAfter);
        await Rig.ReadyAsync(http, HttpStatusCode.ServiceUnavailable);
        Assert.Equal(HttpStatusCode.OK, (await http.GetAsync(new Uri("/health/live", UriKind.Relative))).StatusCode);
    }

    [Fact]
    public async Task An_empty_error_response_of_a_replica_is_forwarded_unchanged()
    {
        await using var one = await Backend.StartAsync("one");
        await using var gateway = Gateway(one.Address);

        using var answer = await QueryAsync(gateway, "/api/empty");

        Assert.Equal((HttpStatusCode)418, answer.StatusCode);
        Assert.Empty(await answer.Content.ReadAsByteArrayAsync());
    }

    [Fact]
    public async Task A_broken_response_of_a_replica_is_a_fault_not_a_rejection()
    {
        await using var one = await Backend.StartAsync("one");
        await using var gateway = Gateway(one.Address);

        using var answer = await QueryAsync(gateway, "/api/abort");

        await Rig.AssertProblemAsync(answer, HttpStatusCode.BadGateway, "fault");
    }

    [Fact]
    public async Task The_gateway_rejects_an_unknown_address()
    {
        await using var gateway = Gateway("http://127.0.0.1:9");

        using var answer = await QueryAsync(gateway, "/secret");

        await Rig.AssertProblemAsync(answer, HttpStatusCode.NotFound, "no-such-page");
    }

    [Fact]
    public async Task The_gateway_marks_its_own_responses()
    {
        await using var gateway = Gateway("http://127.0.0.1:9");

        using var answer = await QueryAsync(gateway, "/health/live");

        Assert.Equal(["gateway"], answer.Headers.GetValues("X-Served-By"));
    }

    private static WebApplicationFactory<Program> Gateway(params string[] replicas) => Rig.Gateway(replicas);

    private static async Task<HttpResponseMessage> QueryAsync(WebApplicationFactory<Program> gateway, string path)
    {
        using var http = gateway.CreateClient();
        return await http.GetAsync(new Uri(path, UriKind.Relative));
    }
}
