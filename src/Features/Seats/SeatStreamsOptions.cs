using System.ComponentModel.DataAnnotations;

namespace Dugout.Features.Seats;

/// <summary>Settings of the streams of seat changes. Section <c>SeatStreams</c>.</summary>
public sealed class SeatStreamsOptions
{
    /// <summary>Interval at which changes of a game are sent, in milliseconds. Default 200, range 50 to 5,000.</summary>
    [Range(50, 5_000)]
    public int SendMilliseconds { get; set; } = 200;

    /// <summary>Interval at which all seats of a game are read again, in seconds, in case a change was missed. Default 10, range 1 to 300.</summary>
    [Range(1, 300)]
    public int ResyncSeconds { get; set; } = 10;

    /// <summary>Interval of the heartbeat, in seconds. Default 15, range 1 to 60, the longest that the gateway waits for a sign of life.</summary>
    [Range(1, 60)]
    public int HeartbeatSeconds { get; set; } = 15;

    /// <summary>Number of messages that a slow client may be behind before its stream is ended. Default 64, range 8 to 1,024.</summary>
    [Range(8, 1_024)]
    public int Backlog { get; set; } = 64;

    /// <summary>Maximum number of streams of one address, which may be a whole office. Default 500, range 1 to 1,000,000.</summary>
    [Range(1, 1_000_000)]
    public int MostPerAddress { get; set; } = 500;

    /// <summary>Maximum number of streams of one account: its open pages. Default 10, range 1 to 1,000,000.</summary>
    [Range(1, 1_000_000)]
    public int MostPerAccount { get; set; } = 10;

    /// <summary>Maximum number of streams of one replica. Default 12,000, range 1 to 1,000,000.</summary>
    [Range(1, 1_000_000)]
    public int Most { get; set; } = 12_000;
}
