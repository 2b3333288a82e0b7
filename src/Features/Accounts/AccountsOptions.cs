using System.ComponentModel.DataAnnotations;

namespace Dugout.Features.Accounts;

/// <summary>Settings of passwords and access tokens. Section <c>Accounts</c>.</summary>
public sealed class AccountsOptions
{
    /// <summary>
    /// Rounds of PBKDF2 with HMAC-SHA512 for new password hashes. Default 210,000, as the OWASP Password Storage Cheat Sheet recommends; range 1,000 to 10,000,000. An existing hash keeps its rounds
    /// until its owner signs in; a hash with fewer rounds is then replaced.
    /// </summary>
    [Range(1_000, 10_000_000)]
    public int HashRounds { get; set; } = 210_000;

    /// <summary>Lifetime of an access token, in minutes. Default 120; range 1 to 1,440, the time for which revoked sessions are remembered.</summary>
    [Range(1, 1_440)]
    public int TokenMinutes { get; set; } = 120;

    /// <summary>Longest wait for a permit to check a password, in milliseconds. Default 1,000, so that it ends before the request's deadline; range 0 to 30,000.</summary>
    [Range(0, 30_000)]
    public int HashWaitMilliseconds { get; set; } = 1_000;

    /// <summary>Queue length for such a permit, per core that checks passwords. Default 8, about what a core completes within the longest wait; range 0 to 10,000.</summary>
    [Range(0, 10_000)]
    public int HashQueueACore { get; set; } = 8;

    /// <summary>Consecutive failed sign-ins for one account from one address before a pause. Default 20, range 1 to 100.</summary>
    [Range(1, 100)]
    public int FailuresBeforePause { get; set; } = 20;

    /// <summary>Length of that pause, in seconds from the last failure; also the window in which failures of an address count. Default 60, range 1 to 3,600.</summary>
    [Range(1, 3_600)]
    public int PauseSeconds { get; set; } = 60;
}
