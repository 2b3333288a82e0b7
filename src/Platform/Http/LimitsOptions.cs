using System.ComponentModel.DataAnnotations;

namespace Dugout.Platform.Http;

/// <summary>
/// How long a request may take, and how many requests a replica processes concurrently before it rejects further ones. Section <c>Limits</c>.
/// </summary>
/// <remarks>
/// By Little's law a lane that completes <c>r</c> requests a second, each in <c>t</c> seconds, has <c>r × t</c> of them in flight: a healthy replica
/// a few, one at its limit a hundred. So the lanes fill only when responses are so slow that more concurrency would not help. They are not
/// smaller because the start of a sale brings a thousand requests at once, and each needs its own response. A request that needs the database
/// waits at most <see cref="DatabaseOptions.ConnectSeconds"/> for a connection.
/// </remarks>
public sealed class LimitsOptions
{
    /// <summary>
    /// Deadline of a request, in milliseconds: after it the response is 503 <c>busy</c>, or a fault if a write was sent and got no response.
    /// Default 4,000, which a replica that has just started on a busy machine needs; range 100 to 600,000. A final call to
    /// Redis may add that call's deadline. The gateway's time-out (its setting <c>ActivityTimeout</c>) must be longer than the sum.
    /// </summary>
    [Range(100, 600_000)]
    public int DeadlineMilliseconds { get; set; } = 4_000;

    /// <summary>Whether requests over the limits are rejected. Default true.</summary>
    public bool Enabled { get; set; } = true;

    /// <summary>Maximum of concurrent reads (GET, HEAD). Default 500, range 1 to 100,000.</summary>
    [Range(1, 100_000)]
    public int Reads { get; set; } = 500;

    /// <summary>Maximum of concurrent writes (all other requests). Default 1,000, twice the reads, although clients send twice as many reads: reads are shed first. Range 1 to 100,000.</summary>
    [Range(1, 100_000)]
    public int Writes { get; set; } = 1_000;

    /// <summary>Maximum of concurrent sign-ins; they queue for password checks and must not fill the lane of writes meanwhile. Default 500, range 1 to 100,000.</summary>
    [Range(1, 100_000)]
    public int SignIns { get; set; } = 500;

    /// <summary>Maximum of concurrent picture uploads and downloads; each holds up to a MiB in memory. Default 64, range 1 to 10,000.</summary>
    [Range(1, 10_000)]
    public int Pictures { get; set; } = 64;
}
