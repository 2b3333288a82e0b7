using Dugout.Load.Exits;
using Dugout.Load.Statistics;

namespace Dugout.Load.Experiments;

/// <summary>A variant compared with the first one by one metric.</summary>
/// <param name="Variant">The variant.</param>
/// <param name="Metric">The metric's name.</param>
/// <param name="Baseline">The first variant's median over the blocks.</param>
/// <param name="Value">This variant's median.</param>
/// <param name="Ratio">This variant's value divided by the first one's.</param>
/// <param name="Verdict">The claim; null for a metric that does not decide, and for the second run of the first variant.</param>
internal sealed record VariantRatio(string Variant, string Metric, double Baseline, double Value, Interval Ratio, Effect? Verdict);

/// <summary>The results of an experiment's trials. A pure function of them.</summary>
/// <param name="IsQuiet">Whether the A/A comparison showed no difference, and no trial was void.</param>
/// <param name="Ratios">By variant and metric; the deciding metric first. A negative control has no verdict.</param>
internal sealed record Comparison(bool IsQuiet, IReadOnlyList<VariantRatio> Ratios)
{
    /// <summary>Compares the variants over complete blocks. Null before there are two blocks.</summary>
    /// <param name="experiment">The experiment.</param>
    /// <param name="trials">All trials so far; incomplete blocks are ignored.</param>
    /// <param name="seed">The seed of the draws.</param>
    public static Comparison? Of(Experiment experiment, IReadOnlyCollection<Trial> trials, int seed) =>
        Of([.. experiment.Trials.Select(variant => variant.Name)], [.. experiment.Variants.Where(variant => variant.IsNegativeControl).Select(variant => variant.Name)], experiment.Metric, experiment.Rule, trials, seed);

    /// <summary>Compares the variants of a record, from its trials.</summary>
    public static Comparison? Of(ExperimentRecord record) =>
        Of([.. record.Variants.Select(variant => variant.Name)], [.. record.Trials.Where(trial => trial.IsNegativeControl).Select(trial => trial.Variant)],
            Metric.All.Single(metric => metric.Name == record.Metric), record.Rule, record.Trials, record.Seed);

    /// <summary>Compares variants: the first is the baseline, the second its second run.</summary>
    private static Comparison? Of(IReadOnlyList<string> names, IReadOnlyCollection<string> controls, Metric deciding, ClaimRule claim, IReadOnlyCollection<Trial> trials, int seed)
    {
        var blocks = trials.GroupBy(trial => trial.Block).Where(block => names.All(name => block.Any(trial => trial.Variant == name && trial.Ok > 0)))
            .OrderBy(block => block.Key).Select(block => block.ToDictionary(trial => trial.Variant)).ToList();
        if (blocks.Count < 2) return null;

        double[] Values(string variant, Metric metric) => [.. blocks.Select(block => metric.Of(block[variant]))];
        double[] Logs(string variant, Metric metric) => Verdicts.LogRatios(Values(names[0], metric), Values(variant, metric));
        VariantRatio Ratio(string variant, Metric metric, Interval ratio, Effect? verdict) =>
            new(variant, metric.Name, Costs.Cost.Median(Values(names[0], metric)), Costs.Cost.Median(Values(variant, metric)), ratio, verdict);

        var rule = claim with { LowerIsBetter = deciding.LowerIsBetter };
        var others = names.Skip(2).Except(controls).ToList();
        var isValid = blocks.All(block => block.Values.All(trial => trial.Void is null));
        var judged = Judgement.Of(Values(names[0], deciding), Values(names[1], deciding), [.. others.Select(variant => Values(variant, deciding))], isValid, rule, seed);
        List<VariantRatio> ratios = [Ratio(names[1], deciding, judged.Same, null)];
        foreach (var (variant, (interval, verdict)) in others.Zip(judged.Variants)) ratios.Add(Ratio(variant, deciding, interval, verdict));

        foreach (var metric in Metric.All)
        {
            foreach (var variant in metric.Name == deciding.Name ? names.Skip(2).Except(others) : names.Skip(1))
            {
                if (Logs(variant, metric) is var logs && logs.All(double.IsFinite)) ratios.Add(Ratio(variant, metric, Bootstrap.Of(logs, rule.Error, seed).Exponential(), null));
            }
        }

        return new Comparison(judged.IsQuiet, ratios);
    }

    /// <summary>Negative controls without a failed trial: the checks do not detect their fault.</summary>
    public static IEnumerable<string> NotCaught(IEnumerable<Trial> trials) =>
        trials.Where(trial => trial.IsNegativeControl).GroupBy(trial => trial.Variant).Where(variant => variant.All(trial => trial.Violations.Count == 0)).Select(variant => variant.Key);

    /// <summary>The exit code of the program.</summary>
    /// <param name="comparison">The comparison; null when there were too few trials.</param>
    /// <param name="trials">The trials.</param>
    /// <param name="goal">The goal of one of the variants. It then decides, since meeting it may cost something.</param>
    /// <param name="metric">The deciding metric's name.</param>
    public static int ExitCodeOf(Comparison? comparison, IEnumerable<Trial> trials, Goal? goal = null, string metric = "")
    {
        var all = trials.ToList();
        if (all.Any(trial => trial.IsIncorrect)) return ExitCode.CheckFailed;
        if (comparison is not { IsQuiet: true } || NotCaught(all).Any()) return ExitCode.Undecided;
        if (goal is null) return comparison.Ratios.Any(ratio => ratio.Verdict == Effect.Worse) ? ExitCode.SomethingFailed : ExitCode.Good;
        return goal.IsMet(metric, comparison) switch { true => ExitCode.Good, false => ExitCode.SomethingFailed, null => ExitCode.Undecided };
    }
}
