using System.ComponentModel.DataAnnotations;

namespace Dugout.Platform.Outbox;

/// <summary>Settings of message delivery. Section <c>Outbox</c>.</summary>
public sealed class OutboxOptions
{
    /// <summary>Pause between two polls when there is nothing to do, in milliseconds. Default 200, range 10 to 500.</summary>
    [Range(10, 500)]
    public int PollMilliseconds { get; set; } = 200;

    /// <summary>Maximum number of messages per read, and per deletion after delivery. Default 100, range 1 to 1,000.</summary>
    [Range(1, 1_000)]
    public int BatchSize { get; set; } = 100;

    /// <summary>Number of keys whose messages are delivered in parallel. Default 8, range 1 to 64.</summary>
    [Range(1, 64)]
    public int Lanes { get; set; } = 8;

    /// <summary>Deadline for all receivers of a message together, in milliseconds. Default 2,000, range 50 to 10,000.</summary>
    [Range(50, 10_000)]
    public int DeadlineMilliseconds { get; set; } = 2_000;

    /// <summary>Pause after a message's first failure, in milliseconds; it doubles with each further one. Default 250, range 10 to 10,000.</summary>
    [Range(10, 10_000)]
    public int FirstPauseMilliseconds { get; set; } = 250;

    /// <summary>Longest pause after a failure, in seconds. Default 30, range 1 to 600.</summary>
    [Range(1, 600)]
    public int LongestPauseSeconds { get; set; } = 30;

    /// <summary>Time after which another worker delivers if the lease holder was killed or froze, in seconds. Default 5, range 1 to 60.</summary>
    [Range(1, 60)]
    public int LeaseSeconds { get; set; } = 5;
}
