using System.Diagnostics;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Options;
using Polly;
using Polly.CircuitBreaker;
using Polly.Timeout;
using StackExchange.Redis;

namespace Dugout.Platform.Redis;

/// <summary>
/// The one door to Redis: every call has a deadline, a circuit breaker that stops asking a server that doesn't answer, and a span, which names what the call is for.
/// The client checks its own time-outs once a second, so the deadline is kept here; with the client's, a call nobody waits for leaves its queue.
/// </summary>
public sealed class RedisStore : IAsyncDisposable
{
    private static readonly ActivitySource Spans = new("Dugout");

    private const int ConnectMilliseconds = 2_000;

    /// <summary>One for all callers, whose calls it sends together: with two or four each call cost more, here and on the server.</summary>
    private readonly Lazy<Task<ConnectionMultiplexer>> _connection;
    private readonly ResiliencePipeline _guard;

    /// <summary>Reads the address; connects at <see cref="ConnectAsync"/> or the first call.</summary>
    /// <exception cref="InvalidOperationException">The connection string <c>Redis</c> is missing.</exception>
    public RedisStore(IConfiguration configuration, IOptions<RedisOptions> options)
    {
        ArgumentNullException.ThrowIfNull(configuration);
        ArgumentNullException.ThrowIfNull(options);
        var address = ConfigurationOptions.Parse(configuration.GetConnectionString("Redis")
            ?? throw new InvalidOperationException("The setting ConnectionStrings:Redis is missing."));
        address.AbortOnConnectFail = false;
        address.ConnectTimeout = ConnectMilliseconds;
        address.AsyncTimeout = options.Value.DeadlineMilliseconds;
        _connection = new(() => ConnectionMultiplexer.ConnectAsync(address));
        _guard = new ResiliencePipelineBuilder()
            .AddCircuitBreaker(new CircuitBreakerStrategyOptions
            {
                ShouldHandle = new PredicateBuilder().Handle<RedisException>().Handle<TimeoutRejectedException>().Handle<TimeoutException>(),
                FailureRatio = 0.5,
                MinimumThroughput = 5,
                SamplingDuration = TimeSpan.FromSeconds(2),
                BreakDuration = TimeSpan.FromMilliseconds(options.Value.BreakMilliseconds),
            })
            .AddTimeout(TimeSpan.FromMilliseconds(options.Value.DeadlineMilliseconds))
            .Build();
    }

    /// <summary>Connects, so that no request has to; takes as long as it takes, within the client's own limits.</summary>
    /// <exception cref="RedisUnavailableException">Nobody answers. The client goes on trying by itself.</exception>
    public async Task ConnectAsync(CancellationToken cancellation)
    {
        var connection = await _connection.Value.WaitAsync(cancellation);
        if (!connection.IsConnected)
            throw new RedisUnavailableException("connect", new TimeoutException("not connected"));
    }

    /// <summary>Asks Redis something.</summary>
    /// <param name="name">What for, as the span's name.</param>
    /// <param name="ask">The call.</param>
    /// <param name="cancellation">Gives up waiting.</param>
    /// <exception cref="RedisUnavailableException">It did not answer in time; whether the call took effect is unknown.</exception>
    public async Task<T> QueryAsync<T>(string name, Func<IDatabase, Task<T>> ask, CancellationToken cancellation)
    {
        using var span = Spans.StartActivity(name, ActivityKind.Client);
        span?.SetTag("db.system.name", "redis");
        try
        {
            return await _guard.ExecuteAsync(async deadline =>
            {
                var connection = await _connection.Value.WaitAsync(deadline);
                return await ask(connection.GetDatabase()).WaitAsync(deadline);
            }, cancellation);
        }
        catch (Exception error) when (error is RedisException or TimeoutException or TimeoutRejectedException or BrokenCircuitException)
        {
            span?.SetStatus(ActivityStatusCode.Error, error.Message);
            throw new RedisUnavailableException(name, error);
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_connection is { IsValueCreated: true, Value.IsCompletedSuccessfully: true })
            (await _connection.Value).Dispose();
    }
}

/// <summary>Redis did not answer. What needs it answers <c>busy</c>; what only gains by it goes on without.</summary>
public sealed class RedisUnavailableException(string call, Exception reason) : Exception($"Redis did not answer '{call}': {reason?.Message}", reason);
