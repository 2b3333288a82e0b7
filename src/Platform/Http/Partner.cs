using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Http.Resilience;
using Microsoft.Extensions.Options;
using Polly;
using Polly.CircuitBreaker;
using Polly.Timeout;

namespace Dugout.Platform.Http;

/// <summary>Limits of the calls to a partner.</summary>
/// <param name="Address">Address of the partner; null where there is none.</param>
/// <param name="LongestAnswer">Maximum size of a response in bytes; a longer response fails.</param>
/// <param name="Milliseconds">The deadline of a call including its response body, in milliseconds.</param>
/// <param name="BreakMilliseconds">How long the circuit stays open, in milliseconds.</param>
internal sealed record PartnerLimits(Uri? Address, int LongestAnswer, int Milliseconds, int BreakMilliseconds);

/// <summary>
/// HTTP clients for partner services: a call fails after its deadline with <see cref="TimeoutRejectedException"/>. If most calls fail, all fail with
/// <see cref="BrokenCircuitException"/> for a time. No call is retried: the outcome of a failed call is unknown, and its caller decides.
/// </summary>
internal static class Partner
{
    /// <summary>Lifetime of a pooled connection, after which a partner's new address is resolved.</summary>
    private static readonly TimeSpan ConnectionLifetime = TimeSpan.FromMinutes(2);

    /// <summary>Registers the client with this name for <see cref="IHttpClientFactory"/>.</summary>
    /// <param name="services">The services.</param>
    /// <param name="name">The name of the client.</param>
    /// <param name="limits">The limits by the options.</param>
    /// <param name="isFailed">Whether the circuit breaker counts a response as failed; every status but 2xx by default.</param>
    /// <param name="breaker">The name of a request's circuit breaker; all requests share one by default.</param>
    public static void AddPartner<TOptions>(
        this IServiceCollection services, string name, Func<TOptions, PartnerLimits> limits,
        Func<HttpResponseMessage, Task<bool>>? isFailed = null, Func<HttpRequestMessage, string>? breaker = null)
        where TOptions : class
    {
        var client = services.AddHttpClient(name)
            .RemoveAllLoggers()
            .SetHandlerLifetime(Timeout.InfiniteTimeSpan)
            .ConfigurePrimaryHttpMessageHandler(() => new SocketsHttpHandler { PooledConnectionLifetime = ConnectionLifetime, UseProxy = false, AllowAutoRedirect = false })
            .ConfigureHttpClient((provider, client) => (client.BaseAddress, client.Timeout) = (Limits(provider).Address, Timeout.InfiniteTimeSpan));
        client.AddResilienceHandler("partner", (pipeline, context) =>
        {
            var (_, _, milliseconds, breakMilliseconds) = Limits(context.ServiceProvider);
            pipeline
                .AddCircuitBreaker(new HttpCircuitBreakerStrategyOptions
                {
                    ShouldHandle = async call => call.Outcome switch
                    {
                        { Result: { } response } => isFailed is null ? !response.IsSuccessStatusCode : await isFailed(response),
                        { Exception: var error } => error is HttpRequestException or TimeoutRejectedException,
                    },
                    FailureRatio = 0.8,
                    MinimumThroughput = 8,
                    SamplingDuration = TimeSpan.FromSeconds(10),
                    BreakDuration = TimeSpan.FromMilliseconds(breakMilliseconds),
                })
                .AddTimeout(TimeSpan.FromMilliseconds(milliseconds));
        }).SelectPipelineBy(_ => request => breaker?.Invoke(request) ?? "");
        client.AddHttpMessageHandler(provider => new ReadBody(Limits(provider).LongestAnswer));

        PartnerLimits Limits(IServiceProvider provider) => limits(provider.GetRequiredService<IOptions<TOptions>>().Value);
    }

    /// <summary>Reads a response's body before the resilience handler sees the response, so that the deadline and the circuit breaker cover it.</summary>
    private sealed class ReadBody(int longest) : DelegatingHandler
    {
        protected override async Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellationToken)
        {
            var response = await base.SendAsync(request, cancellationToken);
            try
            {
                await response.Content.LoadIntoBufferAsync(longest, cancellationToken);
                return response;
            }
            catch
            {
                response.Dispose();
                throw;
            }
        }
    }
}
