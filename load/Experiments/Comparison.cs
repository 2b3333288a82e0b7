using Dugout.Load.Exits;
using Dugout.Load.Statistics;

namespace Dugout.Load.Experiments;

/// <summary>A variant compared with the first one by one metric.</summary>
/// <param name="Arm">The variant.</param>
/// <param name="Metric">The metric's name.</param>
/// <param name="Control">The first variant's median over the blocks.</param>
/// <param name="Value">This variant's median.</param>
/// <param name="Ratio">This variant's value divided by the first one's.</param>
/// <param name="Verdict">The claim; null for a metric that does not decide, and for the second run of the first variant.</param>
internal sealed record ArmRatio(string Arm, string Metric, double Control, double Value, Interval Ratio, Effect? Verdict);

/// <summary>The results of an experiment's trials. A pure function of them.</summary>
/// <param name="IsQuiet">Whether the A/A comparison showed no difference, and no trial was void.</param>
/// <param name="Ratios">By variant and metric; the deciding metric first. A negative control has no verdict.</param>
internal sealed record Comparison(bool IsQuiet, IReadOnlyList<ArmRatio> Ratios)
{
    /// <summary>Compares the variants over complete blocks. Null before there are two blocks.</summary>
    /// <param name="experiment">The experiment.</param>
    /// <param name="turns">All trials so far; incomplete blocks are ignored.</param>
    /// <param name="seed">The seed of the draws.</param>
    public static Comparison? Of(Experiment experiment, IReadOnlyCollection<ArmTurn> turns, int seed)
    {
        var names = experiment.Turns.Select(arm => arm.Name).ToList();
        var blocks = turns.GroupBy(turn => turn.Block).Where(block => names.All(name => block.Any(turn => turn.Arm == name && turn.Ok > 0)))
            .OrderBy(block => block.Key).Select(block => block.ToDictionary(turn => turn.Arm)).ToList();
        if (blocks.Count < 2) return null;

        double[] Values(string arm, Metric metric) => [.. blocks.Select(block => metric.Of(block[arm]))];
        double[] Logs(string arm, Metric metric) => Verdicts.LogRatios(Values(names[0], metric), Values(arm, metric));
        ArmRatio Ratio(string arm, Metric metric, Interval ratio, Effect? verdict) =>
            new(arm, metric.Name, Costs.Cost.Median(Values(names[0], metric)), Costs.Cost.Median(Values(arm, metric)), ratio, verdict);

        var rule = experiment.Rule with { LowerIsBetter = experiment.Metric.LowerIsBetter };
        var others = experiment.Arms.Skip(1).Where(arm => !arm.IsControl).Select(arm => arm.Name).ToList();
        var isSound = blocks.All(block => block.Values.All(turn => turn.Void is null));
        var judged = Judgement.Of(Values(names[0], experiment.Metric), Values(experiment.Again, experiment.Metric), [.. others.Select(arm => Values(arm, experiment.Metric))], isSound, rule, seed);
        List<ArmRatio> ratios = [Ratio(experiment.Again, experiment.Metric, judged.Same, null)];
        foreach (var (arm, (interval, verdict)) in others.Zip(judged.Arms)) ratios.Add(Ratio(arm, experiment.Metric, interval, verdict));

        foreach (var metric in Metric.All)
        {
            foreach (var arm in metric.Name == experiment.Metric.Name ? names.Skip(2).Except(others) : names.Skip(1))
            {
                if (Logs(arm, metric) is var logs && logs.All(double.IsFinite)) ratios.Add(Ratio(arm, metric, Bootstrap.Of(logs, rule.Error, seed).Exponential(), null));
            }
        }

        return new Comparison(judged.IsQuiet, ratios);
    }

    /// <summary>Negative controls without a failed trial: the checks do not detect their fault.</summary>
    public static IEnumerable<string> NotCaught(IEnumerable<ArmTurn> turns) =>
        turns.Where(turn => turn.IsControl).GroupBy(turn => turn.Arm).Where(arm => arm.All(turn => turn.Wrong.Count == 0)).Select(arm => arm.Key);

    /// <summary>The exit code of the program.</summary>
    /// <param name="comparison">The comparison; null when there were too few trials.</param>
    /// <param name="turns">The trials.</param>
    /// <param name="goal">The goal of one of the variants. It then decides, since meeting it may cost something.</param>
    /// <param name="metric">The deciding metric's name.</param>
    public static int ExitCodeOf(Comparison? comparison, IEnumerable<ArmTurn> turns, Goal? goal = null, string metric = "")
    {
        var all = turns.ToList();
        if (all.Any(turn => turn.IsIncorrect)) return ExitCode.CheckFailed;
        if (comparison is not { IsQuiet: true } || NotCaught(all).Any()) return ExitCode.Undecided;
        if (goal is null) return comparison.Ratios.Any(ratio => ratio.Verdict == Effect.Worse) ? ExitCode.SomethingFailed : ExitCode.Good;
        return goal.IsMet(metric, comparison) switch { true => ExitCode.Good, false => ExitCode.SomethingFailed, null => ExitCode.Undecided };
    }
}
