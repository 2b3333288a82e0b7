using Microsoft.AspNetCore.Http;

namespace Dugout.Features.Shared.Replication;

/// <summary>Tells a client what it has written, as the place in the primary's history it may send back; see <see cref="Seen"/>.</summary>
public sealed class Written(IReplication replication, IHttpContextAccessor requests)
{
    /// <summary>Commits, and answers the place of what was written; for the end of a transaction's text.</summary>
    public string Commit { get; } = Transactions.Commit + $"SELECT {replication.LastWrite}; ";

    /// <summary>Expression, on the primary: a place at which all that was committed before is there.</summary>
    public string Present => replication.Present;

    /// <summary>Puts a place into the answer. Empty where the server keeps no history: then only the primary is sure.</summary>
    public void Tell(string? place)
    {
        if (!string.IsNullOrEmpty(place) && requests.HttpContext is { } request)
            request.Response.Headers[Seen.Header] = place;
    }
}

/// <summary>
/// Remembers for an account what it wrote last, for clients that don't. Only for those whose reads go to replicas after a
/// write: operators. What a fan reads of their own is read from the primary.
/// </summary>
public sealed class SeenByAccount(RedisStore redis, IReplication replication)
{
    private static readonly TimeSpan Life = TimeSpan.FromHours(1);

    /// <summary>Two acts may come here in another order than they committed in.</summary>
    private const string Remember = """
        local known = redis.call('HGET', KEYS[1], 'order')
        if not known or tonumber(ARGV[2]) > tonumber(known) then redis.call('HSET', KEYS[1], 'place', ARGV[1], 'order', ARGV[2]) end
        redis.call('PEXPIRE', KEYS[1], ARGV[3])
        return 1
        """;

    /// <summary>Remembers it.</summary>
    /// <exception cref="RedisAwayException">Redis did not answer.</exception>
    public Task RememberAsync(long account, string place) => place.Length == 0 ? Task.CompletedTask : redis.AskAsync("remember write", database =>
        database.ScriptEvaluateAsync(Remember, [RedisKeys.SeenByAccount(account)], [place, replication.Order(place), (long)Life.TotalMilliseconds]), CancellationToken.None);

    /// <summary>What the account wrote last; null where it is long past.</summary>
    /// <exception cref="RedisAwayException">Redis did not answer.</exception>
    public async Task<string?> FindAsync(long account, CancellationToken cancellation) => await redis.AskAsync("find write", database =>
        database.HashGetAsync(RedisKeys.SeenByAccount(account), "place"), cancellation);
}
