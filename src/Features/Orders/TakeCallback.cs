using System.ComponentModel;
using System.Globalization;
using System.Text.Json;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.Extensions.Options;
using FromHeaderAttribute = Microsoft.AspNetCore.Mvc.FromHeaderAttribute;

namespace Dugout.Features.Orders;

/// <summary>
/// Receives the result of a payment from the payment partner, authenticated by the signature of the body; see
/// <see cref="PaymentSignature"/>. Repeated and late callbacks are safe: an order settles once, and an approval of a settled
/// order is refunded. An approval with a wrong amount is refunded and declines the order. Returns 204 in all these cases. Errors:
/// 400 <c>invalid</c>, 401 <c>bad-signature</c>, 404 <c>no-such-order</c>, 503 <c>busy</c>.
/// </summary>
public static class TakeCallback
{
    /// <summary>The result of a payment.</summary>
    /// <param name="PaymentId">The partner's id of the payment, 1 to 60 visible ASCII characters.</param>
    /// <param name="Key">The order's payment key.</param>
    /// <param name="Amount">Whole won.</param>
    /// <param name="State"><c>approved</c> or <c>declined</c>.</param>
    /// <example>{"paymentId":"pay-7f3a","key":"3162277660171264","amount":133000,"state":"approved"}</example>
    public sealed record Callback(
        [property: Text(Payment.LongestId)] string PaymentId,
        string Key,
        long Amount,
        string State);

    /// <summary>Handles the request. It takes the raw body, because the signature covers its bytes.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        HttpRequest request,
        [Description("HMAC-SHA256 of the body, with the key shared with the partner: 64 hexadecimal digits."), FromHeader(Name = PaymentSignature.Header)] string? sent,
        PaymentSignature signature, Settlements settlements, [Microsoft.AspNetCore.Mvc.FromServices] IOptions<JsonOptions> json, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(request);
        using var body = new MemoryStream();
        await request.Body.CopyToAsync(body, cancellation);
        if (!signature.IsOf(body.GetBuffer().AsSpan(0, (int)body.Length), sent))
            return OrdersProblems.BadSignature;
        if (Read(body.GetBuffer().AsSpan(0, (int)body.Length), json.Value.SerializerOptions) is not { } callback)
            return Problem.InvalidField("body", "The body is not a valid payment callback.");
        if (!long.TryParse(callback.Key, NumberStyles.None, CultureInfo.InvariantCulture, out var orderId))
            return OrdersProblems.NoSuchOrder;

        var problem = await settlements.LearnAsync(orderId, new(callback.PaymentId, callback.Amount, callback.State), cancellation);
        return problem is null ? TypedResults.NoContent() : problem;
    }

    /// <summary>Parses the body; null if it is invalid.</summary>
    private static Callback? Read(ReadOnlySpan<byte> body, JsonSerializerOptions options)
    {
        try
        {
            return JsonSerializer.Deserialize<Callback>(body, options) is { State: Payment.Approved or "declined" } callback && Payment.IsId(callback.PaymentId) ? callback : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
