using System.Globalization;
using Dugout.Load.Results;

namespace Dugout.Load.Report;

/// <summary>Charts of the API replicas during a load, second by second. Pure functions of the run's record.</summary>
internal static class SampleCharts
{
    private const int MostPoints = 2_400;

    private static readonly string[] Styles = ["p50", "p99", "ok", "max"];

    /// <summary>Notices in the replicas' memory that wait to be pushed, beside the iterations that ended ok.</summary>
    public static string Notices(RunRecord record)
    {
        var (ended, waiting) = (Ended(record), Waiting(record));
        var plot = new Plot("Notices waiting, and ok iterations", Axis.UpTo("second of the load", Seconds(record)), Axis.UpTo("notices; iterations per second", Highest(ended.Concat(waiting))));
        plot.Line("ok", "ok iterations per second", Thinned(ended));
        plot.Line("fault", "notices waiting in memory", Thinned(waiting));
        return plot.Figure("Where the queue in memory is full, sign-ins push within the request, and fewer iterations end. Notices that wait in rows are not shown.");
    }

    /// <summary>The two against each other: a dot per second.</summary>
    public static string NoticesByIterations(RunRecord record)
    {
        var ended = Ended(record).ToDictionary(one => (int)one.X, one => one.Y);
        var waiting = Waiting(record).Where(one => ended.ContainsKey((int)one.X)).ToArray();
        var plot = new Plot("Ok iterations by notices waiting", Axis.UpTo("notices waiting in memory", waiting.Select(one => one.Y).DefaultIfEmpty(1).Max()), Axis.UpTo("iterations per second", ended.Values.DefaultIfEmpty(1).Max()));
        foreach (var (at, notices) in Thinned(waiting))
            plot.Dot("p50", notices, ended[(int)at], string.Create(CultureInfo.InvariantCulture, $"second {(int)at}: {notices:0} notices waiting, {ended[(int)at]:0} iterations ended ok"));
        return plot.Figure("Each dot is a second of the load.");
    }

    /// <summary>The managed heaps.</summary>
    public static string Heap(RunRecord record)
    {
        var plot = new Plot("Managed heap", Axis.UpTo("second of the load", Seconds(record)), Axis.UpTo("MB", All(record).Max(sample => sample.HeapMegabytes)));
        foreach (var (style, name, samples) in Replicas(record)) plot.Line(style, name, Thinned(samples).Select(sample => (sample.At, sample.HeapMegabytes)));
        return plot.Figure($"One line per replica. Garbage collections and their pauses: {string.Join("; ", Replicas(record).Select(replica => Collected(replica.Name, replica.Samples)))}.");
    }

    /// <summary>Threads, and the work queued for them.</summary>
    public static string Threads(RunRecord record)
    {
        var highest = All(record).Max(sample => Math.Max(sample.Threads, sample.WorkWaiting));
        var plot = new Plot("Threads and queued work", Axis.UpTo("second of the load", Seconds(record)), Axis.UpTo("threads; work items", highest));
        foreach (var (style, name, samples) in Replicas(record)) plot.Line(style, $"threads of {name}", Thinned(samples).Select(sample => (sample.At, (double)sample.Threads)));
        plot.Line("fault", "queued at all replicas", Thinned(Sum(record, sample => sample.WorkWaiting)));
        return plot.Figure("Threads of each replica's pool, and the work items queued for them. A pool that grows while work is queued has blocked threads.");
    }

    private static string Collected(string replica, IReadOnlyList<SampleRecord> samples) => string.Create(CultureInfo.InvariantCulture,
        $"{replica} {samples[^1].Collections - samples[0].Collections} times, {samples[^1].FullCollections - samples[0].FullCollections} of them full, for {samples[^1].PauseMilliseconds - samples[0].PauseMilliseconds:0} ms in total");

    private static int Seconds(RunRecord record) => record.Iterations.Series.Ok.Count;

    private static IEnumerable<SampleRecord> All(RunRecord record) => record.Samples!.Values.SelectMany(samples => samples);

    private static IEnumerable<(string Style, string Name, IReadOnlyList<SampleRecord> Samples)> Replicas(RunRecord record) =>
        record.Samples!.OrderBy(replica => replica.Key, StringComparer.Ordinal).Select((replica, index) => (Styles[index % Styles.Length], replica.Key, replica.Value));

    private static (double X, double Y)[] Ended(RunRecord record) => [.. record.Iterations.Series.Ok.Select((count, second) => (second + 0.5, (double)count))];

    private static (double X, double Y)[] Waiting(RunRecord record) => Sum(record, sample => sample.NoticesWaiting);

    /// <summary>The sum of a number over all replicas, by the second in which they reported it.</summary>
    private static (double X, double Y)[] Sum(RunRecord record, Func<SampleRecord, long> number) =>
        [.. All(record).GroupBy(sample => (int)sample.At).OrderBy(second => second.Key).Select(second => (second.Key + 0.5, (double)second.Sum(number)))];

    /// <summary>Thins points so that the page of a day is not much larger than that of an hour.</summary>
    private static IEnumerable<T> Thinned<T>(IReadOnlyCollection<T> points) => points.Where((_, index) => index % ((points.Count / MostPoints) + 1) == 0);

    private static double Highest(IEnumerable<(double X, double Y)> points) => points.Select(point => point.Y).DefaultIfEmpty(1).Max();
}
