using System.Diagnostics;
using System.Globalization;
using Dugout.Load.Client;
using Dugout.Load.Exits;
using Dugout.Load.Experiments;
using Dugout.Load.Report;
using Dugout.Load.Results;
using Dugout.Load.ScenarioRuns;
using Dugout.Load.Statistics;

namespace Dugout.Load.Trials;

/// <summary>The options of an experiment's run.</summary>
/// <param name="Blocks">The number of blocks.</param>
/// <param name="Seconds">Measured seconds per trial; null for the experiment's default.</param>
/// <param name="Folder">The folder of the record; null for the lab's own folder.</param>
/// <param name="Seed">The seed of the order of variants and of the resampling.</param>
internal sealed record ExperimentOptions(int Blocks, int? Seconds, string? Folder, int Seed);

/// <summary>Runs an experiment block by block, each variant on a fresh system, after one rehearsal trial that does not count, and writes the record after every counted
/// trial.</summary>
/// <param name="asked">The experiment.</param>
/// <param name="options">The options.</param>
/// <param name="around">The command context.</param>
/// <param name="takeTurn">Runs each trial.</param>
internal sealed class ExperimentRun(Experiment asked, ExperimentOptions options, CommandContext around, TakeTurn takeTurn)
{
    private readonly Experiment _experiment = options.Seconds is { } seconds ? asked.For(seconds) : asked;
    private readonly string _records = new LabFolder(around.Home).Records;
    private readonly CommitRecord? _commit = Circumstances.Commit(Circumstances.Checkout);
    private readonly DateTime _begunAt = around.Time.GetUtcNow().UtcDateTime;
    private readonly List<ArmTurn> _turns = [];
    private readonly Dictionary<string, IReadOnlyDictionary<string, long>> _rows = [];

    /// <summary>Runs it and returns the exit code.</summary>
    /// <exception cref="NoSystemException">A system did not start, or a part of it became unavailable; or the folder has a record.</exception>
    /// <exception cref="BrokenOffException">It was aborted; the finished trials are in a record marked as incomplete.</exception>
    public async Task<int> RunAsync(CancellationToken cancel)
    {
        var folder = Path.GetFullPath(options.Folder ?? Path.Combine(_records, string.Create(CultureInfo.InvariantCulture, $"{_begunAt:yyyyMMdd-HHmmss}-{_experiment.Name}")));
        var file = Path.Combine(folder, ExperimentRecord.FileName);
        if (File.Exists(file)) throw new NoSystemException($"{file} is the record of another run");
        var arms = _experiment.Turns;
        await SayAsync($"{_experiment.Name}: {_experiment.Question}\nload: {_experiment.Load.InWords}\n{ComparisonTable.InWords(_experiment)}\nblocks: {options.Blocks} of {arms.Count} turns, order drawn with seed {options.Seed}");
        await SayAsync($"record: {file}");

        try
        {
            await TakeTurnsAsync(folder, file, cancel);
        }
        catch (OperationCanceledException) when (cancel.IsCancellationRequested)
        {
            throw new BrokenOffException(_turns.Count == 0
                ? "broken off before the first turn was over, so there is no record; its system is stopped"
                : $"broken off after {_turns.Count} of {options.Blocks * arms.Count} turns; they are in {file}, which is marked partial, and the system is stopped");
        }

        var record = Record(isComplete: true);
        await record.WriteAsync(file);
        await new LabHistory(_records).AddAsync(record);
        var page = RecordFile.WriteBeside(folder, Page.FileName, ComparisonPage.Of(record));
        await SayAsync($"page: {page}");
        await SayAsync($"\n{ComparisonTable.Of(record)}");
        return Comparison.ExitCodeOf(record.Comparison, record.Turns, record.Goal, record.Metric);
    }

