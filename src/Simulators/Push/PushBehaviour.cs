using System.ComponentModel.DataAnnotations;

namespace Dugout.Simulators.Push;

/// <summary>How the push partner behaves from now on. As it starts it takes every message at once.</summary>
internal sealed record PushBehaviour
{
    /// <summary>Pause before any answer about a message, in milliseconds; it is taken before it. Range 0 to 60,000.</summary>
    [Range(0, 60_000)]
    public int LatencyMilliseconds { get; init; }

    /// <summary>Pause before an access token is given out, in milliseconds. Range 0 to 60,000.</summary>
    [Range(0, 60_000)]
    public int TokenMilliseconds { get; init; }

    /// <summary>How long an access token is good, in seconds. Range 1 to 86,400.</summary>
    [Range(1, 86_400)]
    public int TokenSeconds { get; init; } = 3_600;

    /// <summary>Each so many-th message is refused with 500 and not taken; 0 for none. Range 0 to 1,000.</summary>
    [Range(0, 1_000)]
    public int FailEvery { get; init; }

    /// <summary>Whether messages that are taken are said not to be: they come, and whoever sent them can't know.</summary>
    public bool Deny { get; init; }

    /// <summary>Whether nobody gets an answer until it is told otherwise: then whoever still waits does.</summary>
    public bool Frozen { get; init; }
}
