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
/// <param name="requested">The experiment.</param>
/// <param name="options">The options.</param>
/// <param name="context">The command context.</param>
/// <param name="runTrial">Runs each trial.</param>
internal sealed class ExperimentRun(Experiment requested, ExperimentOptions options, CommandContext context, RunTrial runTrial)
{
    private readonly Experiment _experiment = options.Seconds is { } seconds ? requested.For(seconds) : requested;
    private readonly string _records = new LabFolder(context.Home).Records;
    private readonly CommitRecord? _commit = Circumstances.Commit(Circumstances.Checkout);
    private readonly DateTime _begunAt = context.Time.GetUtcNow().UtcDateTime;
    private readonly List<Trial> _trials = [];
    private readonly Dictionary<string, IReadOnlyDictionary<string, long>> _rows = [];

    /// <summary>Runs it and returns the exit code.</summary>
    /// <exception cref="NoSystemException">A system did not start, or a part of it became unavailable; or the folder has a record.</exception>
    /// <exception cref="AbortedException">It was aborted; the finished trials are in a record marked as incomplete.</exception>
    public async Task<int> RunAsync(CancellationToken cancel)
    {
        var folder = Path.GetFullPath(options.Folder ?? Path.Combine(_records, string.Create(CultureInfo.InvariantCulture, $"{_begunAt:yyyyMMdd-HHmmss}-{_experiment.Name}")));
        var file = Path.Combine(folder, ExperimentRecord.FileName);
        if (File.Exists(file)) throw new NoSystemException($"{file} already exists");
        var variants = _experiment.Trials;
        await PrintAsync($"{_experiment.Name}: {_experiment.Question}\nload: {_experiment.Load.InWords}\n{ComparisonTable.InWords(_experiment)}\nblocks: {options.Blocks} of {variants.Count} trials, order drawn with seed {options.Seed}");
        await PrintAsync($"record: {file}");

        try
        {
            await RunTrialsAsync(folder, file, cancel);
        }
        catch (OperationCanceledException) when (cancel.IsCancellationRequested)
        {
            throw new AbortedException(_trials.Count == 0
                ? "aborted before the first trial ended, so there is no record; its system is stopped"
                : $"aborted after {_trials.Count} of {options.Blocks * variants.Count} trials; they are in {file}, which is marked partial, and the system is stopped");
        }

        var record = Record(isComplete: true);
        await record.WriteAsync(file);
        await new LabHistory(_records).AddAsync(record);
        var page = RecordFile.WriteBeside(folder, Page.FileName, await Page.OfAsync(record));
        await PrintAsync($"page: {page}");
        await PrintAsync($"\n{ComparisonTable.Of(record)}");
        return Comparison.ExitCodeOf(record.Comparison, record.Trials, record.Goal, record.Metric);
    }

    private async Task RunTrialsAsync(string folder, string file, CancellationToken cancel)
    {
        var variants = _experiment.Trials;
        // Compilation, filling the disk cache and other first-time work would otherwise count against the variant of the first trial.
        var rehearsal = await RunTrialAsync(variants[0], 0, 1, "rehearsal");
        string[] wrongBefore = [.. rehearsal.Violations.Select(wrong => $"in the rehearsal: {wrong}")];
        await PrintAsync("rehearsal done: its figures do not count");
        var block = 0;
        foreach (var order in BlockOrder.Of(variants.Count, options.Blocks, options.Seed))
        {
            block++;
            for (var position = 1; position <= order.Length; position++)
            {
                var begun = Stopwatch.GetTimestamp();
                var variant = variants[order[position - 1]];
                var trial = await RunTrialAsync(variant, block, position, Path.Combine($"block-{block}", $"{position}-{variant.Name}"));
                _trials.Add(trial with { IsNegativeControl = variant.IsNegativeControl, Record = Path.GetRelativePath(folder, trial.Record), Violations = _trials.Count == 0 ? [.. wrongBefore, .. trial.Violations] : trial.Violations });
                await PrintAsync(string.Create(CultureInfo.InvariantCulture,
                    $"block {block}/{options.Blocks}  {trial.Variant,-20} {_experiment.Metric.Of(trial),10:0.00} {_experiment.Metric.Name}; {trial.Ok} ok, {trial.Rejected} rejected, {trial.Shed} shed, {trial.Failed} failed{Followed(trial)}{(trial.Void is null ? "" : "; VOID: " + trial.Void)}{(trial.Violations.Count == 0 ? "" : "; CHECK FAILED")} ({Stopwatch.GetElapsedTime(begun).TotalSeconds:0} s)"));
                await Record(isComplete: false).WriteAsync(file);
            }

            if (Comparison.Of(_experiment, _trials, options.Seed) is { } soFar && block < options.Blocks) await PrintAsync(ComparisonTable.OneLine(soFar, _experiment));
        }

        async Task<Trial> RunTrialAsync(Variant variant, int block, int position, string name) =>
            await OnTheSameDataAsync(variant, await runTrial(variant, _experiment.LoadOf(variant), block, position, Path.Combine(folder, name), cancel));
    }

    /// <summary>The delivery of notices, and whether the load stayed steady; empty where fans had no devices.</summary>
    private static string Followed(Trial trial) =>
        (trial.Notices is { } notices ? string.Create(CultureInfo.InvariantCulture, $"; {notices.Made} notices, {notices.Made - notices.Pushed} lost") : "") + (trial.Steady?.Violation is null ? "" : "; THROUGHPUT NOT SUSTAINED");

    /// <summary>The trial; void where its system started with other data than the first one on the same volume.</summary>
    private async Task<Trial> OnTheSameDataAsync(Variant variant, Trial trial)
    {
        if (!_rows.TryAdd(variant.Volume, trial.RowsBefore)) return trial with { Void = trial.Void ?? Drift.Of(_rows[variant.Volume], trial.RowsBefore) };
        if (trial.RowsBefore.Count > 0) await PrintAsync($"rows of {variant.Volume}: {Drift.InWords(trial.RowsBefore)}");
        return trial;
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
        Variants = [.. _experiment.Trials.Select(VariantRecord.Of)],
        Load = _experiment.Load,
        Interpretation = _experiment.Interpretation,
        Goal = _experiment.Goal,
        Metric = _experiment.Metric.Name,
        Rule = _experiment.Rule,
        Trials = [.. _trials],
        Curve = _experiment.IsCurve ? PoolCurve.Of(_trials.Where(trial => trial.Variant != _experiment.Again)) : null,
        Comparison = Comparison.Of(_experiment, _trials, options.Seed),
    };

    private Task PrintAsync(string line) => context.Output.WriteLineAsync(line);
}
