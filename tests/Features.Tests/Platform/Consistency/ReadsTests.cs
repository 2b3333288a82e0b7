using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Metrics;
using System.Net;
using System.Text.Json;
using Dugout.Tests.Support;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Dugout.Features.Tests.Platform.Consistency;

/// <summary>Where reads go, and that none fails whatever becomes of a replica.</summary>
[Collection(nameof(Alone))]
public sealed partial class ReadsTests(WatchfulShop shop) : IClassFixture<WatchfulShop>
{
    private const int Readers = 16;
    private static readonly TimeSpan Bound = TimeSpan.FromSeconds(2);

    [Fact]
    public async Task Reads_are_spread_evenly_over_the_replicas_and_the_primary_has_none()
    {
        await using var primary = shop.BeforePrimary();
        await using var one = shop.BeforeReplica();
        await using var two = shop.BeforeReplica(2);
        await using var replica = shop.AgelessReplica([.. shop.Through(primary, one, secondReplica: two)]);
        using var http = replica.CreateClient();
        await http.GetAnswerAsync("/api/games/3");
        foreach (var proxy in (FaultyProxy[])[primary, one, two])
            proxy.TakeSent();

        await Together.RunAsync(400, _ => http.GetAnswerAsync("/api/games/3"));

        Assert.Equal((200, 200, 0), (Wire.Texts(one).Count, Wire.Texts(two).Count, Wire.Texts(primary).Count));
    }

    [Theory]
    [InlineData(ReplicatedShop.Fault.Delayed)]
    [InlineData(ReplicatedShop.Fault.Stopped)]
    [InlineData(ReplicatedShop.Fault.Frozen)]
    [InlineData(ReplicatedShop.Fault.Killed)]
    public async Task A_broken_replica_leaves_rotation_without_a_failed_read_and_returns_when_healthy(ReplicatedShop.Fault fault)
    {
        var by = await shop.NextOperatorAsync();
        await UntilAsync(health => health.Status == "healthy", "before");
        using var stop = new CancellationTokenSource();
        var reading = Enumerable.Range(0, Readers).Select(reader => ReadAsync(shop.Replicas[reader % shop.Replicas.Count], stop.Token)).ToList();
        var writing = WriteAsync(by, stop.Token);
        try
        {
            await shop.BreakAsync(1, fault);
            try
            {
                await UntilAsync(health => health.Status == "degraded" && health.Why.StartsWith("mysql-replica-1: ", StringComparison.Ordinal), $"{fault}, out");
            }
            finally
            {
                await shop.MendAsync(1, fault);
            }

            await UntilAsync(health => health.Status == "healthy", $"{fault}, back");
        }
        finally
        {
            await stop.CancelAsync();
        }

        var readers = await Task.WhenAll(reading);
        await writing;
        Assert.All(readers, Assert.NotEmpty);
        var answers = readers.SelectMany(all => all).ToList();
        Assert.All(answers, answer => Assert.Equal(HttpStatusCode.OK, answer.Status));
        TestContext.Current.SendDiagnosticMessage($"{fault}: {answers.Count} reads, none failed; longest {answers.Max(answer => answer.Took.TotalMilliseconds):0} ms.");
    }

    [Fact]
    public async Task A_broken_replica_is_visible_in_the_metrics()
    {
        await using var replica = shop.Replica();
        using var http = replica.CreateClient();
        using var metrics = new Metrics(replica.Services.GetRequiredService<IMeterFactory>());
        await Until.TrueAsync(() => http.GetAnswerAsync("/health/ready"), health => Status(health) == "healthy");
        Assert.DoesNotContain(("dugout.replica.in_rotation", "mysql-replica-1", 0), metrics.Now());

        await shop.BreakAsync(1, ReplicatedShop.Fault.Killed);
        try
        {
            await Until.TrueAsync(() => http.GetAnswerAsync("/health/ready"), health => Status(health) == "degraded");
            Assert.Contains(("dugout.replica.in_rotation", "mysql-replica-1", 0), metrics.Now());
            Assert.Contains(metrics.Now(), seen => seen is ("dugout.replica.lag", "mysql-replica-2", _));
        }
        finally
        {
            await shop.MendAsync(1, ReplicatedShop.Fault.Killed);
        }

        await UntilAsync(health => health.Status == "healthy", "back");

        static string? Status(Answer health) => health.Json.GetProperty("checks").GetProperty("mysql-replicas").GetProperty("status").GetString();
    }

