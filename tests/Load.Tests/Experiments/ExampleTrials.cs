using Dugout.Load.Experiments;

namespace Dugout.Load.Tests.Experiments;

/// <summary>Hand-made trials: 1,000 ok requests in ten seconds.</summary>
internal static class ExampleTrials
{
    public static Trial Of(string variant, int block = 1, int position = 1, double cpu = 100, string record = "") => new()
    {
        Variant = variant,
        Block = block,
        Position = position,
        Record = record,
        Void = null,
        Seconds = 10,
        LoadSeconds = 10,
        Ok = 1_000,
        Rejected = 0,
        Shed = 0,
        Failed = 0,
        P50 = 1,
        P99 = 5,
        CpuMicroseconds = new Dictionary<string, double> { ["api-1"] = cpu * 1_000, ["load"] = 1_000 },
        Statements = cpu * 1_000,
        Violations = [],
    };

    /// <summary>The complete record of an experiment that had these trials.</summary>
    public static ExperimentRecord Record(Experiment experiment, IReadOnlyList<Trial> trials) => new()
    {
        IsComplete = true,
        Name = experiment.Name,
        Question = experiment.Question,
        BegunAt = DateTime.UnixEpoch,
        Seed = 1,
        Cores = 2,
        Built = "by hand",
        Variants = [.. experiment.Trials.Select(VariantRecord.Of)],
        Load = experiment.Load,
        Metric = experiment.Metric.Name,
        Rule = experiment.Rule,
        Trials = trials,
    };
}
