using System.Globalization;
using Dugout.Load.Client;
using Dugout.Load.Exits;
using Dugout.Load.Results;
using Dugout.Load.Scenarios;

namespace Dugout.Load.Rehearsals;

/// <summary>The seconds of a run in which the shop was saturated.</summary>
/// <param name="Seconds">Their number.</param>
/// <param name="Work">Work done in them, in purchases.</param>
/// <param name="RoomReads">Reads of the room's public document in them.</param>
internal readonly record struct SaturatedTime(int Seconds, double Work, long RoomReads);

/// <summary>What the record of a run of <see cref="OpeningMinute"/> says about the shop.</summary>
internal static class MeasuredOpening
{
    /// <summary>The steps of the scenario.</summary>
    public const string Ticket = "1 ticket", Room = "2 room", Pass = "3 pass", Taken = "7 taken", Hold = "8 hold", Reserve = "9 reserve";

    /// <summary>The process of the primary.</summary>
    public const string Primary = "mysql-primary";

    /// <summary>Mean time of a request from which on the shop counts as saturated, in seconds: many times that of a quiet one, so there is always another request to serve.</summary>
    private const double SaturatedSeconds = 0.1;

    private static readonly string[] InTheShop = [Pass, Taken, Hold, Reserve];

    /// <summary>Checks that a model can be fitted to a run, or compared with it.</summary>
    /// <exception cref="UsageException">It cannot; the message says why.</exception>
    public static void EnsureUsable(RunRecord run)
    {
        var name = string.Create(CultureInfo.InvariantCulture, $"the record of {run.Scenario}, {run.BeganAt.UtcDateTime:yyyy-MM-dd HH:mm:ss}");
        if (run.Opening is null || run.Scenario != OpeningMinute.Name) throw new UsageException($"{name}, is of no opening: a rehearsal needs runs of {OpeningMinute.Name}");
        if (!run.IsComparable) throw new UsageException($"{name}, is {(run.Partial ? "partial" : $"void: {run.Void}")}");
        if (run.Findings.FirstOrDefault(finding => !finding.Passed) is { } failed) throw new UsageException($"{name}, has a failed check: {failed.Sentence}");
        if (run.Settings.ThinkMilliseconds > 0 || run.Settings.AbandonPercent > 0) throw new UsageException($"{name}, has fans who pause or leave midway, which the model lacks");
        if (run.Sales.Acknowledged == 0) throw new UsageException($"{name}, sold nothing");
        if (ReplicasOf(run) == 0) throw new UsageException($"{name}, names no API replica");
    }

    /// <summary>The number of API replicas.</summary>
    public static int ReplicasOf(RunRecord run) => run.System.Count(process => process.StartsWith("api-", StringComparison.Ordinal));

    /// <summary>The runs, those with the fastest holds first.</summary>
    public static IReadOnlyList<RunRecord> Quietest(IReadOnlyList<RunRecord> runs) => [.. runs.OrderBy(run => TimeOf(run, Hold).P50 is var time and > 0 ? time : double.MaxValue)];

    /// <summary>The time of the ok ones of a step; 0 without any.</summary>
    public static StepTime TimeOf(RunRecord run, string step)
    {
        if (Find(run, step)?.Of(Outcome.Ok)?.Actual is not { } actual) return default;
        var times = actual.Open();
        return new(times.Percentile(50) / 1e6, times.Percentile(99) / 1e6);
    }

    /// <summary>What ended in each second of a step, whatever its outcome, and what was in flight at its end.</summary>
    public static (long Total, Func<int, int> Ended, Func<int, int> InFlight) Of(RunRecord run, string step)
    {
        if (Find(run, step)?.Series is not { } series) return (0, _ => 0, _ => 0);
        IReadOnlyList<int>[] columns = [series.Ok, series.Rejected, series.Shed, series.ClientError, series.TimeOut, series.Fault];
        return (columns.Sum(column => column.Sum(count => (long)count)), second => columns.Sum(column => At(column, second)), second => At(series.InFlight, second));
    }

    /// <summary>All work of a run, in purchases.</summary>
    public static double WorkOf(RunRecord run, RehearsalModel model) => InTheShop.Append(Ticket).Sum(step => Of(run, step).Total * Work(model, step));

    /// <summary>The seconds between the opening and the last sale in which requests had to queue, from their first moment to their last.</summary>
    public static SaturatedTime Saturated(RunRecord run, RehearsalModel model)
    {
        var opening = run.Opening!;
        var last = opening.SoldOutAfterSeconds is { } sold ? (int)(opening.OpensAfterSeconds + sold) - 1 : opening.Sold.Count - 1;
        var steps = InTheShop.Append(Ticket).Select(step => (Series: Of(run, step), Work: Work(model, step), IsInTheShop: step != Ticket)).ToList();
        var reads = Of(run, Room);
        var found = default(SaturatedTime);
        for (var second = (int)opening.OpensAfterSeconds + 1; second <= last; second++)
        {
            var ended = Shop(step => step.Ended(second));
            if (ended == 0 || Math.Min(Shop(step => step.InFlight(second - 1)), Shop(step => step.InFlight(second))) < SaturatedSeconds * ended) continue;
            found = new(found.Seconds + 1, found.Work + steps.Sum(step => step.Series.Ended(second) * step.Work), found.RoomReads + reads.Ended(second));
        }

        return found;

        int Shop(Func<(long Total, Func<int, int> Ended, Func<int, int> InFlight), int> count) => steps.Where(step => step.IsInTheShop).Sum(step => count(step.Series));
    }

    /// <summary>Seconds from the opening until nine tenths of the seats were sold; null if they were not.</summary>
    public static double? NineTenthsAfter(OpeningRecord opening) => opening.Goodput > 0 ? opening.Seats * OpeningRecord.Most / opening.Goodput : null;

    private static double Work(RehearsalModel model, string step) => model.WorkOf(step switch
    {
        Ticket => model.Ticket,
        Pass => model.Pass,
        Taken => model.Taken,
        Hold => model.Hold,
        _ => model.Reserve,
    });

    private static StepRecord? Find(RunRecord run, string step) => run.Steps.FirstOrDefault(one => one.Name == step);

    private static int At(IReadOnlyList<int> column, int second) => second >= 0 && second < column.Count ? column[second] : 0;
}
