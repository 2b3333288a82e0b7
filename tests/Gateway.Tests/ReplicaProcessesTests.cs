using System.Diagnostics;
using System.Globalization;
using System.Net;
using Dugout.Tests.Support;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Xunit;
using Yarp.ReverseProxy;

namespace Dugout.Gateway.Tests;

/// <summary>Replicas that are killed, frozen and started anew under readers and writers. Times are printed; what is asserted are counts, and ten times the time.</summary>
public sealed class ReplicaProcessesTests
{
    /// <summary>The longest that can be set, in seconds.</summary>
    private const string LongestDrain = "5";

    [Fact]
    public async Task A_killed_replica_fails_writes_in_flight_and_of_reads_only_responses_that_had_begun()
    {
        var replicas = await ReplicaProcess.StartThreeAsync();
        await using var all = new Replicas(replicas);
        await using var gateway = Rig.ServedGateway(replicas.Select(replica => replica.Address));
        using var http = gateway.CreateClient();
        await AllAnswerAsync(http, 3);
        await using var load = new ReplicaLoad(http);

        await load.RunAsync(TimeSpan.FromSeconds(1));
        await replicas[0].KillAsync();
        var gone = Stopwatch.GetTimestamp();
        await load.RunAsync(TimeSpan.FromSeconds(6));
        await load.EndAsync();

        var brokenOff = load.Reads.Where(read => read.Status == ReplicaLoad.BrokenOff).ToList();
        Assert.All(brokenOff, read => Assert.True(read.Began < gone));
        Assert.All(load.Reads.Except(brokenOff), read => Assert.Equal(HttpStatusCode.OK, read.Status));
        Assert.All(load.Writes, write => Assert.True(write.Status is HttpStatusCode.OK or HttpStatusCode.BadGateway or ReplicaLoad.BrokenOff, $"{write.Status}"));
        // The outcome of these is unknown: the replica had them, or they were on their way to it.
        var unknown = load.Writes.Where(write => write.Status is HttpStatusCode.BadGateway or ReplicaLoad.BrokenOff).ToList();
        Assert.All(unknown, write => Assert.True(write.Began < gone));
        AssertWrittenOnce(replicas, load);
        TestContext.Current.SendDiagnosticMessage($"killed: of {load.Reads.Count} reads {brokenOff.Count} broke off, of {load.Writes.Count} writes {unknown.Count} unknown");
    }

    [Fact]
    public async Task A_frozen_replica_fails_writes_in_flight_and_no_read_and_returns_when_it_thaws()
    {
        var goal = TimeSpan.FromSeconds(2.5);
        var replicas = await ReplicaProcess.StartThreeAsync();
        await using var all = new Replicas(replicas);
        // So long that a request that waits for its time-out would be seen.
        await using var gateway = Rig.ServedGateway(replicas.Select(replica => replica.Address), ("ReverseProxy:Clusters:api:HttpRequest:ActivityTimeout", "00:01:00"));
        using var http = gateway.CreateClient();
        await AllAnswerAsync(http, 3);
        await using var load = new ReplicaLoad(http);

        await load.RunAsync(TimeSpan.FromSeconds(1));
        replicas[1].Freeze();
        var frozen = Stopwatch.GetTimestamp();
        await load.RunAsync(TimeSpan.FromSeconds(4));
        await load.EndAsync();

        var brokenOff = load.Reads.Where(read => read.Status == ReplicaLoad.BrokenOff).ToList();
        Assert.All(brokenOff, read => Assert.True(read.Began < frozen));
        Assert.All(load.Reads.Except(brokenOff), read => Assert.Equal(HttpStatusCode.OK, read.Status));
        var unknown = load.Writes.Where(write => write.Status != HttpStatusCode.OK).ToList();
        Assert.All(unknown, write => Assert.True(write.Status is HttpStatusCode.BadGateway or ReplicaLoad.BrokenOff, $"{write.Status}"));
        var window = unknown.Select(write => Stopwatch.GetElapsedTime(frozen, write.Ended)).DefaultIfEmpty().Max();
        Assert.True(window < 10 * goal, $"The last write failed after {window}.");
        replicas[1].Thaw();
        var thawed = Stopwatch.StartNew();
        await AllAnswerAsync(http, 3);
        // What was given up may still take effect, once.
        AssertWrittenOnce(replicas, load);
        TestContext.Current.SendDiagnosticMessage($"frozen: of {load.Reads.Count} reads {brokenOff.Count} broke off, of {load.Writes.Count} writes {unknown.Count} unknown within {window.TotalSeconds:0.00} s (goal {goal.TotalSeconds}), back {thawed.Elapsed.TotalSeconds:0.00} s after the thaw");
    }

    [Fact]
    public async Task A_restarted_replica_returns_to_rotation()
    {
        var replicas = await ReplicaProcess.StartThreeAsync();
        await using var all = new Replicas(replicas);
        await using var gateway = Rig.ServedGateway(replicas.Select(replica => replica.Address));
        using var http = gateway.CreateClient();
        await AllAnswerAsync(http, 3);

        await replicas[2].KillAsync();
        Assert.DoesNotContain("three", await NamesAsync(http, 30));
        await replicas[2].StartAgainAsync();
        var ready = Stopwatch.StartNew();
        await AllAnswerAsync(http, 3);

        TestContext.Current.SendDiagnosticMessage($"killed: back {ready.Elapsed.TotalSeconds:0.00} s after it was ready");
    }

