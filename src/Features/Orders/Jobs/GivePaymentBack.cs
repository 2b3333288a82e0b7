using System.Text.Json;

namespace Dugout.Features.Orders;

/// <summary>
/// Tells the partner to give back what was paid for an order that was given up, and to take nothing for it from then on. Told again, the partner
/// does nothing more. The message comes again until there is an answer, however long the partner is away.
/// </summary>
public sealed class GivePaymentBack(IPayments payments) : IOutboxReceiver
{
    /// <inheritdoc/>
    public string Topic => RefundWanted.Topic;

    /// <inheritdoc/>
    public async Task ReceiveAsync(OutboxMessage message, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(message);
        var wanted = JsonSerializer.Deserialize<RefundWanted>(message.Body, JsonSerializerOptions.Web)!;
        await payments.RefundAsync(Order.PaymentKeyOf(wanted.OrderId), cancellation);
    }
}
