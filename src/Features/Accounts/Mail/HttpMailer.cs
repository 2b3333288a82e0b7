using System.Net.Http.Json;
using Microsoft.Extensions.Options;
using Polly;
using Polly.CircuitBreaker;
using Polly.Timeout;

namespace Dugout.Features.Accounts;

/// <summary>
/// The mail partner over HTTP: <c>POST /mails</c>. Each call has a timeout and a circuit breaker, so that a frozen partner does not block message delivery.
/// </summary>
public sealed class HttpMailer : IMailer, IDisposable
{
    /// <summary>Maximum bytes of a response; only its status matters.</summary>
    private const int LongestAnswer = 16 * 1024;

    private readonly HttpClient _http;
    private readonly ResiliencePipeline _guard;

    /// <summary>Configures the client from the options.</summary>
    public HttpMailer(IOptions<MailOptions> options)
    {
        ArgumentNullException.ThrowIfNull(options);
        _http = Partner.Client(options.Value.Partner, LongestAnswer);
        _guard = Partner.Guard(options.Value.PartnerMilliseconds, options.Value.BreakMilliseconds);
    }

    /// <inheritdoc/>
    public async Task SendAsync(Letter letter, CancellationToken cancellation)
    {
        if (_http.BaseAddress is null)
            throw new MailerUnavailableException(new InvalidOperationException("The setting Mail:Partner is missing."));
        try
        {
            await _guard.ExecuteAsync(async deadline =>
            {
                using var answer = await _http.PostAsJsonAsync(new Uri("mails", UriKind.Relative), letter, deadline);
                answer.EnsureSuccessStatusCode();
            }, cancellation);
        }
        catch (Exception error) when (error is HttpRequestException or TimeoutRejectedException or BrokenCircuitException)
        {
            throw new MailerUnavailableException(error);
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _http.Dispose();
}
