using Dugout.Platform.Caching;
using Microsoft.Extensions.Options;
using StackExchange.Redis;

namespace Dugout.Gateway.Caching;

/// <summary>
/// Receives the replicas' cache invalidations from Redis. Invalidations are numbered as they arrive: a response whose fetch began before the last one of its group is no longer valid.
/// While the subscription does not work, nothing is valid, and when it works again everything from before is forgotten.
/// </summary>
internal sealed class Invalidations(IConfiguration configuration, IOptions<GatewayCacheOptions> options, TimeProvider clock) : BackgroundService
{
    private const long Never = long.MinValue;
    private const int DeadlineMilliseconds = 500;

    /// <summary>Number of counters that the groups share. Two groups with the same counter invalidate each other, which costs only a fetch.</summary>
    private const int Counters = 4_096;

    private static readonly RedisChannel Channel = RedisChannel.Literal(CachingRedisKeys.EvictionsChannel);
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(200);

    /// <summary>After this time without a successful ping, messages may be late or lost. Shorter than the second within which a change must be visible.</summary>
    private static readonly TimeSpan Deaf = TimeSpan.FromMilliseconds(600);

    private readonly long[] _last = new long[Counters];
    private readonly Lock _changing = new();
    private ConnectionMultiplexer? _connection;
    private long _number;
    private long _forgotten;
    private long _losses;
    private long _lastSign = Never;

    /// <summary>Number of invalidations so far: the time stamp of a fetch that begins now.</summary>
    public long Number => Interlocked.Read(ref _number);

    /// <summary>Whether invalidations reach this process at once.</summary>
    public bool AreHeard => Interlocked.Read(ref _lastSign) is not Never and var sign && clock.GetElapsedTime(sign) < Deaf;

    /// <summary>Whether a response is still valid.</summary>
    /// <param name="group">Its group.</param>
    /// <param name="began">The <see cref="Number"/> when its fetch began.</param>
    public bool Allow(string group, long began) => AreHeard && began >= Interlocked.Read(ref _forgotten) && began >= Interlocked.Read(ref LastOf(group));

    /// <summary>
    /// Whether a response includes the last invalidation of its group. A replica may respond from its own memory while the message is still on the way to it, and then the gateway, which
    /// has received it, must not cache that response.
    /// </summary>
    public async Task<bool> IsCurrentAsync(string group, long invalidation)
    {
        try
        {
            return _connection is { } connection
                && ((long?)await connection.GetDatabase().HashGetAsync(CachingRedisKeys.Evicted(group), "count", CommandFlags.DemandMaster).WaitAsync(Deaf, clock) ?? 0) == invalidation;
        }
        catch (Exception error) when (error is RedisException or TimeoutException)
        {
            return false;
        }
    }

    /// <summary>Invalidates everything.</summary>
    public void ForgetAll() => Interlocked.Exchange(ref _forgotten, Interlocked.Increment(ref _number));

    /// <inheritdoc/>
    public override void Dispose()
    {
        _connection?.Dispose();
        base.Dispose();
    }

    /// <inheritdoc/>
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        if (options.Value.MemoryMegabytes == 0 || configuration.GetConnectionString("Redis") is not { Length: > 0 } address)
            return;

        var settings = ConfigurationOptions.Parse(address);
        (settings.AbortOnConnectFail, settings.AsyncTimeout) = (false, DeadlineMilliseconds);
        _connection = await ConnectionMultiplexer.ConnectAsync(settings);
        _connection.ConnectionFailed += (_, _) => Lose();
        // Messages published before the connection was restored are lost.
        _connection.ConnectionRestored += (_, _) => Lose();
        var subscriber = _connection.GetSubscriber();
        using var timer = new PeriodicTimer(Period, clock);
        var isSubscribed = false;
        while (await timer.WaitForNextTickAsync(stoppingToken))
        {
            var (losses, sent) = (Interlocked.Read(ref _losses), clock.GetTimestamp());
            try
            {
                if (!isSubscribed)
                    await subscriber.SubscribeAsync(Channel, (_, message) => Forget(message));
                isSubscribed = true;
                await subscriber.PingAsync().WaitAsync(Deaf, clock, stoppingToken);
                if (subscriber.SubscribedEndpoint(Channel) is not null)
                    Hear(sent, losses);
            }
            catch (Exception error) when (error is RedisException or TimeoutException)
            {
                // No sign recorded: AreHeard becomes false by itself, and the next round tries again.
            }
        }
    }

    /// <summary>A message is a tag and a commit position, one a line; the gateway needs the tag.</summary>
    private void Forget(string? message)
    {
        if (message?.Split('\n') is not [{ Length: > 0 } group, ..])
            return;
        ref var last = ref LastOf(group);
        var number = Interlocked.Increment(ref _number);
        for (var known = Interlocked.Read(ref last); known < number; known = Interlocked.Read(ref last))
            Interlocked.CompareExchange(ref last, number, known);
    }

    private void Lose()
    {
        lock (_changing)
        {
            Interlocked.Increment(ref _losses);
            Interlocked.Exchange(ref _lastSign, Never);
            ForgetAll();
        }
    }

    /// <summary>Records that the subscription worked when a ping was sent, unless the connection was lost since.</summary>
    private void Hear(long sent, long losses)
    {
        lock (_changing)
        {
            if (losses != Interlocked.Read(ref _losses))
                return;
            if (!AreHeard)
                ForgetAll();
            Interlocked.Exchange(ref _lastSign, sent);
        }
    }

    private ref long LastOf(string group) => ref _last[(uint)group.GetHashCode(StringComparison.Ordinal) % Counters];
}
