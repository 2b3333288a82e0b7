using System.Globalization;
using Dugout.Load.Client;
using Dugout.Load.Experiments;
using Dugout.Load.Results;
using Dugout.Load.Statistics;

namespace Dugout.Load.Tests.Published;

/// <summary>The cells of a row of published results that follow from a record: all but the last two, the report's figure and the remark.</summary>
internal static class ResultRow
{
    /// <summary>The words of a trial's limit, and what they mean.</summary>
    private static readonly (string Begins, string Limit)[] Limits =
        [("The limit is the API", "API"), ("The limit is api-", "one replica"), ("The limit is the machine", "machine"), ("The limit is Redis", "Redis"), ("The limit is the pool", "pool"), ("Nothing was at its limit", "none")];

    /// <summary>An experiment: name, variants, deciding metric, ratio, verdict, other metrics, limits.</summary>
    public static string[] Of(ExperimentRecord record)
    {
        var ratios = record.Comparison!.Ratios.Where(ratio => ratio.Metric == record.Metric && ratio.Verdict is not null).ToList();
        string[] variants = [record.Variants[0].Name, .. ratios.Select(ratio => ratio.Variant)];
        return
        [
            $"[`{record.Name}`]({record.Name})",
            Change(variants.Select(name => $"`{name}`")),
            $"{Medians(Metric.All.Single(metric => metric.Name == record.Metric))} {record.Metric}",
            string.Join("; ", ratios.Select(ratio => InWords(ratio.Ratio))),
            record.Comparison.IsQuiet ? Once(ratios.Select(ratio => ComparisonTable.InWords(ratio.Verdict!.Value))) : $"too noisy to say; baseline against itself {Exactly(Again(record).Ratio)}",
            string.Join("; ", Others().Where(metric => metric.Name != record.Metric).Select(metric => $"{(metric == Metric.P99 ? "p99, ms" : "req/s")}: {Medians(metric)}")),
            Once(variants.Select(LimitsOf)),
        ];

        IEnumerable<Metric> Others() => record.Load.IsOpen ? [Metric.P99] : [Metric.Throughput, Metric.P99];

        string Medians(Metric metric) => Change(variants.Select(name => Number(Median(record, name, metric.Of))));

        string LimitsOf(string name)
        {
            var limits = Trials(record, name).GroupBy(LimitOf).OrderByDescending(limit => limit.Count()).ToList();
            return limits.Count == 1 ? limits[0].Key : string.Join(", ", limits.Select(limit => $"{limit.Key} {limit.Count()}"));
        }
    }

    /// <summary>A single run of sign-ins: name, load, sign-ins and others a second, by sixth, last to second sixth, failures.</summary>
    public static string[] Of(string name, RunRecord record)
    {
        var (ok, sixth) = (record.Iterations.Series.Ok, record.LoadSeconds / 6);
        return
        [
            $"[`{name}`]({name})",
            Text($"{record.Settings.Callers} callers, {record.LoadSeconds} s, {record.Settings.Accounts:#,0} accounts"),
            Text($"{ok.Take(record.LoadSeconds).Sum() / (double)record.LoadSeconds:0.0} ok, {record.Iterations.Series.Shed.Take(record.LoadSeconds).Sum() / (double)record.LoadSeconds:0} shed"),
            string.Join(", ", ok.Take(6 * sixth).Chunk(sixth).Select(seconds => Text($"{seconds.Average():0.0}"))),
            Text($"{record.Steady!.LastSixth / record.Steady.SecondSixth:0 %}, {record.Steady.EmptySeconds.Count} empty seconds"),
            record.Steady.Violation is null ? "sustained" : "not sustained",
            Text($"{record.Iterations.Count(Outcome.ClientError, Outcome.TimeOut, Outcome.Fault)}"),
        ];
    }

    /// <summary>The baseline's second run compared with its first.</summary>
    public static VariantRatio Again(ExperimentRecord record) => record.Comparison!.Ratios.First(ratio => ratio.Variant == record.Variants[1].Name && ratio.Metric == record.Metric);

    /// <summary>The trials of a variant.</summary>
    public static IEnumerable<Trial> Trials(ExperimentRecord record, string variant) => record.Trials.Where(trial => trial.Variant == variant);

    /// <summary>The median of a variant's trials.</summary>
    public static double Median(ExperimentRecord record, string variant, Func<Trial, double> of) => Load.Costs.Cost.Median([.. Trials(record, variant).Select(of)]);

    /// <summary>A value; the smaller, the more decimals.</summary>
    public static string Number(double value) => value.ToString(value >= 100 ? "#,0" : value >= 10 ? "0.0" : value >= 0.1 ? "0.00" : "0.000", CultureInfo.InvariantCulture);

    /// <summary>A ratio with its interval.</summary>
    public static string InWords(Interval ratio) => ratio.Estimate < 0.1 ? Exactly(ratio) : Text($"{ratio.Estimate:0.00} [{ratio.Low:0.00}, {ratio.High:0.00}]");

    private static string Exactly(Interval ratio) => Text($"{ratio.Estimate:0.000} [{ratio.Low:0.000}, {ratio.High:0.000}]");

    /// <summary>The baseline and the variants.</summary>
    private static string Change(IEnumerable<string> all)
    {
        string[] texts = [.. all];
        return $"{texts[0]} → {string.Join("; ", texts[1..])}";
    }

    private static string Once(IEnumerable<string> all) => string.Join("; ", all.Distinct().Count() == 1 ? all.Take(1) : all);

    private static string LimitOf(Trial trial) => trial.Limit is { } limit ? Limits.First(one => limit.StartsWith(one.Begins, StringComparison.Ordinal)).Limit : "not recorded";

    private static string Text(FormattableString text) => FormattableString.Invariant(text);
}
