using Dugout.Load.Results;

namespace Dugout.Load.RunComparisons;

/// <summary>Why figures of a run, or of two, must not be trusted. Pure functions of the records.</summary>
internal static class RunWarnings
{
    /// <summary>The warnings, a sentence each, the worst of each run first; none where both can be trusted.</summary>
    public static IReadOnlyList<string> Of(RunRecord a, RunRecord b) => [.. Of("A", a), .. Of("B", b), .. OfBoth(a, b)];

    private static IEnumerable<string> Of(string name, RunRecord run)
    {
        var wrong = run.Findings.Count(finding => !finding.Passed);
        if (wrong > 0) yield return FormattableString.Invariant($"{name} is INCORRECT: {wrong} of {run.Findings.Count} checks failed, so none of its figures counts.");
        if (run.Void is { } reason) yield return $"{name} is VOID: {reason}.";
        if (run.Partial) yield return $"{name} was aborted: its record covers only the time until then.";
        if (run.Settings.IsOpen)
        {
            if (!run.IntendedKnown) yield return $"{name} does not know its intended send times, so late sends are not known.";
            if (run.Sends.Lateness is { } lateness) yield return $"{name} has late sends: {lateness}";
            if (run.Sends.Dropped.Sum() is var dropped and > 0) yield return FormattableString.Invariant($"{name} has dropped sends: {dropped} of {run.Sends.Due.Sum()} iterations did not start.");
        }

        if (run.Steady?.Violation is { } violation) yield return $"{name} did not sustain its throughput: {violation}.";
    }

    private static IEnumerable<string> OfBoth(RunRecord a, RunRecord b)
    {
        if (a.Settings.IsOpen != b.Settings.IsOpen) yield return "One load is open and the other closed: the latency of a closed load does not count from intended send times, so the latencies are not comparable.";
        if (a.Commit is { } first && b.Commit is { } second && first.Hash == second.Hash && (first.IsDirty || second.IsDirty)) yield return "The commits are equal, but there were uncommitted changes: the sources may differ.";
    }
}
