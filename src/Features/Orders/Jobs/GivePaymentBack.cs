using System.Text.Json;

namespace Dugout.Features.Orders;

/// <summary>
/// Requests the refund of a cancelled order from the partner, which also closes its payment key. The partner handles repeats
/// idempotently. The message is retried until the partner responds, however long it is unavailable.
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