    /// <summary>It responds and replicates, but lacks writes made while it could not be polled.</summary>
    [Fact]
    public async Task A_lagging_replica_that_returns_is_not_read_from_before_it_has_caught_up()
    {
        const string Path = "/games/5/grades/21";
        var by = await shop.NextOperatorAsync();
        await shop.BreakAsync(1, ReplicatedShop.Fault.Delayed);
        try
        {
            await shop.BreakAsync(1, ReplicatedShop.Fault.Killed);
            await UntilAsync(health => health.Status == "degraded", "gone");
            await by.PatchAsync(shop.Http, $"/api/admin{Path}", new { price = 77_000 });
            await Until.TrueAsync(() => shop.Http.GetAnswerAsync($"/api{Path}"), answer => answer.Number("price") == 77_000);
            // For a second readers may see the old price; a replica that returns later must not show it.
            await Task.Delay(Bound / 2, TestContext.Current.CancellationToken);
            foreach (var replica in shop.Replicas)
                await Until.TrueAsync(() => replica.GetAnswerAsync($"/api{Path}"), answer => answer.Number("price") == 77_000);
            await shop.MendAsync(1, ReplicatedShop.Fault.Killed);

            for (var since = Stopwatch.StartNew(); since.Elapsed < Bound;)
            {
                foreach (var replica in shop.Replicas)
                    Assert.Equal(77_000, (await replica.GetAnswerAsync($"/api{Path}")).Number("price"));
            }
        }
        finally
        {
            await shop.MendAsync(1, ReplicatedShop.Fault.Delayed);
        }

        await UntilAsync(health => health.Status == "healthy", "caught up");
    }

    private static async Task<List<(HttpStatusCode Status, TimeSpan Took)>> ReadAsync(HttpClient replica, CancellationToken stop)
    {
        List<(HttpStatusCode, TimeSpan)> answers = [];
        while (!stop.IsCancellationRequested)
        {
            var since = Stopwatch.StartNew();
            answers.Add(((await replica.GetAnswerAsync("/api/games/3")).Status, since.Elapsed));
        }

        return answers;
    }

    /// <summary>Without writes no replica lags.</summary>
    private async Task WriteAsync(Fan by, CancellationToken stop)
    {
        for (var price = 1; !stop.IsCancellationRequested; price++)
        {
            await by.PatchAsync(shop.Http, "/api/admin/games/4/grades/16", new { price });
            await Task.Delay(50, CancellationToken.None);
        }
    }

    /// <summary>Waits for the replica state of every API process, ten times as long as expected.</summary>
    private async Task UntilAsync(Predicate<(string Status, string Why)> isSo, string what)
    {
        var since = Stopwatch.StartNew();
        foreach (var replica in shop.Replicas)
        {
            for (var seen = await HealthAsync(replica); !isSo(seen); seen = await HealthAsync(replica))
            {
                Assert.True(since.Elapsed < 10 * Bound, $"{what}: not within {10 * Bound}: {seen}");
                await Task.Delay(20, TestContext.Current.CancellationToken);
            }
        }

        TestContext.Current.SendDiagnosticMessage($"{what}: {since.Elapsed.TotalMilliseconds:0} ms, the goal is {Bound.TotalMilliseconds}.");
    }

    private static async Task<(string Status, string Why)> HealthAsync(HttpClient replica)
    {
        var check = (await replica.GetAnswerAsync("/health/ready")).Json.GetProperty("checks").GetProperty("mysql-replicas");
        return (check.GetProperty("status").GetString()!, check.GetProperty("description") is { ValueKind: JsonValueKind.String } why ? why.GetString()! : "");
    }

    /// <summary>What one host measures of replicas.</summary>
    private sealed class Metrics : IDisposable
    {
        private readonly MeterListener _listener = new();
        private readonly ConcurrentQueue<(string Name, string? Replica, double Value)> _seen = new();

        public Metrics(IMeterFactory host)
        {
            _listener.InstrumentPublished = (instrument, listener) =>
            {
                if (instrument.Name.StartsWith("dugout.replica.", StringComparison.Ordinal) && ReferenceEquals(instrument.Meter.Scope, host))
                    listener.EnableMeasurementEvents(instrument);
            };
            _listener.SetMeasurementEventCallback<int>((instrument, value, tags, _) => Add(instrument, value, tags));
            _listener.SetMeasurementEventCallback<double>((instrument, value, tags, _) => Add(instrument, value, tags));
            _listener.Start();
        }

        public IReadOnlyCollection<(string Name, string? Replica, double Value)> Now()
        {
            _seen.Clear();
            _listener.RecordObservableInstruments();
            return _seen;
        }

        public void Dispose() => _listener.Dispose();

        private void Add(Instrument instrument, double value, ReadOnlySpan<KeyValuePair<string, object?>> tags) =>
            _seen.Enqueue((instrument.Name, tags[0].Value as string, value));
    }
}
