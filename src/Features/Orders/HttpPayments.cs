using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using Microsoft.Extensions.DependencyInjection;
using Polly.CircuitBreaker;
using Polly.Timeout;

namespace Dugout.Features.Orders;

/// <summary>
/// The partner over HTTP: <c>POST /payments</c>, <c>GET /payments/{key}</c>, <c>POST /payments/{key}/refund</c>. Every call has a
/// timeout and a circuit breaker, so that a frozen partner does not block message delivery.
/// </summary>
public sealed class HttpPayments(IHttpClientFactory clients) : IPayments
{
    /// <summary>Maximum bytes of a response: many times the size of a payment.</summary>
    private const int LongestAnswer = 16 * 1024;

    private const string Payments = "payments";

    /// <summary>Rejects a payment with missing members instead of reading zero won and no state.</summary>
    private static readonly JsonSerializerOptions Whole =
        new(JsonSerializerDefaults.Web) { RespectNullableAnnotations = true, RespectRequiredConstructorParameters = true };

    private readonly HttpClient _http = clients.CreateClient(nameof(HttpPayments));

    /// <summary>Registers it as <see cref="IPayments"/>.</summary>
    public static void AddTo(IServiceCollection services)
    {
        // Charges and lookups have separate circuit breakers: a partner that does not respond to charges may still answer
        // lookups.
        services.AddPartner<OrdersOptions>(
            nameof(HttpPayments), options => new(options.Partner, LongestAnswer, options.PartnerMilliseconds, options.BreakMilliseconds),
            isFailed: async response => !IsMissing(response) && await ReadAsync(response) is null,
            breaker: request => request.RequestUri!.Segments[^1] == Payments ? "charge" : "ask");
        services.AddSingleton<IPayments, HttpPayments>();
    }

    /// <inheritdoc/>
    public async Task<Payment> ChargeAsync(string key, long amount, CancellationToken cancellation) => (await SendAsync(
        "charge", () => new(HttpMethod.Post, Address(Payments)) { Content = JsonContent.Create(new { key, amount }) }, cancellation))!;

    /// <inheritdoc/>
    public Task<Payment?> FindAsync(string key, CancellationToken cancellation) => SendAsync(
        "find", () => new(HttpMethod.Get, Address($"{Payments}/{Uri.EscapeDataString(key)}")), cancellation);

    /// <inheritdoc/>
    public async Task RefundAsync(string key, CancellationToken cancellation)
    {
        var payment = await SendAsync("refund", () => new(HttpMethod.Post, Address($"{Payments}/{Uri.EscapeDataString(key)}/refund")), cancellation);
        // A response alone is no confirmation: unless the partner reports the refund as done, the call is retried.
        if (payment is not { IsLost: true })
            throw new PartnerUnavailableException("refund", new InvalidOperationException($"the payment is in state '{payment?.State}'"));
    }

    private static Uri Address(string path) => new(path, UriKind.Relative);

    private async Task<Payment?> SendAsync(string call, Func<HttpRequestMessage> make, CancellationToken cancellation)
    {
        if (_http.BaseAddress is null)
            throw new PartnerUnavailableException(call, new InvalidOperationException("The setting Orders:Partner is missing."));
        try
        {
            using var request = make();
            using var answer = await _http.SendAsync(request, cancellation);
            return IsMissing(answer) ? null : await ReadAsync(answer.EnsureSuccessStatusCode()) ?? throw new HttpRequestException("the response has no valid payment");
        }
        catch (Exception error) when (error is HttpRequestException or TimeoutRejectedException or BrokenCircuitException)
        {
            throw new PartnerUnavailableException(call, error);
        }
    }

    private static bool IsMissing(HttpResponseMessage response) => response.StatusCode == HttpStatusCode.NotFound && response.RequestMessage!.Method == HttpMethod.Get;

    /// <summary>The payment in a response whose body is in memory; null if there is no valid one.</summary>
    private static async Task<Payment?> ReadAsync(HttpResponseMessage response)
    {
        if (!response.IsSuccessStatusCode)
            return null;
        try
        {
            var payment = JsonSerializer.Deserialize<Payment>(await response.Content.ReadAsStringAsync(), Whole);
            return Payment.IsId(payment?.PaymentId) ? payment : null;
        }
        // InvalidOperationException: the response text has an unknown encoding.
        catch (Exception error) when (error is JsonException or InvalidOperationException)
        {
            return null;
        }
    }
}
