using System.Globalization;
using System.Text.Json;
using Dugout.Load.Client;
using Dugout.Load.Exits;
using Dugout.Load.Experiments;
using Dugout.Load.Report;
using Dugout.Load.Results;
using Dugout.Load.RunComparisons;
using Dugout.Load.ScenarioRuns;

namespace Dugout.Load.Cli;

/// <summary>Compares two records of one experiment with a verdict, or two single runs of one scenario without one.</summary>
/// <param name="a">The first record: a file, or the folder it is in.</param>
/// <param name="b">The second.</param>
/// <param name="context">The command context.</param>
internal sealed class CompareRun(string a, string b, CommandContext context)
{
    /// <summary>The command's name.</summary>
    public const string Name = "compare";

    /// <summary>Prints the comparison, for single runs also writes its page beside the second record, and returns the exit code.</summary>
    /// <exception cref="UsageException">A record cannot be read, or the two cannot be compared.</exception>
    /// <exception cref="NoSystemException">The page cannot be written.</exception>
    public async Task<int> RunAsync() => (IsExperiment(a), IsExperiment(b)) switch
    {
        (true, true) => await OfExperimentsAsync(),
        (false, false) => await OfRunsAsync(),
        _ => throw new UsageException("one record is that of an experiment, the other that of a single run"),
    };

    private async Task<int> OfExperimentsAsync()
    {
        var (first, second) = (await ExperimentRecord.ReadAsync(a), await ExperimentRecord.ReadAsync(b));
        var comparison = RecordComparison.Of(first, second);
        await context.Output.WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"{first.Name}: the run of {second.BegunAt:u} compared with that of {first.BegunAt:u}\n{ComparisonTable.Of(comparison)}"));
        return Comparison.ExitCodeOf(comparison, [.. first.Trials, .. second.Trials]);
    }

    private async Task<int> OfRunsAsync()
    {
        var comparison = RunComparison.Of(RecordFile.Read(a), RecordFile.Read(b));
        await context.Output.WriteLineAsync(RunComparisonTable.Of(comparison));
        var page = RecordFile.WriteBeside(RecordFile.FolderOf(b), Page.ComparisonFileName, await Page.OfAsync(comparison));
        await context.Output.WriteLineAsync($"page: {Path.GetRelativePath(Directory.GetCurrentDirectory(), page)}");
        return ExitCode.Good;
    }

    /// <summary>Whether a record is that of an experiment: by its name, or, for a renamed file, by its content.</summary>
    private static bool IsExperiment(string named)
    {
        if (Directory.Exists(named)) return File.Exists(Path.Combine(named, ExperimentRecord.FileName));
        if (Path.GetFileName(named) is ExperimentRecord.FileName or RecordFile.Name || !File.Exists(named)) return Path.GetFileName(named) == ExperimentRecord.FileName;
        try
        {
            using var content = JsonDocument.Parse(File.ReadAllBytes(named));
            return content.RootElement.ValueKind == JsonValueKind.Object && content.RootElement.TryGetProperty("trials", out _);
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException or JsonException)
        {
            // Reading it as a run's record states the reason.
            return false;
        }
    }
}
