using System.Net.Http.Json;
using Microsoft.Extensions.Options;
using Polly;
using Polly.CircuitBreaker;
using Polly.Timeout;

namespace Dugout.Features.Notices;

/// <summary>The push partner over HTTP: <c>POST /push/messages</c>. Each call has a timeout and a circuit breaker, so that a frozen partner soon costs nothing.</summary>
public sealed class HttpPush : IPush, IDisposable
{
    /// <summary>Maximum bytes of a response; only its status matters.</summary>
    private const int LongestAnswer = 16 * 1024;

    private const int BreakMilliseconds = 2_000;

    private readonly HttpClient _http;
    private readonly ResiliencePipeline _guard;
    private readonly PushMetrics _metrics;

    /// <summary>Configures the client from the options.</summary>
    public HttpPush(IOptions<PushOptions> options, PushMetrics metrics)
    {
        ArgumentNullException.ThrowIfNull(options);
        _http = Partner.Client(options.Value.Partner, LongestAnswer);
        _guard = Partner.Guard(options.Value.SendSeconds * 1_000, BreakMilliseconds);
        _metrics = metrics;
    }

    /// <inheritdoc/>
    public async Task SendAsync(PushMessage message, CancellationToken cancellation)
    {
        try
        {
            await PostAsync(message, cancellation);
            _metrics.Sent();
        }
        catch (PushUnavailableException)
        {
            _metrics.Failed();
            throw;
        }
    }

    private async Task PostAsync(PushMessage message, CancellationToken cancellation)
    {
        if (_http.BaseAddress is null)
            throw new PushUnavailableException(new InvalidOperationException("The setting Notices:Partner is missing."));
        try
        {
            await _guard.ExecuteAsync(async deadline =>
            {
                using var answer = await _http.PostAsJsonAsync(new Uri("push/messages", UriKind.Relative), message, deadline);
                if (!answer.IsSuccessStatusCode)
                    throw new HttpRequestException($"status {(int)answer.StatusCode}");
            }, cancellation);
        }
        catch (Exception error) when (error is HttpRequestException or TimeoutRejectedException or BrokenCircuitException)
        {
            throw new PushUnavailableException(error);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _http.Dispose();
}
