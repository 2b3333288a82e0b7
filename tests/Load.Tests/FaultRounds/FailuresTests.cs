using System.Diagnostics;
using Dugout.Load.Client;
using Dugout.Load.FaultRounds;
using Dugout.Load.Measuring;
using Dugout.Load.Results;
using Dugout.Load.Running;
using Dugout.Tests.Support;
using Microsoft.AspNetCore.Http;
using Xunit;

namespace Dugout.Load.Tests.FaultRounds;

/// <summary>What a round is made of: the fault, and the requests that failed.</summary>
public sealed class FailuresTests
{
    private static readonly long Second = Stopwatch.Frequency;

    private readonly Recorder _recorder = new(TimeSpan.FromSeconds(1));
    private readonly FailureLog _log = new();

    [Fact]
    public void Failed_and_shed_requests_are_counted_from_the_first_that_was_sent_to_the_last_that_ended()
    {
        var zero = Stopwatch.GetTimestamp();
        _recorder.Begin(zero);
        Add(Outcome.Shed, "shed busy", isRead: true, zero - (3 * Second), zero - (2 * Second));
        Assert.Null(_log.Read(_recorder));

        Add(Outcome.Ok, "200", isRead: true, zero, zero + (9 * Second));
        Add(Outcome.Rejected, "rejected seat-taken", isRead: false, zero, zero + (9 * Second));
        Add(Outcome.Shed, "shed busy", isRead: true, zero + (2 * Second), zero + (3 * Second));
        Add(Outcome.TimeOut, "failed timeout", isRead: false, zero + Second, zero + (8 * Second));
        Add(Outcome.Shed, "shed busy", isRead: false, zero + (4 * Second), zero + (5 * Second));

        var failed = _log.Read(_recorder)!;
        Assert.Equal((1, 8, 1), (failed.From, failed.To, failed.Reads));
        Assert.Equal([new("failed timeout", 1), new("shed busy", 2)], failed.ByCode.OrderBy(code => code.Key, StringComparer.Ordinal));
    }

    [Fact]
    public void Before_the_first_iteration_nothing_has_failed()
    {
        Add(Outcome.Fault, "failed transport", isRead: true, 0, Stopwatch.GetTimestamp());

        Assert.Null(_log.Read(_recorder));
    }

    [Fact]
    public async Task A_run_records_its_failed_requests()
    {
        await using var shop = await FakeShop.StartAsync();
        var shed = 0;
        shop.Instead = (step, _) => Task.FromResult<IResult?>(step == "2 teams" && Interlocked.Increment(ref shed) == 5 ? FakeShop.Problem(503, "busy") : null);

        var run = await LoadRun.Ticketing(shop, "--out", shop.Folder);

        var failed = RecordFile.Read(shop.Folder).FailedRequests!;
        Assert.Equal((1, 1), (failed.Reads, failed.ByCode["shed busy"]));
        Assert.InRange(failed.From, 0, failed.To);
        Assert.Equal(0, run.Code);
    }

    [Theory]
    [InlineData("writer-kill", false)]
    [InlineData("writer-freeze", true)]
    public async Task The_fault_strikes_its_process(string kind, bool isAlive)
    {
        await using var victim = await KeptProcess.StartAsync(["sleep", "600"], new Dictionary<string, string>());
        var system = new AppHostFile(null, null, Resources: new Dictionary<string, AppHostResource> { ["mysql-1"] = new("running", victim.Id) });
        var strike = FaultKind.Find([kind])[0].Strike("mysql-1", (_, _) => Task.CompletedTask) with { After = 0, Seconds = isAlive ? 0.01 : 0 };
        _recorder.Begin(Stopwatch.GetTimestamp());

        var struck = await strike.RunAsync(system, _recorder, CancellationToken.None);

        Assert.Equal((isAlive, "mysql-1"), (struck!.To > struck.From, struck.Process));
        if (!isAlive) Assert.Equal(128 + 9, await victim.EndAsync().WaitAsync(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken));
        Assert.Equal(!isAlive, victim.HasEnded);
    }

    [Fact]
    public async Task An_isolated_process_is_reconnected_even_if_the_run_ends_earlier()
    {
        List<(string, bool)> notified = [];
        var system = new AppHostFile(null, null, Resources: new Dictionary<string, AppHostResource> { ["mysql-1"] = new("running", int.MaxValue) });
        var strike = FaultKind.Find(["writer-isolate"])[0].Strike("mysql-1", (node, isIsolated) =>
        {
            notified.Add((node, isIsolated));
            return Task.CompletedTask;
        });
        using var ended = new CancellationTokenSource(TimeSpan.FromMilliseconds(50));
        _recorder.Begin(Stopwatch.GetTimestamp());

        var struck = await (strike with { After = 0 }).RunAsync(system, _recorder, ended.Token);

        Assert.Equal("mysql-1", struck!.Process);
        Assert.Equal([("mysql-1", true), ("mysql-1", false)], notified);
    }

    private void Add(Outcome outcome, string status, bool isRead, long sent, long ended) => _log.Add(new FinishedRequest(isRead, outcome, status, sent, ended));
}
