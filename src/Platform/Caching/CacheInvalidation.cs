using System.Collections.Concurrent;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;
using StackExchange.Redis;

namespace Dugout.Platform.Caching;

/// <summary>
/// Invalidates cached responses by tag: in this process at once, in other processes through a Redis channel and counter. Each invalidation carries the writer's
/// commit position: a response that replaces an invalidated one must come from a server that has reached it, so no older response returns.
/// While the subscription is silent, invalidations may be missed: see <see cref="IsHeard"/>.
/// </summary>
public sealed class CacheInvalidation(RedisStore redis, IReplication replication, IOptions<CacheOptions> options, TimeProvider clock) : BackgroundService
{
    private const char Between = '\n';
    private const long Never = long.MinValue;
    private static readonly RedisChannel Channel = RedisChannel.Literal(CachingRedisKeys.EvictionsChannel);
    private static readonly TimeSpan Life = TimeSpan.FromHours(2);
    private static readonly TimeSpan Listen = TimeSpan.FromMilliseconds(200);

    /// <summary>After this time without a successful ping of the subscription, cached responses are trusted for at most one second.</summary>
    private static readonly TimeSpan Deaf = TimeSpan.FromMilliseconds(600);

    private static readonly string EvictScript = RedisScript.Of(typeof(CacheInvalidation), "evict");

    private readonly ConcurrentDictionary<string, State> _tags = new();
    private long _gaps;
    private long _lastSign = Never;

    /// <summary>Whether invalidations published by other processes reach this process at once.</summary>
    public bool IsHeard => Volatile.Read(ref _lastSign) is not Never and var sign && clock.GetElapsedTime(sign) < Deaf;

    /// <summary>What this process knows about a tag. Changes with each invalidation and with each gap in the subscription.</summary>
    public State StateOf(string tag) => _tags.GetValueOrDefault(tag) with { Gaps = Interlocked.Read(ref _gaps) };

    /// <summary>Returns the state of a tag that is shared by all processes, from Redis.</summary>
    /// <exception cref="RedisUnavailableException">Redis did not respond.</exception>
    public async Task<Known> KnownOfAsync(string tag)
    {
        var fields = await redis.QueryAsync("find cache invalidation", database => database.HashGetAsync(CachingRedisKeys.Evicted(tag), ["count", "place"], CommandFlags.DemandMaster), CancellationToken.None);
        return new((long?)fields[0] ?? 0, fields[1]);
    }

    /// <summary>Invalidates all cached responses of some tags: in this process at once, in other processes when they receive the message.</summary>
    /// <param name="tags">The tags.</param>
    /// <param name="place">The commit position of the change.</param>
    /// <exception cref="RedisUnavailableException">Redis did not respond: other processes may serve their cached responses for up to one more second.</exception>
    public async Task EvictAsync(IReadOnlyList<string> tags, string place)
    {
        ArgumentNullException.ThrowIfNull(tags);
        foreach (var tag in tags)
            Forget(tag, place);
        await Task.WhenAll(tags.Select(tag =>
        {
            RedisValue[] arguments = [place, replication.Order(place), (long)Life.TotalMilliseconds, (string)Channel!, $"{tag}{Between}{place}"];
            return redis.QueryAsync("invalidate cache", database => database.RunAsync(EvictScript, [CachingRedisKeys.Evicted(tag)], arguments), CancellationToken.None);
        }));
    }

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        if (options.Value.Mode == CacheMode.None)
            return;
        using var timer = new PeriodicTimer(Listen, clock);
        var isSubscribed = false;
        while (await timer.WaitForNextTickAsync(stoppingToken))
        {
            try
            {
                if (!isSubscribed)
                    isSubscribed = await redis.QueryAsync("subscribe", SubscribeAsync, stoppingToken);
                await redis.QueryAsync("check subscription", database => database.Multiplexer.GetSubscriber().PingAsync(), stoppingToken);
                if (!IsHeard)
                    Interlocked.Increment(ref _gaps);
                Volatile.Write(ref _lastSign, clock.GetTimestamp());
            }
            catch (RedisUnavailableException)
            {
                // No sign recorded: IsHeard derives the gap from the time of the last sign.
            }
        }
    }

    private async Task<bool> SubscribeAsync(IDatabase database)
    {
        // Messages published before the connection was restored are lost. Under RESP3 subscriptions share one connection with all other commands.
        database.Multiplexer.ConnectionRestored += (_, _) => Interlocked.Increment(ref _gaps);
        await database.Multiplexer.GetSubscriber().SubscribeAsync(Channel, (_, message) =>
        {
            if (((string?)message)?.Split(Between) is [var tag, var place])
                Forget(tag, place);
        });
        return true;
    }

    private void Forget(string tag, string place) => _tags.AddOrUpdate(
        tag,
        _ => new State(1, place, Gaps: 0),
        (_, known) => new State(known.Count + 1, known.Place is { } old && replication.Covers(old, place) ? old : place, Gaps: 0));

    /// <summary>What a process knows about a tag.</summary>
    /// <param name="Count">Number of invalidations of the tag.</param>
    /// <param name="Place">Commit position that responses of the tag must include; null where nothing changed.</param>
    /// <param name="Gaps">Number of gaps in the subscription so far.</param>
    public readonly record struct State(long Count, string? Place, long Gaps);

    /// <summary>What Redis knows about a tag.</summary>
    /// <param name="Count">Number of invalidations; changes with each one.</param>
    /// <param name="Place">Commit position that responses of the tag must include; null where nothing changed recently.</param>
    public sealed record Known(long Count, string? Place);
}