    private async Task TakeTurnsAsync(string folder, string file, CancellationToken cancel)
    {
        var arms = _experiment.Turns;
        // Compilation, filling the disk cache and other first-time work would otherwise count against the variant of the first trial.
        var rehearsal = await TakeTurnAsync(arms[0], 0, 1, "rehearsal");
        string[] wrongBefore = [.. rehearsal.Wrong.Select(wrong => $"in the rehearsal: {wrong}")];
        await SayAsync("rehearsed: a turn that doesn't count for speed");
        var block = 0;
        foreach (var order in BlockOrder.Of(arms.Count, options.Blocks, options.Seed))
        {
            block++;
            for (var place = 1; place <= order.Length; place++)
            {
                var begun = Stopwatch.GetTimestamp();
                var arm = arms[order[place - 1]];
                var turn = await TakeTurnAsync(arm, block, place, Path.Combine($"block-{block}", $"{place}-{arm.Name}"));
                _turns.Add(turn with { IsControl = arm.IsControl, Record = Path.GetRelativePath(folder, turn.Record), Wrong = _turns.Count == 0 ? [.. wrongBefore, .. turn.Wrong] : turn.Wrong });
                await SayAsync(string.Create(CultureInfo.InvariantCulture,
                    $"block {block}/{options.Blocks}  {turn.Arm,-20} {_experiment.Metric.Of(turn),10:0.00} {_experiment.Metric.Name}; {turn.Ok} ok, {turn.Refused} refused, {turn.Shed} shed, {turn.Failed} failed{Followed(turn)}{(turn.Void is null ? "" : "; VOID: " + turn.Void)}{(turn.Wrong.Count == 0 ? "" : "; THE CHECK FAILS")} ({Stopwatch.GetElapsedTime(begun).TotalSeconds:0} s)"));
                await Record(isComplete: false).WriteAsync(file);
            }

            if (Comparison.Of(_experiment, _turns, options.Seed) is { } soFar && block < options.Blocks) await SayAsync(ComparisonTable.OneLine(soFar, _experiment));
        }

        async Task<ArmTurn> TakeTurnAsync(Arm arm, int block, int place, string name) =>
            await OnTheSameDataAsync(arm, await takeTurn(arm, _experiment.LoadOf(arm), block, place, Path.Combine(folder, name), cancel));
    }

    /// <summary>The delivery of notices, and whether the load stayed steady; empty where fans had no devices.</summary>
    private static string Followed(ArmTurn turn) =>
        (turn.Notices is { } notices ? string.Create(CultureInfo.InvariantCulture, $"; {notices.Made} notices, {notices.Made - notices.Pushed} lost") : "") + (turn.Steady?.Violation is null ? "" : "; DID NOT KEEP GOING");

    /// <summary>The trial; void where its system started with other data than the first one on the same volume.</summary>
    private async Task<ArmTurn> OnTheSameDataAsync(Arm arm, ArmTurn turn)
    {
        if (!_rows.TryAdd(arm.Volume, turn.RowsBefore)) return turn with { Void = turn.Void ?? Drift.Of(_rows[arm.Volume], turn.RowsBefore) };
        if (turn.RowsBefore.Count > 0) await SayAsync($"rows of {arm.Volume}: {Drift.InWords(turn.RowsBefore)}");
        return turn;
    }

    private ExperimentRecord Record(bool isComplete) => new()
    {
        IsComplete = isComplete,
        Name = _experiment.Name,
        Question = _experiment.Question,
        BegunAt = _begunAt,
        Seed = options.Seed,
        Commit = _commit,
        Cores = Environment.ProcessorCount,
        Built = $"{Circumstances.Build(Circumstances.IsOptimized)}; {Packages.InWords}",
        Arms = [.. _experiment.Turns.Select(ArmEntry.Of)],
        Load = _experiment.Load,
        Reading = _experiment.Reading,
        Goal = _experiment.Goal,
        Metric = _experiment.Metric.Name,
        Rule = _experiment.Rule,
        Turns = [.. _turns],
        Curve = _experiment.IsCurve ? PoolCurve.Of(_turns.Where(turn => turn.Arm != _experiment.Again)) : null,
        Comparison = Comparison.Of(_experiment, _turns, options.Seed),
    };

    private Task SayAsync(string line) => around.Output.WriteLineAsync(line);
}
