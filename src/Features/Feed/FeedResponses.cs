
namespace Dugout.Features.Feed;

/// <summary>
/// What is kept of the feed: the first pages of the guest feed, which everybody sees who comes; nothing behind them, since cursors begin anywhere.
/// </summary>
internal static class FeedResponses
{
    /// <summary>What is evicted when such a page shows something else.</summary>
    public const string Tag = "guest-feed";

    /// <summary>The first page of a length.</summary>
    public static CacheKey First(int limit) => new("guest-feed", Tag, limit);
}
