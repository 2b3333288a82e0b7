using System.ComponentModel.DataAnnotations;

namespace Dugout.Features.Accounts;

/// <summary>Settings of the mail partner and of the codes in mails. Section <c>Mail</c>.</summary>
public sealed class MailOptions
{
    /// <summary>Address of the mail partner. If not set, mail waits in the outbox. Default none.</summary>
    public Uri? Partner { get; set; }

    /// <summary>Timeout of a call to the partner, in milliseconds. Default 1,000, range 50 to 5,000.</summary>
    [Range(50, 5_000)]
    public int PartnerMilliseconds { get; set; } = 1_000;

    /// <summary>Time the circuit breaker stays open after most calls have failed, in milliseconds. Default 2,000, range 500 to 60,000.</summary>
    [Range(500, 60_000)]
    public int BreakMilliseconds { get; set; } = 2_000;

    /// <summary>Lifetime of a password-reset code, in seconds. Default 1,800, range 60 to 86,400.</summary>
    [Range(60, 86_400)]
    public int ResetSeconds { get; set; } = 1_800;

    /// <summary>Lifetime of an e-mail confirmation code, in seconds. Default 604,800 (one week); range 60 to 2,592,000.</summary>
    [Range(60, 2_592_000)]
    public int ConfirmSeconds { get; set; } = 604_800;

    /// <summary>Minimum time between two password-reset mails to one account, in seconds. Default 120, range 1 to 3,600.</summary>
    [Range(1, 3_600)]
    public int PauseSeconds { get; set; } = 120;
}
