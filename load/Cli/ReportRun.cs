using Dugout.Load.Client;
using Dugout.Load.Experiments;
using Dugout.Load.Report;
using Dugout.Load.Results;

namespace Dugout.Load;

/// <summary>Recreates the page of a record, beside it.</summary>
internal sealed class ReportRun(IReadOnlyList<string> records, CommandContext around)
{
    /// <summary>The command's name.</summary>
    public const string Name = "report";

    /// <summary>The file name of a page beside its record.</summary>
    public const string PageName = "report.html";

    /// <summary>Writes the pages and prints their paths.</summary>
    /// <exception cref="UsageException">A record cannot be read.</exception>
    /// <exception cref="NoSystemException">A page cannot be written.</exception>
    public async Task<int> RunAsync()
    {
        foreach (var named in records)
        {
            var folder = Directory.Exists(named) ? named : Path.GetDirectoryName(Path.GetFullPath(named))!;
            var page = Is(ExperimentRecord.FileName, named) ? ComparisonPage.Of(await ExperimentRecord.ReadAsync(named).ConfigureAwait(false))
                : Is(DemonstrationRecord.FileName, named) ? DemonstrationPage.Of(DemonstrationRecord.Read(named))
                : RunPage.Of(RecordFile.Read(named));
            await around.Output.WriteLineAsync(RecordFile.WriteBeside(folder, PageName, page)).ConfigureAwait(false);
        }

        return ExitCode.Good;
    }

    private static bool Is(string record, string named) => Path.GetFileName(named) == record || File.Exists(Path.Combine(named, record));
}
