using System.Text.Json;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;
using StackExchange.Redis;

namespace Dugout.Platform.Caching;

/// <summary>
/// Caches responses as finished bytes: in the process, in Redis, in both or nowhere. Concurrent callers of a missing response share one build per process
/// and, with Redis, one build of all processes. A response is served only to callers whose consistency token it satisfies, and a response
/// whose data changed while it was being built is not cached. Errors are not cached. Responses are in a Redis
/// that evicts them when it is full; the counters of invalidations are in the one that evicts nothing, because a lost counter would let an older response return.
/// </summary>
public sealed class ResponseCache : IDisposable
{
    private readonly Reads _reads;
    private readonly RedisStore _redis;
    private readonly CacheInvalidation _evictions;
    private readonly IReplication _replication;
    private readonly CacheOptions _options;
    private readonly JsonSerializerOptions _json;
    private readonly TimeProvider _clock;
    private readonly InMemoryResponses _memory;
    private readonly Refill _refill;
    private readonly SingleFlight<(string Key, string? Place), Made> _making = new();

    /// <summary>Creates an empty cache.</summary>
    public ResponseCache(
        Reads reads, [FromKeyedServices(RedisStore.Cache)] RedisStore redis, CacheInvalidation evictions, IReplication replication,
        IOptions<CacheOptions> options, IOptions<JsonOptions> json, TimeProvider clock)
    {
        ArgumentNullException.ThrowIfNull(options);
        ArgumentNullException.ThrowIfNull(json);
        (_reads, _redis, _evictions, _replication) = (reads, redis, evictions, replication);
        (_options, _json, _clock) = (options.Value, json.Value.SerializerOptions, clock);
        _memory = new(evictions, replication, _options, clock);
        _refill = new(redis, patience: TimeSpan.FromSeconds(1), lease: TimeSpan.FromSeconds(2));
    }

    private bool UsesMemory => _options.Mode is CacheMode.Memory or CacheMode.Both;

    private bool UsesRedis => _options.Mode is CacheMode.Redis or CacheMode.Both;

    /// <summary>Whether a caller may be served from the cache. A caller that may not must query the complete response, not assemble it from cached fragments.</summary>
    public bool MayGive(ConsistencyToken seen)
    {
        ArgumentNullException.ThrowIfNull(seen);
        return _options.Mode != CacheMode.None && !seen.WantsPrimary;
    }

    /// <summary>Returns the cached response, or builds it.</summary>
    /// <param name="key">The key; null for a query that is too rare to be cached.</param>
    /// <param name="seen">The caller's consistency token.</param>
    /// <param name="question">The query that builds the response; see <see cref="Reads"/>. A <see cref="FinishedBody"/> is cached unchanged, anything else as JSON.</param>
    /// <param name="cancellation">Stops the wait of this caller; other callers still receive the response.</param>
    public async Task<Result<CachedResponse<T>>> GetAsync<T>(
        CacheKey? key, ConsistencyToken seen, Func<ReadContext, CancellationToken, Task<Result<T>>> question, CancellationToken cancellation)
        where T : class
    {
        ArgumentNullException.ThrowIfNull(question);
        if (!MayGive(seen) || key is null)
            return Answer<T>(await MakeAsync(seen, question, cancellation));
        if (UsesMemory && _memory.Find(key, seen) is { } kept)
            return new CachedResponse<T>(kept.Body) { Shared = kept.Shared };
        return Answer<T>(await _making.RunAsync((key.Text, seen.Place), _ => FillAsync(key, seen, question), cancellation));
    }

    /// <inheritdoc/>
    public void Dispose() => _memory.Dispose();

    /// <summary>Returns the response in memory that is sent for a shared address before the pipeline; null where the request must pass it.</summary>
    internal Kept? FindShared(string address, ConsistencyToken seen) => _memory.FindShared(address, seen);

    /// <summary>Counts a response that was sent before the pipeline.</summary>
    internal void CountHit() => _memory.Metrics.Asked(found: true);

    private static Result<CachedResponse<T>> Answer<T>(Made made) =>
        made.Body is { } body ? new CachedResponse<T>(body) { Shared = made.Shared } : made.Problem!;

    private async Task<Made> FillAsync<T>(CacheKey key, ConsistencyToken seen, Func<ReadContext, CancellationToken, Task<Result<T>>> question)
        where T : class
    {
        // A caller that missed the cache just before another caller stored the response, and arrived here after that caller had left, finds it now. Otherwise it would be built twice.
        if (UsesMemory && _memory.FindAgain(key, seen) is { } kept)
            return new(kept.Body, Problem: null) { Shared = kept.Shared };
        var began = new Beginning(_evictions.StateOf(key.Tag), _clock.GetTimestamp());
        var needed = Later(seen.Place, began.State.Place);
        try
        {
            var shared = await _evictions.KnownOfAsync(key.Tag);
            needed = Later(needed, shared.Place);
            return UsesRedis
                ? await FillAsync(key, began, shared, needed, question)
                : Keep(key, began, needed, await MakeAsync(new(needed), question, CancellationToken.None), shared.Count);
        }
        catch (RedisUnavailableException)
        {
            // Redis is unavailable, so recent changes are unknown: only the primary is certain to have them.
            return Keep(key, began, needed, await MakeAsync(new(needed, WantsPrimary: true), question, CancellationToken.None), invalidation: null);
        }
    }

