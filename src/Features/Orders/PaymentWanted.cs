using System.Globalization;

namespace Dugout.Features.Orders;

/// <summary>The outbox message that requests an order's payment, written in the same transaction as the order.</summary>
/// <param name="OrderId">The order.</param>
/// <param name="Total">The amount to pay, whole won.</param>
public sealed record PaymentWanted(long OrderId, long Total) : IOutboxMessage
{
    /// <summary>The topic of these messages.</summary>
    public const string Topic = "payment-wanted";

    string IOutboxMessage.Topic => Topic;

    /// <summary>The ordering key of an order's messages: they are delivered in sequence, so a payment is never requested after its refund.</summary>
    internal static string KeyOf(long orderId) => string.Create(CultureInfo.InvariantCulture, $"order:{orderId}");
}

/// <summary>
/// The outbox message that requests the refund of any past or future payment of an order, written in the same transaction as the end of the order.
/// </summary>
/// <param name="OrderId">The order.</param>
public sealed record RefundWanted(long OrderId) : IOutboxMessage
{
    /// <summary>The topic of these messages.</summary>
    public const string Topic = "refund-wanted";

    string IOutboxMessage.Topic => Topic;
}
