using Dugout.Load.Client;
using Dugout.Load.Experiments;
using Dugout.Load.Report;
using Dugout.Load.Results;

namespace Dugout.Load;

/// <summary>Makes the page of a record anew, beside it.</summary>
internal sealed class ReportRun(IReadOnlyList<string> records, CommandContext around)
{
    /// <summary>The verb.</summary>
    public const string Name = "report";

    /// <summary>What a page is called beside its record.</summary>
    public const string PageName = "report.html";

    /// <summary>Writes the pages and says where they are.</summary>
    /// <exception cref="UsageException">A record can't be read.</exception>
    /// <exception cref="NoSystemException">A page can't be written.</exception>
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
