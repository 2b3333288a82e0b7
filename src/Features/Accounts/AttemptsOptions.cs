using System.ComponentModel.DataAnnotations;

namespace Dugout.Features.Accounts;

/// <summary>
/// Limits of anonymous attempts across all accounts or all addresses. They are generous, because many fans share an address and anyone can fail in
/// another fan's name; see <see cref="SignInThrottle"/>. Section <c>Attempts</c>.
/// </summary>
public sealed class AttemptsOptions
{
    /// <summary>
    /// Consecutive failed sign-ins for one account, from all addresses, before unknown networks have to pause; also the limit for one account from one address over the longer time.
    /// Default 100, range 1 to 100: NIST SP 800-63B allows no more in a row.
    /// </summary>
    [Range(1, 100)]
    public int FailuresOfAnAccount { get; set; } = 100;

    /// <summary>Length of that pause, in seconds from the last failure. Default 86,400 (one day); range 1 to 2,592,000.</summary>
    [Range(1, 2_592_000)]
    public int AccountPauseSeconds { get; set; } = 86_400;

    /// <summary>Failed sign-ins from one address within <see cref="AccountsOptions.PauseSeconds"/>, for all accounts. Default 100, range 1 to 1,000,000.</summary>
    [Range(1, 1_000_000)]
    public int FailuresOfAnAddress { get; set; } = 100;

    /// <summary>Sign-ups, and separately password resets, that one address may request per minute. Default 60, range 1 to 1,000,000.</summary>
    [Range(1, 1_000_000)]
    public int RequestsOfAnAddress { get; set; } = 60;
}
