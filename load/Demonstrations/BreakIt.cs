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
            throw new AbortedException("broken off, so nothing is shown either way; the system is stopped");
        }
    }

    private async Task<int> RunBothAsync(CancellationToken cancel)
    {
        var begun = Stopwatch.GetTimestamp();
        await PrintAsync(
            $"""
            Can a seat be sold twice?

            Two copies of the shop's API run side by side, as they do behind a load balancer. {Rush.Fans} fans want {Rush.Seats} seats of a game, {Rush.Fans / Rush.Seats} fans each seat,
            half of them at either copy. Who wants a seat first holds it; the holds are in Redis, and Redis may forget them at any moment: it is a
            cache. Here it forgets them all the time, so several fans hold one seat, and all of them press "buy" at the same moment. {Rush.Games} games in a row.
            """);

        var withLock = await RunAsync(
            new Variant("in-process lock", "--replicas", "2") { Faults = ["in-process-lock", "claim-key-dropped"] },
            "1. Guarded by a lock: before it sells, the API takes a lock, looks whether the seat is free, writes, and lets the lock go.", cancel);
        await PrintAsync(withLock);
        await PrintAsync(withLock.SoldTwice.Count > 0
            ? "   Why: a lock in memory keeps out the other requests of its own process. The other process has a lock of its own, looked at the\n   same moment, saw the same free seat, and sold it too. Each did what it was told; no error was logged, every answer was 201."
            : "   This time no two processes looked at the same moment. The lock was lucky; it still guards nothing.");

        var withKey = await RunAsync(
            new Variant("unique key", "--replicas", "2"),
            "2. Guarded by a unique key: the same rush, but the database has one row a sold seat under a unique key, and the row decides.", cancel);
        await PrintAsync(withKey);
        if (withKey.SoldTwice.Count == 0)
            await PrintAsync("   Why: there is one database, and it writes one row a key. Whoever comes second is told so, and the fan gets a refusal, not a ticket.");

        var code = !withKey.IsValid ? ExitCode.CheckFailed : withKey.Bought == 0 ? ExitCode.Undecided : withLock.SoldTwice.Count > 0 ? ExitCode.Good : ExitCode.Undecided;
        await PrintAsync(string.Create(CultureInfo.InvariantCulture,
            $"\nresult: {InWords(code)} - lock: {withLock.SoldTwice.Count} seats sold twice; unique key: {withKey.SoldTwice.Count}. {Stopwatch.GetElapsedTime(begun).TotalSeconds:0} s"));
        return code;
    }

    private async Task<RushResult> RunAsync(Variant variant, string heading, CancellationToken cancel)
    {
        await PrintAsync($"\n{heading}\n   starting two copies of the API, a database and Redis ...");
        var begun = Stopwatch.GetTimestamp();
        await using var system = await TrialSystem.StartAsync(variant, lab, cancel);
        await PrintAsync(string.Create(CultureInfo.InvariantCulture, $"   ready after {Stopwatch.GetElapsedTime(begun).TotalSeconds:0} s; the rush begins"));
        return await new Rush(system.Running, context).RunAsync(cancel);
    }

    private async Task PrintAsync(RushResult rush)
    {
        await PrintAsync(string.Create(CultureInfo.InvariantCulture,
            $"   {rush.Presses} fans pressed \"buy\", {rush.Bought} were told \"yours\", {rush.Rejected} were refused, {rush.Unclear} got no clear answer, in {rush.Seconds:0.0} s."));
        await PrintAsync($"   Seats sold twice: {rush.SoldTwice.Count}");
        foreach (var seat in rush.SoldTwice.Take(SeatsShown)) await PrintAsync(seat.InWords("     "));
        if (rush.SoldTwice.Count > SeatsShown) await PrintAsync($"     and {rush.SoldTwice.Count - SeatsShown} more seats");
        await PrintAsync($"   The balance sheet, which compares every answer with the rows in the database: {(rush.IsValid ? "all of it holds" : "it does not hold")}");
        foreach (var finding in rush.Broken) await PrintAsync($"     FAILS  {finding.Sentence} ({finding.Differences.Count} differences)");
    }

    private static string InWords(int code) => code switch
    {
        ExitCode.CheckFailed => "the unique key did NOT hold",
        ExitCode.Undecided => "the lock was not broken this time, or nothing was sold under the key",
        _ => "the lock was broken, the unique key held",
    };

    private Task PrintAsync(string line) => context.Output.WriteLineAsync(line);
}
