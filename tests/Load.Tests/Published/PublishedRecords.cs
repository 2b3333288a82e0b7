using Dugout.Infrastructure.Run;
using Dugout.Load.Experiments;
using Dugout.Load.Results;

namespace Dugout.Load.Tests.Published;

/// <summary>The published records, and the lines of documents that state their figures.</summary>
internal static class PublishedRecords
{
    /// <summary>Recorded for the calibration, which has a table of its own.</summary>
    private static readonly string[] OfCalibration = ["same", "same-stopped", "dearer"];

    /// <summary>The folder.</summary>
    public static string Folder { get; } = Path.Combine(Checkout.Current!, "load", "published");

    /// <summary>Its document.</summary>
    public static string Document { get; } = Path.Combine(Folder, "README.md");

    /// <summary>Every experiment with a record.</summary>
    public static IReadOnlyList<string> All { get; } = [.. NamesOf(ExperimentRecord.FileName)];

    /// <summary>The experiments of the table of results.</summary>
    public static IReadOnlyList<string> Experiments { get; } = [.. All.Except(OfCalibration)];

    /// <summary>The single runs.</summary>
    public static IReadOnlyList<string> Runs { get; } = [.. NamesOf(RecordFile.Name)];

    /// <summary>The record of an experiment.</summary>
    public static Task<ExperimentRecord> ReadAsync(string name) => ExperimentRecord.ReadAsync(Path.Combine(Folder, name));

    /// <summary>The cells of the one row of a document's tables that begins with a link to a record.</summary>
    /// <param name="document">The document's path.</param>
    /// <param name="link">The link, such as <c>cache</c>.</param>
    public static string[] Row(string document, string link) =>
        Cells(File.ReadLines(document).Single(line => line.StartsWith('|') && line.TrimStart('|', ' ').StartsWith($"[`{Path.GetFileName(link)}`]({link})", StringComparison.Ordinal)));

    /// <summary>The cells of a row.</summary>
    public static string[] Cells(string row) => [.. row.Trim('|').Split('|').Select(cell => cell.Trim())];

    private static IEnumerable<string> NamesOf(string file) => Directory.EnumerateFiles(Folder, file, SearchOption.AllDirectories).Select(path => Path.GetFileName(Path.GetDirectoryName(path)!)).Order(StringComparer.Ordinal);
}
