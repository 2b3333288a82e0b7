using System.Net.Http.Json;
using Microsoft.Extensions.DependencyInjection;
using Polly.CircuitBreaker;
using Polly.Timeout;

namespace Dugout.Features.Accounts;

/// <summary>
/// The mail partner over HTTP: <c>POST /mails</c>. Each call has a timeout and a circuit breaker, so that a frozen partner does not block message delivery.
/// </summary>
public sealed class HttpMailer(IHttpClientFactory clients) : IMailer
{
    /// <summary>Maximum bytes of a response; only its status matters.</summary>
    private const int LongestAnswer = 16 * 1024;

    private readonly HttpClient _http = clients.CreateClient(nameof(HttpMailer));

    /// <summary>Registers it as <see cref="IMailer"/>.</summary>
    public static void AddTo(IServiceCollection services)
    {
        services.AddPartner<MailOptions>(nameof(HttpMailer), options => new(options.Partner, LongestAnswer, options.PartnerMilliseconds, options.BreakMilliseconds));
        services.AddSingleton<IMailer, HttpMailer>();
    }

    /// <inheritdoc/>
    public async Task SendAsync(Letter letter, CancellationToken cancellation)
    {
        if (_http.BaseAddress is null)
            throw new MailerUnavailableException(new InvalidOperationException("The setting Mail:Partner is missing."));
        try
        {
            using var answer = await _http.PostAsJsonAsync(new Uri("mails", UriKind.Relative), letter, cancellation);
            answer.EnsureSuccessStatusCode();
        }
        catch (Exception error) when (error is HttpRequestException or TimeoutRejectedException or BrokenCircuitException)
        {
            throw new MailerUnavailableException(error);
        }
    }
}
