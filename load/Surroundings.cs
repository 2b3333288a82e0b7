using Dugout.Load.Checks;

namespace Dugout.Load;

/// <summary>What the program meets outside itself, so that a test can stand in for it.</summary>
internal sealed record Surroundings
{
    /// <summary>Where results go.</summary>
    public required TextWriter Output { get; init; }

    /// <summary>Where the one line about a wrong start goes.</summary>
    public required TextWriter Errors { get; init; }

    /// <summary>Whether somebody watches the output: a terminal rather than a file or a pipe.</summary>
    public required bool Watched { get; init; }

    /// <summary>Opens the rows behind a connection string.</summary>
    public required Func<string, ISaleRecords> OpenRecords { get; init; }

    /// <summary>The clock games on sale are judged by.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>How long a request may take before it has failed; null for the usual time.</summary>
    public TimeSpan? Patience { get; init; }
}
