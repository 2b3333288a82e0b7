using Dugout.Load.Results;
using Dugout.Load.Shop;

namespace Dugout.Load.Experiments;

/// <summary>One turn: a fresh system, a run that warms it up and doesn't count, the run that counts, with its checks and its record, and the stop.</summary>
internal sealed class TurnRun(Surroundings around, LabFolder lab, ArmLoad load)
{
    /// <summary>Runs it.</summary>
    /// <param name="arm">How the system is run.</param>
    /// <param name="block">The block, from 1. What fans do is drawn from it: the same for every arm of a block.</param>
    /// <param name="place">The turn's place in the block, from 1.</param>
    /// <param name="folder">For the run's record.</param>
    /// <param name="cancel">Breaks it off.</param>
    /// <exception cref="NoSystemException">The system did not start, or a part of it went away.</exception>
    public async Task<ArmTurn> RunAsync(Arm arm, int block, int place, string folder, CancellationToken cancel)
    {
        await using var system = await ArmSystem.StartAsync(arm, lab, cancel).ConfigureAwait(false);
        var unseen = around with { Output = TextWriter.Null, Screen = null };
        var options = load.Options(system.Running.Source, block);
        await new ScenarioRun(options with { Seconds = load.WarmUpSeconds, Out = Path.Combine(folder, "warm-up") }, unseen, cancel).RunAsync().ConfigureAwait(false);
        await new ScenarioRun(options with { Out = folder }, unseen, cancel).RunAsync().ConfigureAwait(false);
        cancel.ThrowIfCancellationRequested();
        if (!File.Exists(Path.Combine(folder, RecordFile.Name))) throw new NoSystemException($"arm '{arm.Name}' has no run: its fans could not sign in");
        return Of(RecordFile.Read(folder)) with { Arm = arm.Name, Block = block, Place = place, Record = folder };
    }

    /// <summary>What of a run's record a comparison looks at.</summary>
    public static ArmTurn Of(RunRecord record)
    {
        var times = new Generator.Histogram();
        foreach (var step in record.Steps)
        {
            if (step.Of(Outcome.Ok) is { Intended: { Count: > 0 } ok }) times.Add(ok.Buckets.Chunk(2).Select(bucket => ((int)bucket[0], bucket[1])), ok.Sum, ok.Min, ok.Max);
        }

        return new ArmTurn
        {
            Arm = "",
            Block = 0,
            Place = 0,
            Record = "",
            Seconds = record.Seconds,
            Ok = Count(Outcome.Ok),
            Refused = Count(Outcome.Refused),
            Shed = Count(Outcome.Shed),
            Failed = Count(Outcome.ClientError, Outcome.TimeOut, Outcome.Fault),
            P50 = times.Count == 0 ? 0 : times.Percentile(50) / 1_000.0,
            P99 = times.Count == 0 ? 0 : times.Percentile(99) / 1_000.0,
            CpuMicroseconds = record.ProcessorSeconds.ToDictionary(process => process.Key, process => process.Value * 1e6),
            Statements = record.Statements ?? 0,
            Void = record.Void,
            Wrong = [.. record.Findings.Where(finding => finding.Differences.Count > 0).Select(finding => $"{finding.Sentence}: {finding.Differences[0]}")],
        };

        long Count(params Outcome[] outcomes) => record.Steps.Sum(step => step.Count(outcomes));
    }
}
