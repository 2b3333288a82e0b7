using Dugout.Load.Statistics;

namespace Dugout.Load.Experiments;

/// <summary>How an arm stands to the first one by one metric.</summary>
/// <param name="Arm">The arm.</param>
/// <param name="Metric">The metric's name.</param>
/// <param name="Control">The first arm's median over the blocks.</param>
/// <param name="Value">This arm's.</param>
/// <param name="Ratio">How many times the first arm's value this one's is.</param>
/// <param name="Verdict">What is claimed; null for a metric that doesn't decide, and for the first arm again.</param>
internal sealed record ArmRatio(string Arm, string Metric, double Control, double Value, Interval Ratio, Effect? Verdict);

/// <summary>What the turns of an experiment say. A pure function of them.</summary>
/// <param name="IsQuiet">Whether the same against the same showed nothing, and no turn was void.</param>
/// <param name="Ratios">By arm and metric; the deciding metric first. A negative control has no verdict.</param>
internal sealed record Comparison(bool IsQuiet, IReadOnlyList<ArmRatio> Ratios)
{
    /// <summary>Compares the arms of whole blocks. Null before there are two.</summary>
    /// <param name="experiment">What was asked.</param>
    /// <param name="turns">All turns so far; a block that isn't whole is left out.</param>
    /// <param name="seed">For the draws.</param>
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

    /// <summary>Negative controls of which no turn was found wrong: the checks are blind to what is wrong with them.</summary>
    public static IEnumerable<string> NotCaught(IEnumerable<ArmTurn> turns) =>
        turns.Where(turn => turn.IsControl).GroupBy(turn => turn.Arm).Where(arm => arm.All(turn => turn.Wrong.Count == 0)).Select(arm => arm.Key);

    /// <summary>The program's answer.</summary>
    /// <param name="comparison">What the turns said; null when they were too few.</param>
    /// <param name="turns">The turns.</param>
    /// <param name="goal">What was promised of one of the arms, which decides then: keeping to it may cost something.</param>
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
