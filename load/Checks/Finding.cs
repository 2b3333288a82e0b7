namespace Dugout.Load.Checks;

/// <summary>One thing that must be true after a run.</summary>
/// <param name="Sentence">What must be true.</param>
/// <param name="Differences">Where it isn't, in words; empty when it holds. A difference with a witness has a line for each of its operations.</param>
internal sealed record Finding(string Sentence, IReadOnlyList<string> Differences)
{
    /// <summary>Whether it is true.</summary>
    public bool Holds => Differences.Count == 0;
}

/// <summary>The sale check's result.</summary>
/// <param name="Findings">Everything that was checked.</param>
/// <param name="Notes">What is no difference and worth knowing: what became of reservations whose outcome nobody told us, those that were made first, and what could not be decided.</param>
internal sealed record Verdict(IReadOnlyList<Finding> Findings, IReadOnlyList<string> Notes)
{
    /// <summary>Whether everything checked is true.</summary>
    public bool Holds => Findings.All(finding => finding.Holds);
}

/// <summary>What a check takes for granted.</summary>
internal sealed record Terms
{
    /// <summary>How far the clocks of this machine and of the store of holds may be apart.</summary>
    public TimeSpan ClockTolerance { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>How long after its deadline a hold's seats may still be shown as taken.</summary>
    public TimeSpan Grace { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>
    /// How long a hold may still be refused for a seat that is sold or blocked no more: who refuses is the store of holds, and where
    /// it was away at that moment it learns of the change later. None unless servers are made to fail.
    /// </summary>
    public TimeSpan GateLag { get; init; }

    /// <summary>Whether every seat of the run was free when it began. Otherwise a seat counts as free only from its first acknowledged hold on.</summary>
    public bool FreeAtFirst { get; init; }
}
