using System.Globalization;
using Dugout.Load.Experiments;
using Dugout.Load.Statistics;

namespace Dugout.Load.Report;

/// <summary>The page of an experiment. A pure function of its record.</summary>
internal static class ComparisonPage
{
    /// <summary>Writes it.</summary>
    /// <param name="record">The experiment's record.</param>
    public static string Of(ExperimentRecord record)
    {
        var page = new Page($"{record.Name}: {record.Question}");
        page.Paragraph(string.Create(CultureInfo.InvariantCulture, $"{record.BegunAt:yyyy-MM-dd HH:mm:ss} UTC; {record.Load.InWords}; {record.Cores} cores; {string.Concat(record.Trials.Select(trial => trial.Engine).OfType<string>().Distinct().Select(engine => $"{engine}; "))}{record.Built}"), "soft");
        foreach (var (style, verdict) in Verdicts(record)) page.Paragraph(verdict, $"verdict {style}");
        if (record.Interpretation is { } meaning) page.Paragraph(meaning);
        foreach (var remark in ComparisonTable.Remarks(record)) page.Paragraph(remark);
        if (record.Comparison is { } comparison)
        {
            page.Heading("The effect").Add(Intervals(record, comparison));
            page.Table(["variant", "metric", "baseline", "value", "ratio", "from", "to", "verdict"], comparison.Ratios.Select(Row));
        }

        page.Heading("Limit of each variant");
        foreach (var (variant, sentence) in LimitsByVariant(record)) page.Paragraph($"{variant}: {sentence}");
        page.Heading("Trials");
        page.Table(
            ["trial", "variant", "ok", "rejected", "shed", "failed", "p50 ms", "p99 ms", "sent p99 ms", "CPU µs per request", "statements per request", "figures", "checks"],
            record.Trials.Select(trial => (IReadOnlyList<string>)
            [
                $"{trial.Block}.{trial.Position}", trial.Variant, Whole(trial.Ok), Whole(trial.Rejected), Whole(trial.Shed), Whole(trial.Failed), Number(trial.P50), Number(trial.P99), Number(trial.SentP99),
                Number(Metric.Cpu.Of(trial)), Number(Metric.Statements.Of(trial)), trial.Void ?? "valid", trial.Violations.Count == 0 ? "passed" : $"FAILED: {trial.Violations[0]}",
            ]));
        Replicas(page, record);
        Notices(page, record);
        page.Heading("Rule, fixed before the run").Terms(Agreed(record));
        page.Heading("Definitions").Terms(Definitions.OfComparisons);
        return page.ToString();
    }

    /// <summary>The work of each replica; empty where no variant has several.</summary>
    private static void Replicas(Page page, ExperimentRecord record)
    {
        var spread = record.Trials.Where(trial => trial.ResponsesByReplica.Count > 1).ToArray();
        if (spread.Length == 0) return;
        var names = spread.SelectMany(trial => trial.ResponsesByReplica.Keys).Distinct().Order(StringComparer.Ordinal).ToArray();
        page.Heading("Load of each replica");
        page.Table(
            ["trial", "variant", .. names.SelectMany(name => (string[])[$"{name}: responses, %", $"{name}: CPU s"])],
            spread.Select(trial => (IReadOnlyList<string>)
            [
                $"{trial.Block}.{trial.Position}", trial.Variant,
                .. names.SelectMany(name => (string[])
                    [Number(100.0 * trial.ResponsesByReplica.GetValueOrDefault(name) / trial.ResponsesByReplica.Values.Sum()), Number(trial.CpuMicroseconds.GetValueOrDefault(name) / 1e6)]),
            ]));
    }

    /// <summary>The delivery of notices, and whether each trial stayed steady; empty where fans had no devices.</summary>
    private static void Notices(Page page, ExperimentRecord record)
    {
        var followed = record.Trials.Where(trial => trial.Notices is not null).ToArray();
        if (followed.Length == 0) return;
        page.Heading("Delivery of notices");
        page.Table(
            ["trial", "variant", "fans", "created", "pushed", "lost", "may lose", "devices with more", "last after s", "most waiting in memory", "largest heap MB", "after the peak", "s without an ok iteration", "last sixth to second"],
            followed.Select(trial => (IReadOnlyList<string>)
            [
                $"{trial.Block}.{trial.Position}", trial.Variant, Whole(trial.Notices!.Devices), Whole(trial.Notices.Made), Whole(trial.Notices.Pushed), Whole(trial.Notices.Made - trial.Notices.Pushed),
                trial.Notices.MayBeLost ? "yes" : "no", Whole(trial.Notices.TwiceAt), Number(trial.Notices.Seconds), Whole(trial.MostNoticesWaiting), Number(trial.MostHeapMegabytes), Number(trial.AfterPeak),
                trial.Steady is { } steady ? Whole(steady.EmptySeconds.Count) : "-", trial.Steady is { SecondSixth: > 0 } rates ? Number(rates.LastSixth / rates.SecondSixth) : "-",
            ]));
        foreach (var trial in followed.Where(trial => trial.Steady?.Violation is not null)) page.Paragraph($"{trial.Block}.{trial.Position} {trial.Variant} did not sustain its throughput: {trial.Steady!.Violation}.");
        page.Terms(Definitions.OfNotices);
    }

