using System.Globalization;
using System.Text.Json;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.Extensions.Options;

namespace Dugout.Features.Orders;

/// <summary>
/// The payment partner tells what became of a payment. It says so by signing the body; see <see cref="PaymentSignature"/>. It may be told twice and
/// late: an order settles once, and an approval of one that was given up is paid back. So is one of another amount than the order costs, which gives
/// the order up. 204 whatever that changes; 400 <c>invalid</c>, 401 <c>bad-signature</c>, 404 <c>no-such-order</c>, 503 <c>busy</c>.
/// </summary>
public static class TakeCallback
{
    /// <summary>What became of a payment.</summary>
    /// <param name="PaymentId">The partner's name for it, 1 to 60 visible ASCII characters.</param>
    /// <param name="Key">Our key: the order's.</param>
    /// <param name="Amount">Whole won.</param>
    /// <param name="State"><c>approved</c> or <c>declined</c>.</param>
    public sealed record Callback(string PaymentId, string Key, long Amount, string State);

    /// <summary>Handles the request. It takes the body as it came: what was signed are its bytes.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        HttpRequest request, PaymentSignature signature, Settlements settlements, IOptions<JsonOptions> json, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(request);
        using var body = new MemoryStream();
        await request.Body.CopyToAsync(body, cancellation);
        if (!signature.IsOf(body.GetBuffer().AsSpan(0, (int)body.Length), request.Headers[PaymentSignature.Header]))
            return OrdersProblems.BadSignature;
        if (Read(body.GetBuffer().AsSpan(0, (int)body.Length), json.Value.SerializerOptions) is not { } told)
            return Problem.InvalidField("body", "This is no callback.");
        if (!long.TryParse(told.Key, NumberStyles.None, CultureInfo.InvariantCulture, out var orderId))
            return OrdersProblems.NoSuchOrder;

        var refusal = await settlements.LearnAsync(orderId, new(told.PaymentId, told.Amount, told.State), cancellation);
        return refusal is null ? TypedResults.NoContent() : refusal;
    }

    /// <summary>What was told; null where it can't be read.</summary>
    private static Callback? Read(ReadOnlySpan<byte> body, JsonSerializerOptions options)
    {
        try
        {
            return JsonSerializer.Deserialize<Callback>(body, options) is { State: Payment.Approved or "declined" } told && Payment.IsId(told.PaymentId) ? told : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
