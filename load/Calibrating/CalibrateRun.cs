using System.Globalization;
using System.Text.Json;
using Dugout.Load.Client;
using Dugout.Load.Exits;
using Dugout.Load.Experiments;
using Dugout.Load.Results;
using Dugout.Load.ScenarioRuns;

namespace Dugout.Load.Calibrating;

/// <summary>Measures how reliable verdicts are, from recorded runs of <c>same</c> or of <c>dearer</c>, and stores the result beside the first record.</summary>
internal sealed class CalibrateRun(IReadOnlyList<string> paths, int each, int draws, int seed, CommandContext context)
{
    /// <summary>The verb.</summary>
    public const string Name = "calibrate";

    /// <summary>The file name of the result.</summary>
    public const string FileName = "calibration.json";

    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web) { WriteIndented = true };

    /// <summary>Reads the records, prints the result and stores it.</summary>
    /// <exception cref="UsageException">The records are not of one of the two experiments, or not of the same one, or there are too few
    /// blocks.</exception>
    /// <exception cref="NoSystemException">The result cannot be written.</exception>
    public async Task<int> RunAsync()
    {
        var record = await ReadAsync();
        var calibration = Calibration.Of(record, each, draws, seed);
        if (calibration.Blocks < each) throw new UsageException($"{string.Join(", ", paths)}: {calibration.Blocks} complete blocks; a comparison needs {each}");
        foreach (var line in InWords(calibration)) await context.Output.WriteLineAsync(line);
        RecordFile.WriteBeside(Directory.Exists(paths[0]) ? paths[0] : Path.GetDirectoryName(Path.GetFullPath(paths[0]))!, FileName, JsonSerializer.Serialize(calibration, Json) + "\n");
        return calibration.Same?.Drawn.Claims > record.Rule.Error ? ExitCode.SomethingFailed : ExitCode.Good;
    }

    /// <summary>All blocks as if one run had produced them.</summary>
    private async Task<ExperimentRecord> ReadAsync()
    {
        ExperimentRecord? all = null;
        foreach (var path in paths)
        {
            var record = await ExperimentRecord.ReadAsync(path);
            if (record.Name is not (AllExperiments.Same or AllExperiments.DearerName)) throw new UsageException($"{path} is a record of '{record.Name}', whose true result is unknown; use a record of `same` or `dearer`");
            if (all is not null && (record.Name != all.Name || record.Load != all.Load || record.Rule != all.Rule)) throw new UsageException($"{path} is not a record of the same experiment as {paths[0]}");
            var blocks = all?.Trials.Max(trial => trial.Block) ?? 0;
            all = record with { Trials = [.. all?.Trials ?? [], .. record.Trials.Select(trial => trial with { Block = trial.Block + blocks })] };
        }

        return all!;
    }

    private static IEnumerable<string> InWords(Calibration calibration)
    {
        yield return $"{calibration.Experiment}: {calibration.Blocks} blocks, {calibration.Each} per comparison";
        if (calibration.Same is { } same)
        {
            yield return $"  equal variants, as run: {Counts(same.Live)}";
            yield return string.Create(CultureInfo.InvariantCulture, $"  equal variants, drawn:  {Counts(same.Drawn)}: false positives {same.Drawn.Claims:0.0 %}");
        }

        foreach (var variant in calibration.Dearer)
        {
            yield return string.Create(CultureInfo.InvariantCulture, $"  {variant.Variant}: {variant.Ratio.Estimate - 1:+0.0 %;-0.0 %} ({variant.Ratio.Low - 1:+0.0 %;-0.0 %} to {variant.Ratio.High - 1:+0.0 %;-0.0 %} by all blocks)");
            yield return $"    as run: {Counts(variant.Live)}";
            yield return $"    drawn:  {Counts(variant.Drawn)}";
        }

        if (calibration.Dearer.Count > 0)
        {
            yield return calibration.Smallest is { } smallest
                ? string.Create(CultureInfo.InvariantCulture, $"  the smallest cost detected in {Calibration.Found:0 %} of comparisons: {smallest.Variant}, {smallest.Ratio.Estimate - 1:+0.0 %}")
                : string.Create(CultureInfo.InvariantCulture, $"  no cost was detected in {Calibration.Found:0 %} of comparisons");
        }
    }

    private static string Counts(Verdicted verdicts) =>
        $"{verdicts.Comparisons} comparisons: {verdicts.Worse} worse, {verdicts.Better} better, {verdicts.NoDifferenceShown} no difference shown, {verdicts.TooNoisy} too noisy to say";
}
