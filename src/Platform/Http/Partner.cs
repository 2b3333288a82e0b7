using Polly;
using Polly.CircuitBreaker;
using Polly.Timeout;

namespace Dugout.Platform.Http;

/// <summary>How programs in other houses are called over HTTP: each call has a deadline, and a breaker stops calling one that doesn't answer.</summary>
internal static class Partner
{
    /// <summary>A partner that moves is found again after so long.</summary>
    private static readonly TimeSpan ConnectionLifetime = TimeSpan.FromMinutes(2);

    /// <summary>Who calls a partner, without a time-out of its own: that is for <see cref="Guard"/>.</summary>
    /// <param name="address">Where the partner is; null where there is none.</param>
    /// <param name="longestAnswer">Bytes of an answer; a longer one fails.</param>
    public static HttpClient Client(Uri? address, int longestAnswer) => new(new SocketsHttpHandler { PooledConnectionLifetime = ConnectionLifetime, UseProxy = false, AllowAutoRedirect = false })
    {
        BaseAddress = address,
        Timeout = Timeout.InfiniteTimeSpan,
        MaxResponseContentBufferSize = longestAnswer,
    };

    /// <summary>Around each call: fails it after the deadline with <see cref="TimeoutRejectedException"/>, and where most calls fail, fails all at once with <see cref="BrokenCircuitException"/> for a while.</summary>
    /// <param name="milliseconds">The deadline.</param>
    /// <param name="breakMilliseconds">How long nobody is called then.</param>
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
