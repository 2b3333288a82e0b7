namespace Dugout.Faults.List;

/// <summary>Faults of cached responses and of reads from replicas.</summary>
internal static class CacheFaults
{
    private const string Tests = "Dugout.Features.Tests";

    public static IReadOnlyList<ProductFault> All { get; } =
    [
        new("cache-key-too-short", "A cached response equals a computed one", "Cache keys lack their inputs")
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
                new($"{Tests}.Platform.Caching.ResponseCacheTests", "A_cached_response_equals_a_freshly_built_one"),
                new($"{Tests}.Feed.GuestFeedTests", "Each_page_length_is_cached_separately", "Memory"),
                new($"{Tests}.Feed.GuestFeedTests", "Each_page_length_is_cached_separately", "Both"),
            ],
            Passes = [new($"{Tests}.Feed.GuestFeedTests", "Each_page_length_is_cached_separately", "None")],
        },
        new("event-key-without-district", "A cached list of events equals a computed one", "The cache key lacks the district")
        {
            Together = "first sales",
            Edits =
            [
                new("event-key-without-district", "src/Features/FanEvents/EventResponses.cs",
                    "ListsTag, filter.District,",
                    """ListsTag, Fault.Is("event-key-without-district") ? null : filter.District,"""),
            ],
            Fails = [new($"{Tests}.FanEvents.EventCacheTests", "A_cached_list_equals_a_freshly_built_one_for_every_query")],
        },
        new("product-key-without-delivery", "A page of cached segments equals a computed one", "The cache key lacks the delivery")
        {
            Together = "first sales",
            Fails =
            [
                new($"{Tests}.Products.ProductCacheTests", "A_page_of_cached_segments_is_byte_for_byte_a_freshly_built_one"),
                new($"{Tests}.Products.ProductCacheTests", "A_page_for_concurrent_requests_is_byte_for_byte_a_freshly_built_one"),
            ],
        },
        new("seen-ignored", "Own writes are visible, however late the replicas are", "The consistency token is ignored")
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
            Fails = [new($"{Tests}.Platform.Consistency.OwnWritesTests", "Reads_from_lagging_replicas_without_a_cache_never_miss_own_writes")],
        },
        new("short-circuit-without-token", "A response sent before the pipeline includes the caller's writes", "The consistency token is ignored there")
        {
            Edits =
            [
                new("short-circuit-without-token", "src/Platform/Caching/CachedShortCircuit.cs",
                    "return token.Count == 1 && ConsistencyToken",
                    """return Fault.Is("short-circuit-without-token") || token.Count == 1 && ConsistencyToken"""),
            ],
            Fails = [new($"{Tests}.Platform.Caching.ShortCircuitTests", "A_request_with_a_newer_consistency_token_reaches_the_pipeline")],
        },
        new("gateway-cache-unconfirmed", "The gateway caches nothing older than an invalidation", "Redis is not asked for the last invalidation")
        {
            Edits =
            [
                new("gateway-cache-unconfirmed", "src/Gateway/Caching/ResponseCache.cs",
                    "&& await invalidations.IsCurrentAsync(permits.Group, permits.Invalidation))",
                    """&& (Fault.Is("gateway-cache-unconfirmed") || await invalidations.IsCurrentAsync(permits.Group, permits.Invalidation)))"""),
            ],
            Fails = [new("Dugout.Gateway.Tests.Caching.InvalidationsTests", "A_response_of_a_replica_that_has_not_received_the_invalidation_is_not_cached")],
        },
        new("feed-evicted-without-place", "A feed page computed after a change contains it", "The cache is invalidated without the position of the change")
        {
            Together = "late replicas",
            Edits =
            [
                new("feed-evicted-without-place", "src/Platform/Writes/ChangeAnnouncements.cs",
                    "await cache.EvictAsync(tags, position);",
                    """await cache.EvictAsync(tags, Fault.Is("feed-evicted-without-place") ? "" : position);"""),
            ],
            Fails = [new($"{Tests}.Feed.GuestFeedUnderLagTests", "A_page_built_right_after_a_change_contains_it")],
        },
    ];
}
