using System.Globalization;
using Dugout.Load.Client;
using Dugout.Load.Results;

namespace Dugout.Load.Report;

/// <summary>The charts of one run. Pure functions of its record.</summary>
internal static class RunCharts
{
    private static readonly (Outcome Outcome, string Style, string Name)[] Outcomes =
    [
        (Outcome.Ok, "ok", "ok"), (Outcome.Left, "left", "left"), (Outcome.Rejected, "rejected", "rejected"), (Outcome.Shed, "shed", "shed"),
        (Outcome.ClientError, "client", "client error"), (Outcome.TimeOut, "timeout", "time-out"), (Outcome.Fault, "fault", "fault"),
    ];

    private const int MostColumns = 240;

    private static readonly double[] Percents = [50, 75, 90, 95, 99, 99.5, 99.9, 99.95, 99.99];

    /// <summary>Outcomes of iterations, second by second, stacked by kind.</summary>
    public static string OutcomesOverTime(RunRecord record)
    {
        var series = record.Iterations.Series;
        var seconds = series.Started.Count;
        var width = (seconds + MostColumns - 1) / MostColumns;
        var columns = Outcomes.Select(outcome => (outcome, Values: Rates(Column(series, outcome.Outcome), width))).Where(column => column.Values.Any(value => value > 0)).ToArray();
        var highest = Enumerable.Range(0, Rates(series.Started, width).Length).Select(at => columns.Sum(column => column.Values[at])).DefaultIfEmpty(1).Max();
        var plot = new Plot("Iterations by outcome", Axis.UpTo("second of the load", seconds), Axis.UpTo("iterations per second", highest));
        foreach (var column in columns) plot.Legend(column.outcome.Style, column.outcome.Name);
        for (var at = 0; at * width < seconds; at++)
        {
            double below = 0;
            foreach (var ((_, style, name), values) in columns)
            {
                if (values[at] == 0) continue;
                plot.Box(style, ((at + 0.05) * width, (at + 0.95) * width), (below, below + values[at]), string.Create(CultureInfo.InvariantCulture, $"from second {at * width}: {values[at]:0.##} {name} per second"));
                below += values[at];
            }
        }

        plot.Line("due", "started", Rates(series.Started, width).Select((begun, at) => ((at + 0.5) * width, begun)));
        return plot.Figure($"Each column is {(width <= 1 ? "a second" : $"{width} seconds")}: the iterations that ended in it per second, by outcome. The line: the iterations that began in it.");
    }

    /// <summary>The mean over this many seconds, so that the page of a day is not larger than that of a minute.</summary>
    private static double[] Rates(IReadOnlyList<int> values, int width) => [.. values.Chunk(Math.Max(1, width)).Select(some => some.Average())];

    /// <summary>The durations of the ok iterations, by the second in which they ended.</summary>
    public static string LatencyOverTime(RunRecord record)
    {
        var series = record.Iterations.Series;
        var stride = Math.Max(1, series.P50.Count / (10 * MostColumns));
        var seconds = Enumerable.Range(0, series.P50.Count).Where(second => second % stride == 0 && series.P50[second] > 0).ToArray();
        var (least, most) = seconds.Length == 0 ? (1, 10) : (seconds.Min(second => series.P50[second]) / 1e3, seconds.Max(second => series.Max[second]) / 1e3);
        var plot = new Plot("Latency of iterations over time", Axis.UpTo("second of the load", series.P50.Count), Axis.Decades("ms, from the intended start", least, most));
        plot.Line("max", "max", Points(series.Max));
        plot.Line("p99", "p99", Points(series.P99));
        plot.Line("p50", "p50", Points(series.P50));
        return plot.Figure("p50, p99 and maximum of the ok iterations that ended in each second, on a logarithmic scale. Lines skip seconds in which none ended ok.");

        IEnumerable<(double, double)> Points(IReadOnlyList<long> values) => seconds.Select(second => (second + 0.5, values[second] / 1e3));
    }

