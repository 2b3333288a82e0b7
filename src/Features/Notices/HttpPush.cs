using System.Net.Http.Json;
using Microsoft.Extensions.DependencyInjection;
using Polly.CircuitBreaker;
using Polly.Timeout;

namespace Dugout.Features.Notices;

/// <summary>The push partner over HTTP: <c>POST /push/messages</c>. Each call has a timeout and a circuit breaker, so that a frozen partner soon costs nothing.</summary>
public sealed class HttpPush(IHttpClientFactory clients, PushMetrics metrics) : IPush
{
    /// <summary>Maximum bytes of a response; only its status matters.</summary>
    private const int LongestAnswer = 16 * 1024;

    private const int BreakMilliseconds = 2_000;

    private readonly HttpClient _http = clients.CreateClient(nameof(HttpPush));

    /// <summary>Registers it as <see cref="IPush"/>.</summary>
    public static void AddTo(IServiceCollection services)
    {
        services.AddPartner<PushOptions>(nameof(HttpPush), options => new(options.Partner, LongestAnswer, options.SendSeconds * 1_000, BreakMilliseconds));
        services.AddSingleton<IPush, HttpPush>();
    }

    /// <inheritdoc/>
    public async Task SendAsync(PushMessage message, CancellationToken cancellation)
    {
        try
        {
            await PostAsync(message, cancellation);
            metrics.Sent();
        }
        catch (PushUnavailableException)
        {
            metrics.Failed();
            throw;
        }
    }

    private async Task PostAsync(PushMessage message, CancellationToken cancellation)
    {
        if (_http.BaseAddress is null)
            throw new PushUnavailableException(new InvalidOperationException("The setting Notices:Partner is missing."));
        try
        {
            using var answer = await _http.PostAsJsonAsync(new Uri("push/messages", UriKind.Relative), message, cancellation);
            answer.EnsureSuccessStatusCode();
        }
        catch (Exception error) when (error is HttpRequestException or TimeoutRejectedException or BrokenCircuitException)
        {
            throw new PushUnavailableException(error);
        }
    }
}