    [Fact]
    public async Task A_rolling_restart_of_all_replicas_fails_no_request()
    {
        // The times as they ship are the next test's: here looks are more frequent, the drain and the patience longer, because on a machine without idle processors everything comes late.
        var replicas = await ReplicaProcess.StartThreeAsync(LongestDrain);
        await using var all = new Replicas(replicas);
        await using var gateway = Rig.ServedGateway(
            replicas.Select(replica => replica.Address),
            ("ReverseProxy:Clusters:api:HttpRequest:ActivityTimeout", "00:00:30"), ("ReverseProxy:Clusters:api:HealthCheck:Active:Interval", "00:00:00.25"));
        using var http = gateway.CreateClient();
        await AllAnswerAsync(http, 3);
        await using var load = new ReplicaLoad(http);

        foreach (var replica in replicas)
        {
            await replica.StopAsync();
            await replica.StartAgainAsync();
            await AnswersAsync(http, replica.Name);
        }

        await load.EndAsync();

        Assert.All(load.Reads.Concat(load.Writes), asked => Assert.Equal(HttpStatusCode.OK, asked.Status));
        AssertWrittenOnce(replicas, load);
        TestContext.Current.SendDiagnosticMessage($"rolling restart: of {load.Reads.Count} reads and {load.Writes.Count} writes 0 failed");
    }

    /// <summary>The numbers lie in two programs; this is where they meet.</summary>
    [Fact]
    public async Task The_drain_and_the_reactivation_period_are_longer_than_the_detection_time_of_the_gateway()
    {
        const int Looks = 2; // ConsecutiveFailures takes a replica out at the second.
        await using var gateway = Rig.Gateway(["http://127.0.0.1:9"]);
        Assert.True(gateway.Services.GetRequiredService<IProxyStateLookup>().TryGetCluster("api", out var api));
        var health = api.Model.Config.HealthCheck!;
        var (interval, patience) = (health.Active!.Interval!.Value, health.Active.Timeout!.Value);

        // One that says it isn't ready answers at once, or nearly.
        Assert.True(ShippedDrain() >= (Looks * interval.TotalSeconds) + 0.5, "A replica stops before the gateway has noticed.");
        // One that hangs doesn't answer at all.
        Assert.True(health.Passive!.ReactivationPeriod!.Value > Looks * (interval + patience), "A replica is tried again before the looks have found it out.");
    }

    /// <summary>For how many seconds the API as it ships says that it isn't ready, before it stops.</summary>
    private static double ShippedDrain()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (!File.Exists(Path.Combine(folder.FullName, "Solution.sln")))
            folder = folder.Parent ?? throw new InvalidOperationException("This doesn't run inside a checkout.");
        var shipped = new ConfigurationBuilder().AddJsonFile(Path.Combine(folder.FullName, "src/Api/appsettings.json")).Build();
        return double.Parse(shipped["Drain:Seconds"]!, CultureInfo.InvariantCulture);
    }

    private static void AssertWrittenOnce(ReplicaProcess[] replicas, ReplicaLoad load)
    {
        var written = replicas.SelectMany(replica => replica.Behind.Written).ToLookup(write => write.Key, write => write.Value);
        Assert.All(written, write => Assert.Equal(1, write.Sum()));
        Assert.All(load.Writes.Where(write => write.Status == HttpStatusCode.OK), write => Assert.NotEmpty(written[write.Id]));
        Assert.All(load.Writes.Where(write => write.Status == HttpStatusCode.ServiceUnavailable), write => Assert.Empty(written[write.Id]));
    }

    /// <summary>Asks until so many replicas have been seen to answer.</summary>
    private static async Task AllAnswerAsync(HttpClient http, int replicas)
    {
        await Rig.ReadyAsync(http);
        var seen = new HashSet<string>();
        await Wait.UntilAsync($"{replicas} replicas answer", async () =>
        {
            seen.UnionWith(await NamesAsync(http, 1));
            return seen.Count >= replicas;
        });
    }

    private static Task AnswersAsync(HttpClient http, string name) =>
        Wait.UntilAsync($"{name} is back", async () => (await NamesAsync(http, 1)).Contains(name));

    private static async Task<List<string>> NamesAsync(HttpClient http, int requests)
    {
        var names = new List<string>();
        for (var i = 0; i < requests; i++)
        {
            using var answer = await http.GetAsync(new Uri("/api/name", UriKind.Relative));
            if (answer.StatusCode == HttpStatusCode.OK)
                names.Add(await answer.Content.ReadAsStringAsync());
        }

        return names;
    }

    /// <summary>Ends several at once.</summary>
    private sealed class Replicas(ReplicaProcess[] replicas) : IAsyncDisposable
    {
        public async ValueTask DisposeAsync()
        {
            foreach (var replica in replicas)
                await replica.DisposeAsync();
        }
    }
}
