namespace Dugout.Features.Orders;

/// <summary>The errors of orders, with their stable codes.</summary>
public static class OrdersProblems
{
    /// <summary>The signature of the body is missing or wrong.</summary>
    public static readonly Problem BadSignature = new(401, "bad-signature", "The signature is missing or does not match the body.");

    /// <summary>The order does not exist, or belongs to another account.</summary>
    public static readonly Problem NoSuchOrder = new(404, "no-such-order", "There is no such order.");

    /// <summary>The coupon does not exist, or belongs to another account.</summary>
    public static readonly Problem NoSuchCoupon = new(404, "no-such-coupon", "There is no such coupon.");

    /// <summary>The stock of a product is too low; member <c>lines</c> lists the products and remaining quantities.</summary>
    public static readonly Problem OutOfStock = new(409, "out-of-stock", "The stock of at least one product is too low for this order.");

    /// <summary>The coupon was used for another order.</summary>
    public static readonly Problem CouponUsed = new(409, "coupon-used", "This coupon has already been used.");

    /// <summary>The coupon has expired.</summary>
    public static readonly Problem CouponNotValid = new(409, "coupon-not-valid", "This coupon is no longer valid.");

    /// <summary>The order is below the coupon's minimum.</summary>
    public static readonly Problem MinimumNotReached = new(409, "minimum-not-reached", "The total of the order is below the minimum of this coupon.");

    /// <summary>The order's payment was declined, so it can't be cancelled.</summary>
    public static readonly Problem OrderDeclined = new(409, "order-declined", "The payment of this order was declined.");
}
