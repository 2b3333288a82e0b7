using System.Text.Json;

namespace Dugout.Features.Orders;

/// <summary>
/// Requests an order's payment from the partner after the order is committed, and settles the order if the response is final. A
/// repeated request returns the existing payment; for a settled order no payment is requested.
/// </summary>
public sealed class RequestPayment(IPayments payments, Settlements settlements) : IOutboxReceiver
{
    /// <inheritdoc/>
    public string Topic => PaymentWanted.Topic;

    /// <inheritdoc/>
    public async Task ReceiveAsync(OutboxMessage message, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(message);
        var wanted = JsonSerializer.Deserialize<PaymentWanted>(message.Body, JsonSerializerOptions.Web)!;
        if (!await settlements.IsPlacedAsync(wanted.OrderId, cancellation))
            return;
        var payment = await payments.ChargeAsync(Order.PaymentKeyOf(wanted.OrderId), wanted.Total, cancellation);
        await settlements.LearnAsync(wanted.OrderId, payment, cancellation);
    }
}
