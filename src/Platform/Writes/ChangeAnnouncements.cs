namespace Dugout.Platform.Writes;

/// <summary>
/// Announces a change right after its commit: to later reads of its account, and to the response caches of all replicas. If Redis is unavailable the account still has the
/// consistency token of its response, and cached responses expire, or the outbox repeats the invalidation.
/// </summary>
public sealed class ChangeAnnouncements(AccountConsistencyTokens tokens, CacheInvalidation cache)
{
    /// <summary>Announces a change.</summary>
    /// <param name="accountId">The account that made it.</param>
    /// <param name="position">Its commit position.</param>
    /// <param name="tags">The cache tags of the responses that show it; empty for none.</param>
    public async Task AnnounceAsync(long accountId, string position, IReadOnlyList<string> tags)
    {
        ArgumentNullException.ThrowIfNull(tags);
        try
        {
            await tokens.RememberAsync(accountId, position);
            if (tags.Count > 0)
                await cache.EvictAsync(tags, position);
        }
        catch (RedisUnavailableException)
        {
            // See above.
        }
    }
}
