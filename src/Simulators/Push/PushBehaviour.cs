using System.ComponentModel.DataAnnotations;

namespace Dugout.Simulators.Push;

/// <summary>Behaviour of the push partner. Initially it accepts every message at once.</summary>
internal sealed record PushBehaviour
{
    /// <summary>Pause before any response about a message, in milliseconds; the message is accepted before the pause. Range 0 to 60,000.</summary>
    [Range(0, 60_000)]
    public int LatencyMilliseconds { get; init; }

    /// <summary>Pause before an access token is issued, in milliseconds. Range 0 to 60,000.</summary>
    [Range(0, 60_000)]
    public int TokenMilliseconds { get; init; }

    /// <summary>Lifetime of an access token, in seconds. Range 1 to 86,400.</summary>
    [Range(1, 86_400)]
    public int TokenSeconds { get; init; } = 3_600;

    /// <summary>Every n-th message is rejected with 500; 0 for none. Range 0 to 1,000.</summary>
    [Range(0, 1_000)]
    public int FailEvery { get; init; }

    /// <summary>Whether accepted messages get an error response: they are delivered, but the sender cannot know.</summary>
    public bool Deny { get; init; }

    /// <summary>Whether all responses are held back until this is reset; requests still waiting then get theirs.</summary>
    public bool Frozen { get; init; }
}
