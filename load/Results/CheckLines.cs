namespace Dugout.Load.Results;

/// <summary>The results of checks as lines of the console. Pure functions of the findings.</summary>
internal static class CheckLines
{
    /// <summary>One line with the number of passed checks, then each failed check with all its differences.</summary>
    public static IEnumerable<string> Of(IReadOnlyCollection<FindingRecord> findings)
    {
        var failed = Failed(findings);
        yield return failed.Count == 0 ? Checks(findings.Count) + " passed" : FormattableString.Invariant($"{findings.Count - failed.Count} of {Checks(findings.Count)} passed");
        foreach (var finding in failed)
        {
            yield return $"FAILED  {finding.Sentence}";
            foreach (var line in finding.Differences.SelectMany(difference => difference.Split('\n'))) yield return $"        {line}";
        }
    }

    /// <summary>One line that names the failed checks, for the end of the output; none when all passed.</summary>
    public static IEnumerable<string> Closing(IReadOnlyCollection<FindingRecord> findings)
    {
        var failed = Failed(findings);
        if (failed.Count > 0) yield return FormattableString.Invariant($"failed: {failed.Count} of {Checks(findings.Count)}: {string.Join("; ", failed.Select(finding => finding.Sentence))}");
    }

    private static List<FindingRecord> Failed(IEnumerable<FindingRecord> findings) => [.. findings.Where(finding => !finding.Passed)];

    private static string Checks(int count) => FormattableString.Invariant($"{count} {(count == 1 ? "check" : "checks")}");
}
