using Polly;
using Polly.CircuitBreaker;
using Polly.Timeout;

namespace Dugout.Platform.Http;

/// <summary>HTTP clients for partner services: each call has a deadline, and a circuit breaker stops calls to a partner that does not respond.</summary>
internal static class Partner
{
    /// <summary>Lifetime of a pooled connection, after which a partner's new address is resolved.</summary>
    private static readonly TimeSpan ConnectionLifetime = TimeSpan.FromMinutes(2);

    /// <summary>Creates a client without a time-out of its own: <see cref="Guard"/> sets the deadline.</summary>
    /// <param name="address">Address of the partner; null where there is none.</param>
    /// <param name="longestAnswer">Maximum size of a response in bytes; a longer response fails.</param>
    public static HttpClient Client(Uri? address, int longestAnswer) => new(new SocketsHttpHandler { PooledConnectionLifetime = ConnectionLifetime, UseProxy = false, AllowAutoRedirect = false })
    {
        BaseAddress = address,
        Timeout = Timeout.InfiniteTimeSpan,
        MaxResponseContentBufferSize = longestAnswer,
    };

    /// <summary>Guards a call: fails it after the deadline with <see cref="TimeoutRejectedException"/>. If most calls fail, fails all with <see cref="BrokenCircuitException"/> for a time.</summary>
    /// <param name="milliseconds">The deadline of a call, in milliseconds.</param>
    /// <param name="breakMilliseconds">How long the circuit stays open, in milliseconds.</param>
    public static ResiliencePipeline Guard(int milliseconds, int breakMilliseconds) => new ResiliencePipelineBuilder()
        .AddCircuitBreaker(new CircuitBreakerStrategyOptions
        {
            ShouldHandle = new PredicateBuilder().Handle<HttpRequestException>().Handle<TimeoutRejectedException>(),
            FailureRatio = 0.8,
            MinimumThroughput = 8,
            SamplingDuration = TimeSpan.FromSeconds(10),
            BreakDuration = TimeSpan.FromMilliseconds(breakMilliseconds),
        })
        .AddTimeout(TimeSpan.FromMilliseconds(milliseconds))
        .Build();
}
