namespace Dugout.Load.Checks;

/// <summary>One thing that must be true after a run.</summary>
/// <param name="Sentence">What must be true.</param>
/// <param name="Differences">The violations, in words; empty when the check passed. A difference with a witness has a line for each of its operations.</param>
internal sealed record Finding(string Sentence, IReadOnlyList<string> Differences)
{
    /// <summary>Whether the check passed.</summary>
    public bool Passed => Differences.Count == 0;
}

/// <summary>The sale check's result.</summary>
/// <param name="Findings">Everything that was checked.</param>
/// <param name="Notes">Information that is no difference: the fate of reservations with an unknown outcome, reservations made before the run, and what could not be decided.</param>
internal sealed record Verdict(IReadOnlyList<Finding> Findings, IReadOnlyList<string> Notes)
{
    /// <summary>Whether every check passed.</summary>
    public bool Passed => Findings.All(finding => finding.Passed);
}

/// <summary>The assumptions of a check.</summary>
internal sealed record Terms
{
    /// <summary>The maximum difference between the clocks of this machine and of the hold store.</summary>
    public TimeSpan ClockTolerance { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>How long after its deadline a hold's seats may still be shown as taken.</summary>
    public TimeSpan Grace { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>
    /// How long a hold may still be rejected for a seat that is no longer sold or blocked: the hold store rejects it, and a store that was unavailable at that moment receives
    /// the change later. Zero unless servers are made to fail.
    /// </summary>
    public TimeSpan AvailabilityLag { get; init; }

    /// <summary>Whether every seat of the run was free when it began. Otherwise a seat counts as free only from its first acknowledged hold on.</summary>
    public bool FreeAtFirst { get; init; }
}
