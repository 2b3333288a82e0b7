namespace Dugout.Features.Orders;

/// <summary>Where an order can be, as its row and its answers say it. From <see cref="Placed"/> it goes to one of the others; a paid one may still be cancelled.</summary>
internal static class OrderStates
{
    /// <summary>Its goods are kept, its payment has been asked for.</summary>
    public const string Placed = "placed";

    /// <summary>The payment was approved; or it cost nothing.</summary>
    public const string Paid = "paid";

    /// <summary>The payment was declined, or nobody said in time what became of it. Goods and coupon are given back.</summary>
    public const string Declined = "declined";

    /// <summary>The fan gave it up. Goods, coupon and what was paid are given back.</summary>
    public const string Cancelled = "cancelled";
}
