namespace Dugout.Features.Orders;

/// <summary>
/// The states of an order, as stored and as returned. <see cref="Placed"/> changes to one of the others; a paid order may still be cancelled.
/// </summary>
internal static class OrderStates
{
    /// <summary>Its goods are reserved and its payment is requested.</summary>
    public const string Placed = "placed";

    /// <summary>The payment was approved, or nothing was to be paid.</summary>
    public const string Paid = "paid";

    /// <summary>The payment was declined, or its outcome was not known in time. Goods and coupon are returned.</summary>
    public const string Declined = "declined";

    /// <summary>The account cancelled it. Goods and coupon are returned, and a payment is refunded.</summary>
    public const string Cancelled = "cancelled";
}
