using StackExchange.Redis;

namespace Dugout.Platform.Consistency;

/// <summary>
/// Remembers for an account what it wrote last, for clients that don't. Only for those whose reads go to replicas after a
/// write: operators, and fans who write to the feed. What else a fan reads of their own is read from the primary.
/// </summary>
public sealed class AccountConsistencyTokens(RedisStore redis, IReplication replication)
{
    private static readonly TimeSpan Life = TimeSpan.FromHours(1);

    private static readonly string RememberScript = RedisScript.Of(typeof(AccountConsistencyTokens), "remember");

    /// <summary>Remembers it.</summary>
    /// <exception cref="RedisUnavailableException">Redis did not answer.</exception>
    public async Task RememberAsync(long account, string place)
    {
        ArgumentNullException.ThrowIfNull(place);
        if (place.Length == 0)
            return;
        RedisValue[] arguments = [place, replication.Order(place), (long)Life.TotalMilliseconds];
        await redis.QueryAsync("remember write", database =>
            database.ScriptEvaluateAsync(RememberScript, [ConsistencyRedisKeys.AccountConsistencyTokens(account)], arguments), CancellationToken.None);
    }

    /// <summary>What the account wrote last; null where it is long past.</summary>
    /// <exception cref="RedisUnavailableException">Redis did not answer.</exception>
    public async Task<string?> FindAsync(long account, CancellationToken cancellation) => await redis.QueryAsync("find write", database =>
        database.HashGetAsync(ConsistencyRedisKeys.AccountConsistencyTokens(account), "place"), cancellation);
}
