using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using Microsoft.Extensions.Options;
using Polly;
using Polly.CircuitBreaker;
using Polly.Timeout;

namespace Dugout.Features.Orders;

/// <summary>
/// The partner over HTTP: <c>POST /payments</c>, <c>GET /payments/{key}</c>, <c>POST /payments/{key}/refund</c>. Every call has a
/// timeout and a circuit breaker, so that a frozen partner does not block message delivery.
/// </summary>
public sealed class HttpPayments : IPayments, IDisposable
{
    /// <summary>Maximum bytes of a response: many times the size of a payment.</summary>
    private const int LongestAnswer = 16 * 1024;

    /// <summary>Rejects a payment with missing members instead of reading zero won and no state.</summary>
    private static readonly JsonSerializerOptions Whole =
        new(JsonSerializerDefaults.Web) { RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true };

    private readonly HttpClient _http;
    private readonly ResiliencePipeline _charging;
    private readonly ResiliencePipeline _asking;

    /// <summary>Configures the client from the options.</summary>
    public HttpPayments(IOptions<OrdersOptions> options)
    {
        ArgumentNullException.ThrowIfNull(options);
        _http = Partner.Client(options.Value.Partner, LongestAnswer);
        // Charges and lookups have separate circuit breakers: a partner that does not respond to charges may still answer
        // lookups.
        _charging = Partner.Guard(options.Value.PartnerMilliseconds, options.Value.BreakMilliseconds);
        _asking = Partner.Guard(options.Value.PartnerMilliseconds, options.Value.BreakMilliseconds);
    }

    /// <inheritdoc/>
    public async Task<Payment> ChargeAsync(string key, long amount, CancellationToken cancellation) => (await SendAsync(
        _charging, "charge", () => new(HttpMethod.Post, Address("payments")) { Content = JsonContent.Create(new { key, amount }) }, mayBeMissing: false, cancellation))!;

    /// <inheritdoc/>
    public Task<Payment?> FindAsync(string key, CancellationToken cancellation) => SendAsync(
        _asking, "find", () => new(HttpMethod.Get, Address($"payments/{Uri.EscapeDataString(key)}")), mayBeMissing: true, cancellation);

    /// <inheritdoc/>
    public async Task RefundAsync(string key, CancellationToken cancellation)
    {
        var payment = await SendAsync(
            _asking, "refund", () => new(HttpMethod.Post, Address($"payments/{Uri.EscapeDataString(key)}/refund")), mayBeMissing: false, cancellation);
        // A response alone is no confirmation: unless the partner reports the refund as done, the call is retried.
        if (payment is not { IsLost: true })
            throw new PartnerUnavailableException("refund", new InvalidOperationException($"the payment is in state '{payment?.State}'"));
    }

    /// <inheritdoc/>
    public void Dispose() => _http.Dispose();

    private static Uri Address(string path) => new(path, UriKind.Relative);

    private async Task<Payment?> SendAsync(ResiliencePipeline guard, string call, Func<HttpRequestMessage> make, bool mayBeMissing, CancellationToken cancellation)
    {
        if (_http.BaseAddress is null)
            throw new PartnerUnavailableException(call, new InvalidOperationException("The setting Orders:Partner is missing."));
        try
        {
            return await guard.ExecuteAsync<Payment?>(async deadline =>
            {
                using var request = make();
                using var answer = await _http.SendAsync(request, deadline);
                if (mayBeMissing && answer.StatusCode == HttpStatusCode.NotFound)
                    return null;
                var payment = await answer.EnsureSuccessStatusCode().Content.ReadFromJsonAsync<Payment>(Whole, deadline);
                return Payment.IsId(payment?.PaymentId) ? payment : throw new HttpRequestException("the response has no valid payment id");
            }, cancellation);
        }
        // InvalidOperationException: the response text has an unknown encoding.
        catch (Exception error) when (error is HttpRequestException or TimeoutRejectedException or BrokenCircuitException or JsonException or InvalidOperationException)
        {
            throw new PartnerUnavailableException(call, error);
        }
    }
}
