using Dugout.Load.Client;
using Dugout.Load.Exits;
using Dugout.Load.Experiments;
using Dugout.Load.Report;
using Dugout.Load.Results;
using Dugout.Load.ScenarioRuns;

namespace Dugout.Load.Cli;

/// <summary>Recreates the page of a record, beside it. The comparison of an experiment is first computed again from its trials.</summary>
internal sealed class ReportRun(IReadOnlyList<string> records, CommandContext context)
{
    /// <summary>The command's name.</summary>
    public const string Name = "report";

    /// <summary>Writes the pages and prints their paths.</summary>
    /// <exception cref="UsageException">A record cannot be read.</exception>
    /// <exception cref="NoSystemException">A page cannot be written.</exception>
    public async Task<int> RunAsync()
    {
        foreach (var named in records)
        {
            var folder = RecordFile.FolderOf(named);
            var page = Is(ExperimentRecord.FileName, named) ? Page.OfAsync(await RecomputedAsync(folder))
                : Is(DemonstrationRecord.FileName, named) ? Page.OfAsync(DemonstrationRecord.Read(named))
                : Page.OfAsync(RecordFile.Read(named));
            await context.Output.WriteLineAsync(RecordFile.WriteBeside(folder, Page.FileName, await page));
        }

        return ExitCode.Good;
    }

    private static async Task<ExperimentRecord> RecomputedAsync(string folder)
    {
        var record = (await ExperimentRecord.ReadAsync(folder)).Recomputed();
        RecordFile.WriteBeside(folder, ExperimentRecord.FileName, await record.RewriteAsync(Path.Combine(folder, ExperimentRecord.FileName)));
        return record;
    }

    private static bool Is(string record, string named) => Path.GetFileName(named) == record || File.Exists(Path.Combine(named, record));
}
