using System.Diagnostics;
using System.Globalization;
using Dugout.Load.Client;
using Dugout.Load.Exits;
using Dugout.Load.Experiments;
using Dugout.Load.ScenarioRuns;
using Dugout.Load.Trials;

namespace Dugout.Load.Demonstrations;

/// <summary>
/// Runs the same rush twice, each on a fresh system of two API processes: once guarded by a lock inside each process, once by a unique key of the
/// database. The output is for readers who have never seen the code.
/// </summary>
internal sealed class BreakIt(CommandContext context, LabFolder lab)
{
    /// <summary>The command's name.</summary>
    public const string Name = "break-it";

    private const int SeatsShown = 3;

    /// <summary>Runs both and returns the exit code.</summary>
    /// <exception cref="NoSystemException">A system did not start.</exception>
    /// <exception cref="AbortedException">It was aborted.</exception>
    public async Task<int> RunAsync(CancellationToken cancel)
    {
        try
        {
            return await RunBothAsync(cancel);
        }
        catch (OperationCanceledException) when (cancel.IsCancellationRequested)
        {
            throw new AbortedException("aborted: no result; the system is stopped");
        }
    }

    private async Task<int> RunBothAsync(CancellationToken cancel)
    {
        var begun = Stopwatch.GetTimestamp();
        await PrintAsync(
            $"""
            Can a seat be sold twice?

            Two API replicas run side by side, as behind a load balancer. {Rush.Fans} fans want {Rush.Seats} seats of a game: {Rush.Fans / Rush.Seats} fans per seat, spread over both
            replicas. A fan holds a seat before buying it. Holds are in Redis, which may lose them at any moment. Here it loses them all the time, so
            several fans hold one seat, and all of them press "buy" at the same moment. {Rush.Games} games in a row.
            """);

        var withLock = await RunAsync(
            new Variant("in-process lock", "--replicas", "2") { Faults = ["in-process-lock", "claim-key-dropped"] },
            "1. Guarded by a lock: the API takes a lock, checks that the seat is free, sells it, and releases the lock.", cancel);
        await PrintAsync(withLock);
        await PrintAsync(withLock.SoldTwice.Count > 0
            ? "   Why: a lock in memory excludes the other requests of its own process. The other process has its own lock, checked at the same\n   moment, found the same seat free, and sold it too. No error was logged; every response was 201."
            : "   This time no two processes checked at the same moment. That was luck: the lock guards nothing.");

        var withKey = await RunAsync(
            new Variant("unique key", "--replicas", "2"),
            "2. Guarded by a unique key: the same rush, but the database allows one row per sold seat.", cancel);
        await PrintAsync(withKey);
        if (withKey.SoldTwice.Count == 0)
            await PrintAsync("   Why: there is one database, and it stores one row per key. The second purchase gets a duplicate-key error, and the fan a rejection.");

        var code = !withKey.IsValid ? ExitCode.CheckFailed : withKey.Bought == 0 ? ExitCode.Undecided : withLock.SoldTwice.Count > 0 ? ExitCode.Good : ExitCode.Undecided;
        await PrintAsync(string.Create(CultureInfo.InvariantCulture,
            $"\nresult: {InWords(code)} - lock: {withLock.SoldTwice.Count} seats sold twice; unique key: {withKey.SoldTwice.Count}. {Stopwatch.GetElapsedTime(begun).TotalSeconds:0} s"));
        return code;
    }

    private async Task<RushResult> RunAsync(Variant variant, string heading, CancellationToken cancel)
    {
        await PrintAsync($"\n{heading}\n   starting two API replicas, a database and Redis ...");
        var begun = Stopwatch.GetTimestamp();
        await using var system = await TrialSystem.StartAsync(variant, lab, cancel);
        await PrintAsync(string.Create(CultureInfo.InvariantCulture, $"   ready after {Stopwatch.GetElapsedTime(begun).TotalSeconds:0} s; the rush begins"));
        return await new Rush(system.Running, context).RunAsync(cancel);
    }

    private async Task PrintAsync(RushResult rush)
    {
        await PrintAsync(string.Create(CultureInfo.InvariantCulture,
            $"   {rush.Presses} fans pressed \"buy\": {rush.Bought} confirmed, {rush.Rejected} rejected, {rush.Unclear} unknown, in {rush.Seconds:0.0} s."));
        await PrintAsync($"   Seats sold twice: {rush.SoldTwice.Count}");
        foreach (var seat in rush.SoldTwice.Take(SeatsShown)) await PrintAsync(seat.InWords("     "));
        if (rush.SoldTwice.Count > SeatsShown) await PrintAsync($"     and {rush.SoldTwice.Count - SeatsShown} more seats");
        await PrintAsync($"   The consistency check, which compares every response with the rows: {(rush.IsValid ? "passed" : "failed")}");
        foreach (var finding in rush.Broken) await PrintAsync($"     failed  {finding.Sentence} ({finding.Differences.Count} differences)");
    }

    private static string InWords(int code) => code switch
    {
        ExitCode.CheckFailed => "the unique key OVERSOLD",
        ExitCode.Undecided => "the lock did not oversell this time, or nothing was sold under the key",
        _ => "the lock oversold, the unique key did not",
    };

    private Task PrintAsync(string line) => context.Output.WriteLineAsync(line);
}
