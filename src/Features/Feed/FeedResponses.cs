
namespace Dugout.Features.Feed;

/// <summary>Cache keys of the feed: only first pages of the guest feed are cached, because later pages begin at arbitrary cursors.</summary>
internal static class FeedResponses
{
    /// <summary>The tag to invalidate when such a page changes.</summary>
    public const string Tag = "guest-feed";

    /// <summary>The first page with a given limit.</summary>
    public static CacheKey First(int limit) => new("guest-feed", Tag, limit);
}