    private static IEnumerable<(string Style, string Verdict)> Verdicts(ExperimentRecord record)
    {
        var wrong = record.Trials.Count(trial => trial.IsIncorrect);
        if (wrong > 0) yield return ("bad", $"INCORRECT: a check failed in {wrong} of {record.Trials.Count} trials. No figure counts.");
        if (!record.IsComplete) yield return ("warn", "Aborted: the record covers the time until then and is not compared.");
        var blind = Comparison.NotCaught(record.Trials).Any();
        foreach (var control in ComparisonTable.Controls(record)) yield return (blind ? "bad" : "good", control);
        if (record.Comparison is not { } comparison)
        {
            yield return ("warn", "Too noisy to say: fewer than two complete blocks.");
            yield break;
        }

        foreach (var ratio in comparison.Ratios)
        {
            if (ratio.Verdict is { } verdict) yield return (Style(verdict) switch { "better" => "good", "worse" => "bad", _ => "warn" }, $"{ratio.Variant}: {ComparisonTable.InWords(verdict)}, {Times(ratio)}");
        }
    }

    private static string Intervals(ExperimentRecord record, Comparison comparison)
    {
        var shown = comparison.Ratios.Where(ratio => ratio.Metric == record.Metric).ToArray();
        var (low, high) = (shown.Min(ratio => ratio.Ratio.Low), shown.Max(ratio => ratio.Ratio.High));
        // The same distance from 1 on both sides, so that 0.5 and 2 are equally far away.
        var reach = Math.Max(Math.Max(high, 1 / Math.Max(low, 1e-6)), 1.1);
        var plot = new Plot(record.Metric, new Axis("ratio to the baseline (logarithmic)", 1 / reach, reach, IsLog: true), new Axis("", 0, shown.Length), 60 + (shown.Length * 40), shown.Max(ratio => ratio.Variant.Length));
        plot.Upright(1);
        for (var i = 0; i < shown.Length; i++)
        {
            var (ratio, at) = (shown[i], shown.Length - 1 - i);
            var style = ratio.Verdict is { } verdict ? Style(verdict) : "noisy";
            plot.Name(at + 0.5, ratio.Variant);
            plot.Box(style, (ratio.Ratio.Low, ratio.Ratio.High), (at + 0.42, at + 0.58), Times(ratio));
            plot.Dot(style, ratio.Ratio.Estimate, at + 0.5, Times(ratio));
        }

        foreach (var mark in new[] { 1 / reach, 1, reach }) plot.NameBelow(mark, Number(mark));
        return plot.Figure(
            "The dot is the estimate, the bar its interval over blocks. A bar that does not cross the dashed line is a significant difference; the first bar, the baseline against itself, must cross it.",
            xTicks: false, yTicks: false);
    }

    private static IEnumerable<(string Variant, string Sentence)> LimitsByVariant(ExperimentRecord record)
    {
        foreach (var variant in record.Trials.Where(trial => trial.Limit is not null).GroupBy(trial => trial.Variant))
        {
            // The median trial of the variant, by its own order, represents it.
            var ordered = variant.OrderBy(trial => trial.CpuMicroseconds.Values.Sum()).ToArray();
            yield return (variant.Key, ordered[ordered.Length / 2].Limit!);
        }
    }

    private static IEnumerable<(string, string)> Agreed(ExperimentRecord record)
    {
        yield return ("deciding metric", record.Metric);
        yield return ("claim", string.Create(CultureInfo.InvariantCulture, $"a change of {record.Rule.LeastEffect:0.##%} or more whose {1 - record.Rule.Error:0%} interval excludes 1; several variants share the error (Holm)"));
        yield return ("only if", string.Create(CultureInfo.InvariantCulture, $"the interval of the baseline against itself covers 1 and is no wider than {record.Rule.WidestNoise:0%}, over at least {record.Rule.LeastBlocks} blocks"));
        yield return ("warm-up", $"{record.Load.WarmUpSeconds} s of the same load on every fresh system, in a separate run that does not count");
        yield return ("order", $"random with seed {record.Seed}, every second block reversed");
        foreach (var variant in record.Variants)
            yield return ($"variant {variant.Name}", variant.InWords);
    }

    private static IReadOnlyList<string> Row(VariantRatio ratio) =>
    [
        ratio.Variant, ratio.Metric, Number(ratio.Baseline), Number(ratio.Value), Number(ratio.Ratio.Estimate), Number(ratio.Ratio.Low), Number(ratio.Ratio.High),
        ratio.Verdict is { } verdict ? ComparisonTable.InWords(verdict) : "",
    ];

    private static string Times(VariantRatio ratio) => string.Create(CultureInfo.InvariantCulture,
        $"{Number(ratio.Ratio.Estimate)} times the baseline, between {Number(ratio.Ratio.Low)} and {Number(ratio.Ratio.High)} ({Number(ratio.Baseline)} → {Number(ratio.Value)}: {ratio.Metric})");

    private static string Style(Effect effect) => effect switch
    {
        Effect.Better => "better",
        Effect.Worse => "worse",
        Effect.NoDifferenceShown => "same",
        _ => "noisy",
    };

    private static string Number(double value) => value.ToString(Math.Abs(value) < 10 ? "0.000" : "#,0.0", CultureInfo.InvariantCulture);

    private static string Whole(long count) => count.ToString("#,0", CultureInfo.InvariantCulture);
}
