using System.Collections.Concurrent;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Options;
using StackExchange.Redis;

namespace Dugout.Platform.Caching;

/// <summary>
/// Word of what has changed, to every process at once and through Redis to those that ask later. It carries the writer's place in the
/// primary's history: what is kept anew must come from a server that has reached it, so no older answer comes back.
/// While Redis isn't heard, nobody knows what they miss: see <see cref="IsHeard"/>.
/// </summary>
public sealed class CacheInvalidation(RedisStore redis, IReplication replication, IOptions<CacheOptions> options, TimeProvider clock) : BackgroundService
{
    private const char Between = '\n';
    private const long Never = long.MinValue;
    private static readonly RedisChannel Channel = RedisChannel.Literal(CachingRedisKeys.EvictionsChannel);
    private static readonly TimeSpan Life = TimeSpan.FromHours(2);
    private static readonly TimeSpan Listen = TimeSpan.FromMilliseconds(200);

    /// <summary>Without a sign of life for so long, what is kept can't be trusted any longer than a second.</summary>
    private static readonly TimeSpan Deaf = TimeSpan.FromMilliseconds(600);

    private static readonly string EvictScript = RedisScript.Of(typeof(CacheInvalidation), "evict");

    private readonly ConcurrentDictionary<string, State> _tags = new();
    private long _gaps;
    private long _lastSign = Never;

    /// <summary>Whether word of a change reaches this process at once.</summary>
    public bool IsHeard => Volatile.Read(ref _lastSign) is not Never and var sign && clock.GetElapsedTime(sign) < Deaf;

    /// <summary>What this process knows of a tag; changes with each eviction, and with each time nobody was heard.</summary>
    public State StateOf(string tag) => _tags.GetValueOrDefault(tag) with { Gaps = Interlocked.Read(ref _gaps) };

    /// <summary>What all know of a tag.</summary>
    /// <exception cref="RedisUnavailableException">Redis did not answer.</exception>
    public async Task<Known> KnownOfAsync(string tag)
    {
        var fields = await redis.QueryAsync("find eviction", database => database.HashGetAsync(CachingRedisKeys.Evicted(tag), ["count", "place"]), CancellationToken.None);
        return new((long?)fields[0] ?? 0, fields[1]);
    }

    /// <summary>Evicts all answers of some tags: here at once, elsewhere as soon as word comes there.</summary>
    /// <param name="tags">The tags.</param>
    /// <param name="place">Where the change stands in the primary's history.</param>
    /// <exception cref="RedisUnavailableException">Redis did not answer: others trust what they keep for a second more.</exception>
    public async Task EvictAsync(IReadOnlyList<string> tags, string place)
    {
        ArgumentNullException.ThrowIfNull(tags);
        foreach (var tag in tags)
            Forget(tag, place);
        await Task.WhenAll(tags.Select(tag =>
        {
            RedisValue[] arguments = [place, replication.Order(place), (long)Life.TotalMilliseconds, (string)Channel!, $"{tag}{Between}{place}"];
            return redis.QueryAsync("evict", database => database.ScriptEvaluateAsync(EvictScript, [CachingRedisKeys.Evicted(tag)], arguments), CancellationToken.None);
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
                await redis.QueryAsync("listen", database => database.Multiplexer.GetSubscriber().PingAsync(), stoppingToken);
                if (!IsHeard)
                    Interlocked.Increment(ref _gaps);
                Volatile.Write(ref _lastSign, clock.GetTimestamp());
            }
            catch (RedisUnavailableException)
            {
                // Not heard: the time since the last sign says so.
            }
        }
    }

    private async Task<bool> SubscribeAsync(IDatabase database)
    {
        // What was published before a connection was restored, nobody heard. Under RESP3 subscriptions share the one connection of everything else.
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

    /// <summary>What a process knows of a tag.</summary>
    /// <param name="Count">How often it was evicted.</param>
    /// <param name="Place">What answers of it must have seen; null where nothing changed.</param>
    /// <param name="Gaps">How often nobody was heard.</param>
    public readonly record struct State(long Count, string? Place, long Gaps);

    /// <summary>What Redis knows of a tag.</summary>
    /// <param name="Count">Another one after each eviction.</param>
    /// <param name="Place">What answers of it must have seen; null where nothing changed of late.</param>
    public sealed record Known(long Count, string? Place);
}
