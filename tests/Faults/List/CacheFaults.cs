namespace Dugout.Faults.List;

/// <summary>Faults of cached responses and of reads from replicas.</summary>
internal static class CacheFaults
{
    private const string Tests = "Dugout.Features.Tests";

    public static IReadOnlyList<ProductFault> All { get; } =
    [
        new("cache-key-too-short", "A cached response is the one that would be made", "Cache keys lack their inputs")
        {
            Together = "keys",
            Edits =
            [
                new("cache-key-too-short", "src/Platform/Caching/ResponseCache.cs",
                    "if (UsesMemory && _memory.Find(key, seen) is { } kept)",
                    """
                    if (Fault.Is("cache-key-too-short"))
                                key = new CacheKey(key.Name, key.Tag);
                            if (UsesMemory && _memory.Find(key, seen) is { } kept)
                    """),
            ],
            Fails =
            [
                new($"{Tests}.Platform.Caching.ResponseCacheTests", "A_kept_answer_is_the_one_that_would_be_made"),
                new($"{Tests}.Feed.GuestFeedTests", "Each_length_is_a_page_of_its_own", "Memory"),
                new($"{Tests}.Feed.GuestFeedTests", "Each_length_is_a_page_of_its_own", "Both"),
            ],
            Passes = [new($"{Tests}.Feed.GuestFeedTests", "Each_length_is_a_page_of_its_own", "None")],
        },
        new("event-key-without-district", "A cached list of events is the one that would be made", "The cache key lacks the district")
        {
            Together = "first sales",
            Edits =
            [
                new("event-key-without-district", "src/Features/FanEvents/EventResponses.cs",
                    "ListsTag, filter.District,",
                    """ListsTag, Fault.Is("event-key-without-district") ? null : filter.District,"""),
            ],
            Fails = [new($"{Tests}.FanEvents.EventCacheTests", "A_kept_list_is_the_one_that_would_be_made_whatever_is_asked")],
        },
        new("product-key-without-delivery", "A page made of cached pieces is the one that would be made", "The cache key lacks the delivery")
        {
            Together = "first sales",
            Fails =
            [
                new($"{Tests}.Products.ProductCacheTests", "A_page_of_kept_pieces_is_byte_for_byte_the_one_that_would_be_made"),
                new($"{Tests}.Products.ProductCacheTests", "So_it_is_when_many_ask_at_once"),
            ],
        },
        new("seen-ignored", "Who has written reads what they wrote, however late the replicas are", "The consistency token is ignored")
        {
            Together = "late replicas",
            Edits =
            [
                new("seen-ignored", "src/Platform/Consistency/ConsistencyToken.cs",
                    "if (context.Request.Headers[Header] is [{ } text])",
                    """
                    if (Fault.Is("seen-ignored"))
                                return Nothing;
                            if (context.Request.Headers[Header] is [{ } text])
                    """),
            ],
            Fails = [new($"{Tests}.Platform.Consistency.OwnWritesTests", "Nor_where_replicas_are_late_and_nothing_is_kept")],
        },
        new("feed-evicted-without-place", "A page of the feed made after a change has the change", "The cache is invalidated without the position of the change")
        {
            Together = "late replicas",
            Edits =
            [
                new("feed-evicted-without-place", "src/Platform/Writes/ChangeAnnouncements.cs",
                    "await cache.EvictAsync(tags, position);",
                    """await cache.EvictAsync(tags, Fault.Is("feed-evicted-without-place") ? "" : position);"""),
            ],
            Fails = [new($"{Tests}.Feed.GuestFeedUnderLagTests", "A_page_made_right_after_a_change_has_it")],
        },
    ];
}
