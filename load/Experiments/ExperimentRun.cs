using System.Diagnostics;
using System.Globalization;
using Dugout.Load.Results;
using Dugout.Load.Statistics;

namespace Dugout.Load.Experiments;

/// <summary>What an experiment was asked to do beside what it says itself.</summary>
/// <param name="Blocks">How many blocks.</param>
/// <param name="Seconds">Seconds a turn is measured; null for the experiment's own.</param>
/// <param name="Folder">Where the record goes; null for the lab's own folder.</param>
/// <param name="Seed">For the order of arms and the resampling.</param>
internal sealed record ExperimentOptions(int Blocks, int? Seconds, string? Folder, int Seed);

/// <summary>Runs an experiment block by block, each arm on a fresh system, and writes the record after every turn.</summary>
internal sealed class ExperimentRun(Experiment asked, ExperimentOptions options, Surroundings around, LabFolder lab)
{
    private readonly Experiment _experiment = asked with { Load = asked.Load with { Seconds = options.Seconds ?? asked.Load.Seconds } };
    private readonly DateTime _begunAt = around.Time.GetUtcNow().UtcDateTime;
    private readonly List<ArmTurn> _turns = [];

    /// <summary>Runs it and answers the exit code.</summary>
    /// <exception cref="NoSystemException">A system did not start, or a part of it went away.</exception>
    public async Task<int> RunAsync(CancellationToken cancel)
    {
        var folder = Path.GetFullPath(options.Folder ?? Path.Combine(lab.Records, string.Create(CultureInfo.InvariantCulture, $"{_begunAt:yyyyMMdd-HHmmss}-{_experiment.Name}")));
        var file = Path.Combine(folder, ExperimentRecord.FileName);
        var arms = _experiment.Turns;
        await SayAsync($"{_experiment.Name}: {_experiment.Question}\nload: {_experiment.Load.InWords}\n{ComparisonTable.InWords(_experiment)}\nblocks: {options.Blocks} of {arms.Count} turns, order drawn with seed {options.Seed}").ConfigureAwait(false);
        await SayAsync($"record: {file}").ConfigureAwait(false);

        var block = 0;
        foreach (var order in BlockOrder.Of(arms.Count, options.Blocks, options.Seed))
        {
            block++;
            for (var place = 1; place <= order.Length; place++)
            {
                var begun = Stopwatch.GetTimestamp();
                var turn = await new TurnRun(around, lab, _experiment.Load).RunAsync(arms[order[place - 1]], block, place, Path.Combine(folder, $"block-{block}", $"{place}-{arms[order[place - 1]].Name}"), cancel).ConfigureAwait(false);
                _turns.Add(turn with { Record = Path.GetRelativePath(folder, turn.Record) });
                await SayAsync(string.Create(CultureInfo.InvariantCulture,
                    $"block {block}/{options.Blocks}  {turn.Arm,-20} {_experiment.Metric.Of(turn),10:0.00} {_experiment.Metric.Name}; {turn.Ok} ok, {turn.Refused} refused, {turn.Shed} shed, {turn.Failed} failed{(turn.Void is null ? "" : "; VOID: " + turn.Void)}{(turn.Wrong.Count == 0 ? "" : "; THE CHECK FAILS")} ({Stopwatch.GetElapsedTime(begun).TotalSeconds:0} s)")).ConfigureAwait(false);
                await Record(isComplete: false).WriteAsync(file).ConfigureAwait(false);
            }

            if (Comparison.Of(_experiment, _turns, options.Seed) is { } soFar && block < options.Blocks) await SayAsync(ComparisonTable.OneLine(soFar, _experiment)).ConfigureAwait(false);
        }

        var record = Record(isComplete: true);
        await record.WriteAsync(file).ConfigureAwait(false);
        var page = RecordFile.WriteBeside(folder, ReportRun.PageName, await ReportRun.OfExperimentAsync(file, folder).ConfigureAwait(false));
        await SayAsync($"page: {page}").ConfigureAwait(false);
        await SayAsync($"\n{ComparisonTable.Of(record)}").ConfigureAwait(false);
        return Comparison.ExitCodeOf(record.Comparison, record.Turns);
    }

    private ExperimentRecord Record(bool isComplete) => new()
    {
        IsComplete = isComplete,
        Name = _experiment.Name,
        Question = _experiment.Question,
        BegunAt = _begunAt,
        Seed = options.Seed,
        Cores = Environment.ProcessorCount,
        Built = $"{(Circumstances.IsOptimized ? "Release" : "Debug")}; {Packages.InWords}",
        Arms = [.. _experiment.Turns.Select(arm => new ArmEntry(arm.Name, arm.CommandLine, arm.Api))],
        Load = _experiment.Load,
        Metric = _experiment.Metric.Name,
        Rule = _experiment.Rule,
        Turns = [.. _turns],
        Comparison = Comparison.Of(_experiment, _turns, options.Seed),
    };

    private Task SayAsync(string line) => around.Output.WriteLineAsync(line);
}
