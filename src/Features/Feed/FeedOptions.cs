using System.ComponentModel.DataAnnotations;

namespace Dugout.Features.Feed;

/// <summary>Where pictures lie. Section <c>Feed</c>.</summary>
public sealed class FeedOptions
{
    /// <summary>Where the picture store is. Without it no picture is taken or shown, all else works. Default none.</summary>
    public Uri? Pictures { get; set; }

    /// <summary>How long the store's answer is waited for, in milliseconds; below the request's own deadline. Default 2,000, range 50 to 30,000.</summary>
    [Range(50, 30_000)]
    public int StoreMilliseconds { get; set; } = 2_000;

    /// <summary>Once most answers have failed, the store is left alone for so long, in milliseconds. Default 2,000, range 500 to 60,000.</summary>
    [Range(500, 60_000)]
    public int BreakMilliseconds { get; set; } = 2_000;

    /// <summary>After how long a picture that no post shows is collected, in seconds: many times what an upload takes. Default 3,600, range 60 to 604,800.</summary>
    [Range(60, 604_800)]
    public int OrphanSeconds { get; set; } = 3_600;

    /// <summary>Pause between two looks for such pictures, in milliseconds. Default 60,000, range 50 to 3,600,000.</summary>
    [Range(50, 3_600_000)]
    public int CollectMilliseconds { get; set; } = 60_000;
}
