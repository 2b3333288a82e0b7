using System.Diagnostics;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Options;
using Polly;
using Polly.CircuitBreaker;
using Polly.Timeout;
using StackExchange.Redis;

namespace Dugout.Platform.Redis;

/// <summary>
/// The only access to Redis: every call has a deadline, a circuit breaker that stops calls to a server that does not respond, and a span named after the call's purpose.
/// The client checks its own time-outs only once a second, so the deadline is enforced here; the client's time-out removes abandoned calls from its queue.
/// </summary>
public sealed class RedisStore : IAsyncDisposable
{
    /// <summary>Name of the connection string, and key of the service, of the Redis that stores cached responses only and may evict them.</summary>
    public const string Cache = "RedisCache";

    private static readonly ActivitySource Spans = new("Dugout");

    private const int ConnectMilliseconds = 2_000;

    /// <summary>One connection for all callers, which pipelines their calls: with two or four connections each call cost more, here and on the server.</summary>
    private readonly Lazy<Task<ConnectionMultiplexer>> _connection;
    private readonly ResiliencePipeline _guard;

    /// <summary>Reads the address; connects at <see cref="ConnectAsync"/> or at the first call.</summary>
    /// <param name="configuration">Contains the connection string.</param>
    /// <param name="options">The time-outs.</param>
    /// <param name="name">Name of the connection string.</param>
    /// <exception cref="InvalidOperationException">The connection string is missing.</exception>
    public RedisStore(IConfiguration configuration, IOptions<RedisOptions> options, string name = "Redis")
    {
        ArgumentNullException.ThrowIfNull(configuration);
        ArgumentNullException.ThrowIfNull(options);
        var address = ConfigurationOptions.Parse(configuration.GetConnectionString(name)
            ?? throw new InvalidOperationException($"The setting ConnectionStrings:{name} is missing."));
        address.AbortOnConnectFail = false;
        // For INFO, which the health check reads and this client counts among the administrative commands.
        address.AllowAdmin = true;
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

    /// <summary>Connects, so that no request has to wait for it; limited only by the client's own time-outs.</summary>
    /// <exception cref="RedisUnavailableException">Redis does not respond. The client keeps trying in the background.</exception>
    public async Task ConnectAsync(CancellationToken cancellation)
    {
        var connection = await _connection.Value.WaitAsync(cancellation);
        if (!connection.IsConnected)
            throw new RedisUnavailableException("connect", new TimeoutException("not connected"));
    }

    /// <summary>Runs a call.</summary>
    /// <param name="name">Purpose of the call, as the span's name.</param>
    /// <param name="ask">The call.</param>
    /// <param name="cancellation">Stops the wait.</param>
    /// <exception cref="RedisUnavailableException">Redis did not respond in time; whether the call took effect is unknown.</exception>
    public async Task<T> QueryAsync<T>(string name, Func<IDatabase, Task<T>> ask, CancellationToken cancellation)
    {
        using var span = Spans.StartActivity(name, ActivityKind.Client);
        span?.SetTag("db.system.name", "redis").SetTag("db.query.summary", name);
        try
        {
            return await _guard.ExecuteAsync(static async (call, deadline) =>
            {
                var connection = await call.Connection.WaitAsync(deadline);
                return await call.Ask(connection.GetDatabase()).WaitAsync(deadline);
            }, (Connection: _connection.Value, Ask: ask), cancellation);
        }
        catch (Exception error) when (error is RedisException or TimeoutException or TimeoutRejectedException or BrokenCircuitException)
        {
            span?.SetStatus(ActivityStatusCode.Error, error.Message).SetTag("error.type", error.GetType().FullName);
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

/// <summary>Redis did not respond. A use case that depends on it returns <c>busy</c>; one that only profits from it continues without.</summary>
public sealed class RedisUnavailableException(string call, Exception reason) : Exception($"The call '{call}' to Redis failed: {reason?.Message}", reason);
