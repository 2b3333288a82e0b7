using StackExchange.Redis;

namespace Dugout.Platform.Consistency;

/// <summary>
/// Stores the commit position of an account's last write, for clients that do not send a consistency token. Used only for accounts whose reads
/// go to replicas after a write: operators, and fans who write to the feed. A fan's other own data is read from the primary.
/// </summary>
public sealed class AccountConsistencyTokens(RedisStore redis, IReplication replication)
{
    private static readonly TimeSpan Life = TimeSpan.FromHours(1);

    private static readonly string RememberScript = RedisScript.Of(typeof(AccountConsistencyTokens), "remember");

    /// <summary>Stores the commit position of a write.</summary>
    /// <exception cref="RedisUnavailableException">Redis did not respond.</exception>
    public async Task RememberAsync(long account, string place)
    {
        ArgumentNullException.ThrowIfNull(place);
        if (place.Length == 0)
            return;
        RedisValue[] arguments = [place, replication.Order(place), (long)Life.TotalMilliseconds];
        await redis.QueryAsync("store consistency token", database =>
            database.RunAsync(RememberScript, [ConsistencyRedisKeys.AccountConsistencyTokens(account)], arguments), CancellationToken.None);
    }

    /// <summary>Returns the commit position of the account's last write; null where it has expired.</summary>
    /// <exception cref="RedisUnavailableException">Redis did not respond.</exception>
    public async Task<string?> FindAsync(long account, CancellationToken cancellation) => await redis.QueryAsync("find consistency token", database =>
        database.HashGetAsync(ConsistencyRedisKeys.AccountConsistencyTokens(account), "place", CommandFlags.DemandMaster), cancellation);
}
