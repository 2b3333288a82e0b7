using System.Globalization;

namespace Dugout.Features.Orders;

/// <summary>The message that an order's payment is to be asked for, written with the order.</summary>
/// <param name="OrderId">The order.</param>
/// <param name="Total">What is to be paid, whole won.</param>
public sealed record PaymentWanted(long OrderId, long Total) : IOutboxMessage
{
    /// <summary>The topic of these messages.</summary>
    public const string Topic = "payment-wanted";

    string IOutboxMessage.Topic => Topic;

    /// <summary>The key under which an order's messages are told one after the other: its payment is never asked for after it was told to be given back.</summary>
    internal static string KeyOf(long orderId) => string.Create(CultureInfo.InvariantCulture, $"order:{orderId}");
}

/// <summary>The message that whatever is or will be paid for an order is to be given back, written with the end of the order.</summary>
/// <param name="OrderId">The order.</param>
public sealed record RefundWanted(long OrderId) : IOutboxMessage
{
    /// <summary>The topic of these messages.</summary>
    public const string Topic = "refund-wanted";

    string IOutboxMessage.Topic => Topic;
}
