using System.ComponentModel.DataAnnotations;

namespace Dugout.Features.Feed;

/// <summary>Settings of the feed's pictures. Section <c>Feed</c>.</summary>
public sealed class FeedOptions
{
    /// <summary>Address of the picture store. If not set, pictures are rejected and not shown, and everything else works. Default none.</summary>
    public Uri? Pictures { get; set; }

    /// <summary>Timeout of a call to the store, in milliseconds; below the request's own deadline. Default 2,000, range 50 to 30,000.</summary>
    [Range(50, 30_000)]
    public int StoreMilliseconds { get; set; } = 2_000;

    /// <summary>Time the circuit breaker stays open after most calls have failed, in milliseconds. Default 2,000, range 500 to 60,000.</summary>
    [Range(500, 60_000)]
    public int BreakMilliseconds { get; set; } = 2_000;

    /// <summary>
    /// Age at which a picture without a post is collected, in seconds: many times the duration of an upload. Default 3,600, range 60 to 604,800.
    /// </summary>
    [Range(60, 604_800)]
    public int OrphanSeconds { get; set; } = 3_600;

    /// <summary>Interval between two polls for such pictures, in milliseconds. Default 60,000, range 50 to 3,600,000.</summary>
    [Range(50, 3_600_000)]
    public int CollectMilliseconds { get; set; } = 60_000;
}
