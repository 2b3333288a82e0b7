using System.ComponentModel.DataAnnotations;

namespace Dugout.Features.Notices;

/// <summary>How notices are pushed to devices. Section <c>Notices</c>.</summary>
public sealed class PushOptions
{
    /// <summary>Where the push partner is. Without it pushes wait in the outbox. Default none.</summary>
    public Uri? Partner { get; set; }

    /// <summary>How long the partner's answer is waited for, in seconds. Default 5, range 1 to 10.</summary>
    [Range(1, 10)]
    public int SendSeconds { get; set; } = 5;

    /// <summary>Fans whose notices a worker pushes side by side. Default 32, range 1 to 256.</summary>
    [Range(1, 256)]
    public int Lanes { get; set; } = 32;

    /// <summary>
    /// So many pushes may wait in the outbox. Above it notices are written all the same, and shown in the app; that they aren't pushed is counted. Looked at once a second, so
    /// that what comes in one more may wait, too. Default 1,000,000, range 1 to 100,000,000.
    /// </summary>
    [Range(1, 100_000_000)]
    public int MostWaiting { get; set; } = 1_000_000;

    /// <summary>After so many hours in the outbox nobody waits for a push any longer, and it is dropped, which is counted. Default 24, range 1 to 720.</summary>
    [Range(1, 720)]
    public int KeepHours { get; set; } = 24;
}
