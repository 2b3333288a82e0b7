using System.ComponentModel.DataAnnotations;

namespace Dugout.Features.Notices;

/// <summary>Settings of push notices. Section <c>Notices</c>.</summary>
public sealed class PushOptions
{
    /// <summary>Address of the push partner. If not set, pushes wait in the outbox. Default none.</summary>
    public Uri? Partner { get; set; }

    /// <summary>Timeout of a call to the partner, in seconds. Default 5, range 1 to 10.</summary>
    [Range(1, 10)]
    public int SendSeconds { get; set; } = 5;

    /// <summary>Number of accounts a worker pushes to concurrently. Default 32, range 1 to 256.</summary>
    [Range(1, 256)]
    public int Lanes { get; set; } = 32;

    /// <summary>
    /// Maximum number of pushes waiting in the outbox. Above it notices are still written and shown in the app, but not pushed,
    /// and counted as dropped. Checked once a second, so the limit may be exceeded by one second's pushes. Default 1,000,000,
    /// range 1 to 100,000,000.
    /// </summary>
    [Range(1, 100_000_000)]
    public int MostWaiting { get; set; } = 1_000_000;

    /// <summary>Hours in the outbox after which a push is dropped and counted. Default 24, range 1 to 720.</summary>
    [Range(1, 720)]
    public int KeepHours { get; set; } = 24;
}
