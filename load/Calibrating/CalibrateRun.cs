using System.Globalization;
using System.Text.Json;
using Dugout.Load.Experiments;
using Dugout.Load.Results;

namespace Dugout.Load.Calibrating;

/// <summary>Says how far verdicts can be believed, by a recorded run of <c>same</c> or <c>dearer</c>, and keeps it beside the record.</summary>
internal sealed class CalibrateRun(string path, int each, int draws, int seed, Surroundings around)
{
    /// <summary>The verb.</summary>
    public const string Name = "calibrate";

    /// <summary>What is kept beside the record.</summary>
    public const string FileName = "calibration.json";

    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web) { WriteIndented = true };

    /// <summary>Reads, says, keeps.</summary>
    /// <exception cref="UsageException">It is no whole record of one of the two.</exception>
    /// <exception cref="NoSystemException">Nothing can be written beside it.</exception>
    public async Task<int> RunAsync()
    {
        var record = await ExperimentRecord.ReadAsync(path).ConfigureAwait(false);
        if (record.Name is not ("same" or "dearer")) throw new UsageException($"{path} is a record of '{record.Name}', whose truth nobody knows; `same` and `dearer` are for this");
        var calibration = Calibration.Of(record, each, draws, seed);
        if (calibration.Blocks < each) throw new UsageException($"{path} has {calibration.Blocks} whole blocks; a comparison wants {each}");
        foreach (var line in InWords(calibration)) await around.Output.WriteLineAsync(line).ConfigureAwait(false);
        RecordFile.WriteBeside(Directory.Exists(path) ? path : Path.GetDirectoryName(Path.GetFullPath(path))!, FileName, JsonSerializer.Serialize(calibration, Json) + "\n");
        return calibration.Same?.Drawn.Claims > record.Rule.Error ? ExitCode.SomethingFailed : ExitCode.Good;
    }

    private static IEnumerable<string> InWords(Calibration calibration)
    {
        yield return $"{calibration.Experiment}: {calibration.Blocks} blocks, {calibration.Each} to a comparison";
        if (calibration.Same is { } same)
        {
            yield return $"  nothing differs, as it was run: {Counts(same.Live)}";
            yield return string.Create(CultureInfo.InvariantCulture, $"  nothing differs, blocks drawn:  {Counts(same.Drawn)}: false alarms {same.Drawn.Claims:0.0 %}");
        }

        foreach (var arm in calibration.Dearer)
        {
            yield return string.Create(CultureInfo.InvariantCulture, $"  {arm.Arm}: {arm.Ratio.Estimate - 1:+0.0 %;-0.0 %} ({arm.Ratio.Low - 1:+0.0 %;-0.0 %} to {arm.Ratio.High - 1:+0.0 %;-0.0 %} by all blocks)");
            yield return $"    as it was run: {Counts(arm.Live)}";
            yield return $"    blocks drawn:  {Counts(arm.Drawn)}";
        }

        if (calibration.Dearer.Count > 0)
        {
            yield return calibration.Smallest is { } smallest
                ? string.Create(CultureInfo.InvariantCulture, $"  the smallest cost found in {Calibration.Found:0 %} of tries: {smallest.Arm}, {smallest.Ratio.Estimate - 1:+0.0 %}")
                : string.Create(CultureInfo.InvariantCulture, $"  no cost was found in {Calibration.Found:0 %} of tries");
        }
    }

    private static string Counts(Verdicted verdicts) =>
        $"{verdicts.Comparisons} comparisons: {verdicts.Worse} worse, {verdicts.Better} better, {verdicts.NoDifferenceShown} no difference shown, {verdicts.TooNoisy} too noisy to say";
}
