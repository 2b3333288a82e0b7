using System.ComponentModel.DataAnnotations;

namespace Dugout.Features.Accounts;

/// <summary>Passwords and access tokens. Section <c>Accounts</c>.</summary>
public sealed class AccountsOptions
{
    /// <summary>
    /// Rounds of PBKDF2 with HMAC-SHA512 for new password hashes. Default 210,000, as the OWASP Password Storage Cheat Sheet asks for; range 1,000 to
    /// 10,000,000. A hash keeps the rounds it was made with, until its owner signs in: then one of fewer rounds is made anew.
    /// </summary>
    [Range(1_000, 10_000_000)]
    public int HashRounds { get; set; } = 210_000;

    /// <summary>How long an access token is good, in minutes. Default 120; range 1 to 1,440, for so long it is remembered which sessions have ended.</summary>
    [Range(1, 1_440)]
    public int TokenMinutes { get; set; } = 120;

    /// <summary>Longest wait for a turn to check a password, in milliseconds. Default 1,000, so that it ends before the request's deadline; range 0 to 30,000.</summary>
    [Range(0, 30_000)]
    public int HashWaitMilliseconds { get; set; } = 1_000;

    /// <summary>How many may wait for such a turn, for each core that checks. Default 8, which is about what a core does while one waits; range 0 to 10,000.</summary>
    [Range(0, 10_000)]
    public int HashQueueACore { get; set; } = 8;

    /// <summary>Sign-ins that may fail in a row for one account from one address before they have to pause. Default 20, range 1 to 100.</summary>
    [Range(1, 100)]
    public int FailuresBeforePause { get; set; } = 20;

    /// <summary>How long that pause is, in seconds, from the last failure; and the span in which those of an address count. Default 60, range 1 to 3,600.</summary>
    [Range(1, 3_600)]
    public int PauseSeconds { get; set; } = 60;
}
