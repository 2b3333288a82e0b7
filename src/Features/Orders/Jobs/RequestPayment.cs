using System.Text.Json;

namespace Dugout.Features.Orders;

/// <summary>
/// Asks the partner for an order's payment, once the order is there, and settles it if the answer says what became of it. Asked again it finds
/// the payment it had asked for; an order that has come to an end meanwhile isn't asked for any more.
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
