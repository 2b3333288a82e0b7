using System.ComponentModel.DataAnnotations;

namespace Dugout.Features.Accounts;

/// <summary>
/// What strangers may try, over all accounts or from all addresses. Generous, since many fans share an address and anybody may fail in a fan's name; see
/// <see cref="SignInThrottle"/>. Section <c>Attempts</c>.
/// </summary>
public sealed class AttemptsOptions
{
    /// <summary>
    /// Sign-ins that may fail in a row for one account, from wherever they come, before those from elsewhere have to pause; and from one address before that has to. Default 100, range 1
    /// to 100: no more in a row is what NIST SP 800-63B asks for.
    /// </summary>
    [Range(1, 100)]
    public int FailuresOfAnAccount { get; set; } = 100;

    /// <summary>How long that pause is, in seconds, from the last failure. Default 86,400, a day; range 1 to 2,592,000.</summary>
    [Range(1, 2_592_000)]
    public int AccountPauseSeconds { get; set; } = 86_400;

    /// <summary>Sign-ins that may fail from one address within <see cref="AccountsOptions.PauseSeconds"/>, for whichever account. Default 100, range 1 to 1,000,000.</summary>
    [Range(1, 1_000_000)]
    public int FailuresOfAnAddress { get; set; } = 100;

    /// <summary>Sign-ups, and requests for a new password, that one address may make within a minute, of each so many. Default 60, range 1 to 1,000,000.</summary>
    [Range(1, 1_000_000)]
    public int RequestsOfAnAddress { get; set; } = 60;
}
