using System.ComponentModel.DataAnnotations;

namespace Dugout.Features.Accounts;

/// <summary>Where mail is handed over, and how long what it carries is good. Section <c>Mail</c>.</summary>
public sealed class MailOptions
{
    /// <summary>Where the mail partner is. Without it mail waits in the outbox. Default none.</summary>
    public Uri? Partner { get; set; }

    /// <summary>How long the partner's answer is waited for, in milliseconds. Default 1,000, range 50 to 5,000.</summary>
    [Range(50, 5_000)]
    public int PartnerMilliseconds { get; set; } = 1_000;

    /// <summary>Once most answers have failed, the partner is left alone for so long, in milliseconds. Default 2,000, range 500 to 60,000.</summary>
    [Range(500, 60_000)]
    public int BreakMilliseconds { get; set; } = 2_000;

    /// <summary>How long a code for a new password is good, in seconds. Default 1,800, range 60 to 86,400.</summary>
    [Range(60, 86_400)]
    public int ResetSeconds { get; set; } = 1_800;

    /// <summary>How long a code that confirms an e-mail is good, in seconds. Default 604,800, a week; range 60 to 2,592,000.</summary>
    [Range(60, 2_592_000)]
    public int ConfirmSeconds { get; set; } = 604_800;

    /// <summary>An account gets one mail for a new password in so many seconds, however often it is asked for. Default 120, range 1 to 3,600.</summary>
    [Range(1, 3_600)]
    public int PauseSeconds { get; set; } = 120;
}