    /// <summary>Returns the response from Redis, or builds it; who has waited too long for another process builds it, too.</summary>
    private async Task<Made> FillAsync<T>(
        CacheKey key, Beginning began, CacheInvalidation.Known shared, string? needed, Func<ReadContext, CancellationToken, Task<Result<T>>> question)
        where T : class
    {
        Made made;
        try
        {
            made = await _refill.RunAsync("cached response", CachingRedisKeys.Making(key.Text), FindAsync, async _ => await BuildAsync()) ?? await BuildAsync();
        }
        catch (RedisUnavailableException)
        {
            // The invalidations are known, because they are in the other Redis.
            made = await MakeAsync(new(needed), question, CancellationToken.None);
        }

        return Keep(key, began, needed, made, shared.Count);

        async Task<Made?> FindAsync()
        {
            if (await FindInRedisAsync(key, shared, needed) is not { } found)
                return null;
            _memory.Metrics.SharedAsked(found: true);
            return new(found, Problem: null);
        }

        async Task<Made> BuildAsync()
        {
            _memory.Metrics.SharedAsked(found: false);
            var built = await MakeAsync(new(needed), question, CancellationToken.None);
            if (built.Body is { IsEmpty: false } body)
                await StoreAsync(key, [new("count", shared.Count), new("place", needed ?? ""), new("body", body.Bytes)], body.Bytes.Length);
            return built;
        }
    }

    private async Task StoreAsync(CacheKey key, HashEntry[] fields, int bytes)
    {
        await _redis.QueryAsync("store cached response", async database =>
        {
            var keeping = database.CreateTransaction();
            _ = keeping.HashSetAsync(CachingRedisKeys.Answer(key.Text), fields);
            _ = keeping.KeyExpireAsync(CachingRedisKeys.Answer(key.Text), Life());
            return await keeping.ExecuteAsync();
        }, CancellationToken.None);
        _memory.Metrics.SharedWritten(bytes);
    }

    private async Task<FinishedBody?> FindInRedisAsync(CacheKey key, CacheInvalidation.Known shared, string? needed)
    {
        var fields = await _redis.QueryAsync("find cached response", database =>
            database.HashGetAsync(CachingRedisKeys.Answer(key.Text), ["count", "place", "body"], CommandFlags.DemandMaster), CancellationToken.None);
        return fields is [{ IsNull: false } count, { IsNull: false } place, { IsNull: false } body] && (long)count == shared.Count && new ConsistencyToken(needed).IsIn((string?)place, _replication)
            ? new((byte[])body!)
            : null;
    }

    private async Task<Made> MakeAsync<T>(ConsistencyToken seen, Func<ReadContext, CancellationToken, Task<Result<T>>> question, CancellationToken cancellation)
        where T : class
    {
        var outcome = await _reads.QueryAsync(seen, question, cancellation);
        return outcome.Value switch
        {
            null => new(Body: null, outcome.Problem),
            FinishedBody body => new(body, Problem: null),
            var value => new(new(JsonSerializer.SerializeToUtf8Bytes(value, _json), value is IMayBeEmpty { IsEmpty: true }), Problem: null),
        };
    }

    /// <summary>Stores a response in memory. The gateway may cache it, too, if its key has an address and its age relative to invalidations is known.</summary>
    private Made Keep(CacheKey key, Beginning began, string? place, Made made, long? invalidation)
    {
        if (made.Body is not { } body)
            return made;
        var shared = key.SharedAddress is not null && invalidation is { } last && !body.IsEmpty ? new SharedCaching(key, last, _options.Seconds) : null;
        if (UsesMemory)
            _memory.Keep(key, new(body, place, began, shared), body.IsEmpty ? TimeSpan.FromMilliseconds(Math.Max(1, _options.ShortMilliseconds)) : Life());
        return made with { Shared = shared };
    }

    private string? Later(string? one, string? other) => one is null || (other is not null && _replication.Covers(other, one)) ? other : one;

    /// <summary>The configured lifetime with a jitter of 10 %.</summary>
    private TimeSpan Life() => TimeSpan.FromSeconds(_options.Seconds * (0.9 + (0.2 * Random.Shared.NextDouble())));

    private sealed record Made(FinishedBody? Body, Problem? Problem)
    {
        /// <summary>Permission for the gateway to cache the response, too; null for none.</summary>
        public SharedCaching? Shared { get; init; }
    }
}
