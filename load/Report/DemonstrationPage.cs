using System.Globalization;
using Dugout.Load.Experiments;
using Dugout.Load.Results;

namespace Dugout.Load.Report;

/// <summary>The page of a demonstration. A pure function of its record.</summary>
internal static class DemonstrationPage
{
    /// <summary>Writes it.</summary>
    public static string Of(DemonstrationRecord record)
    {
        var page = new Page($"{record.Name}: {record.Question}");
        page.Paragraph(string.Create(CultureInfo.InvariantCulture, $"{record.BegunAt:yyyy-MM-dd HH:mm:ss} UTC; {record.Cores} cores; commit {Commit(record.Commit)}"), "soft");
        foreach (var claim in record.Claims)
            page.Paragraph(claim.IsObserved ? claim.Sentence : $"{claim.Sentence} Not observed this time.", $"verdict {(claim.IsObserved ? "good" : "warn")}").Paragraph(claim.Evidence);
        return page.ToString();
    }

    private static string Commit(CommitRecord? commit) => commit is null ? "unknown" : commit.Hash + (commit.IsDirty ? ", with changes" : "");
}