    /// <summary>Percentiles of the ok iterations, from the intended and from the actual start.</summary>
    public static string Percentiles(RunRecord record)
    {
        if (record.Iterations.Of(Outcome.Ok) is not { } ok) return "";
        var (intended, actual) = (ok.Intended.Open(), ok.Actual.Open());
        var shown = Percents.Where(percent => ok.Actual.Count * (100 - percent) / 100 >= 1 || percent <= 99).ToArray();
        // One in ten, in a hundred, in a thousand: equal steps to the right.
        var x = Axis.Decades("one iteration in … took longer", 1, Rarity(shown[^1]));
        var plot = new Plot("Latency percentiles of iterations", x, Axis.UpTo("ms", Math.Max(intended.Percentile(shown[^1]), actual.Percentile(shown[^1])) / 1e3));
        plot.Line("p99", record.IntendedKnown && record.Settings.IsOpen ? "from the intended start" : "from the actual start", shown.Select(percent => (Rarity(percent), intended.Percentile(percent) / 1e3)));
        if (record.IntendedKnown && record.Settings.IsOpen) plot.Line("p50", "from the actual start", shown.Select(percent => (Rarity(percent), actual.Percentile(percent) / 1e3)));
        return plot.Figure("Where the two lines diverge, iterations started late: a closed load would not have shown it.");

        static double Rarity(double percent) => 100 / (100 - percent);
    }

    /// <summary>Percentiles of each step.</summary>
    public static string Steps(RunRecord record)
    {
        var steps = record.Steps.Where(step => step.Of(Outcome.Ok) is not null).Select(step => (step.Name, Times: step.Of(Outcome.Ok)!.Intended.Open())).ToArray();
        if (steps.Length == 0) return "";
        var plot = new Plot("Latency of each step", Axis.UpTo("ms, from the intended send", steps.Max(step => step.Times.Percentile(99)) / 1e3), new Axis("", 0, steps.Length), 60 + (steps.Length * 34));
        foreach (var percentile in (string[])["p50", "p95", "p99"]) plot.Legend(percentile, percentile);
        for (var i = 0; i < steps.Length; i++)
        {
            var (name, times) = steps[i];
            var at = steps.Length - 1 - i;
            plot.Name(at + 0.5, name);
            var from = 0.0;
            foreach (var percent in (int[])[50, 95, 99])
            {
                var to = times.Percentile(percent) / 1e3;
                plot.Box($"p{percent}", (from, to), (at + 0.2, at + 0.8), string.Create(CultureInfo.InvariantCulture, $"{name}: p{percent} {to:0.00} ms"));
                from = to;
            }
        }

        return plot.Figure("p50, p95 and p99 of the ok responses. The first step counts from the intended start of its iteration, the others from their send time.", yTicks: false);
    }

    /// <summary>The share of the machine's cores that each process used.</summary>
    public static string Processors(RunRecord record)
    {
        if (record.ProcessorSeconds.Count == 0) return "";
        var used = record.ProcessorSeconds.OrderByDescending(one => one.Value).Select(one => (one.Key, Cores: one.Value / Math.Max(record.Seconds, 1e-3))).ToArray();
        var plot = new Plot("Cores used", Axis.UpTo("cores", Math.Max(record.Machine.Cores, used.Sum(one => one.Cores))), new Axis("", 0, 1), 120);
        double from = 0;
        for (var i = 0; i < used.Length; i++)
        {
            var (name, cores) = used[i];
            plot.Box($"c{i % 8}", (from, from + cores), (0.15, 0.85), string.Create(CultureInfo.InvariantCulture, $"{Named(name)}: {cores:0.00} cores"));
            plot.Legend($"c{i % 8}", string.Create(CultureInfo.InvariantCulture, $"{Named(name)} {cores:0.00}"));
            from += cores;
        }

        plot.Upright(record.Machine.Cores);
        return plot.Figure("Processor time of each process divided by the duration of the load. The dashed line is the number of cores.", yTicks: false);

        static string Named(string process) => process == "load" ? "generator" : process;
    }

    private static IReadOnlyList<int> Column(SeriesRecord series, Outcome outcome) => outcome switch
    {
        Outcome.Ok => series.Ok,
        Outcome.Rejected => series.Rejected,
        Outcome.Shed => series.Shed,
        Outcome.ClientError => series.ClientError,
        Outcome.TimeOut => series.TimeOut,
        Outcome.Fault => series.Fault,
        _ => series.Left,
    };
}
