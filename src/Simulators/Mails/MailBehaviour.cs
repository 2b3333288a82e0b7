using System.ComponentModel.DataAnnotations;

namespace Dugout.Simulators.Mails;

/// <summary>Behaviour of the mail partner. Initially it accepts every mail at once.</summary>
internal sealed record MailBehaviour
{
    /// <summary>Pause before any response, in milliseconds; the mail is accepted before the pause. Range 0 to 60,000.</summary>
    [Range(0, 60_000)]
    public int LatencyMilliseconds { get; init; }

    /// <summary>Every n-th mail is rejected with 500 and lost; 0 for none. Range 0 to 1,000.</summary>
    [Range(0, 1_000)]
    public int FailEvery { get; init; }

    /// <summary>Whether accepted mails get an error response: they are delivered, but the sender cannot know.</summary>
    public bool Deny { get; init; }
}
