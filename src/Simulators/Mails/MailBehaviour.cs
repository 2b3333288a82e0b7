using System.ComponentModel.DataAnnotations;

namespace Dugout.Simulators.Mails;

/// <summary>How the mail partner behaves from now on. As it starts it takes every mail at once.</summary>
internal sealed record MailBehaviour
{
    /// <summary>Pause before any answer, in milliseconds; a mail is taken before it. Range 0 to 60,000.</summary>
    [Range(0, 60_000)]
    public int LatencyMilliseconds { get; init; }

    /// <summary>Each so many-th mail is refused with 500 and lost; 0 for none. Range 0 to 1,000.</summary>
    [Range(0, 1_000)]
    public int FailEvery { get; init; }

    /// <summary>Whether mails that are taken are said not to be: they come, and whoever sent them can't know.</summary>
    public bool Deny { get; init; }
}
