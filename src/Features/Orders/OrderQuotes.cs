using Dugout.Features.Coupons;
using Dugout.Features.Products;

namespace Dugout.Features.Orders;

/// <summary>Computes orders on the server: the current prices, the coupon's discount, and whether the stock suffices.</summary>
public sealed class OrderQuotes(Reads reads, ProductsQueries products, CouponsQueries coupons, TimeProvider clock)
{
    /// <summary>An order as currently possible.</summary>
    internal sealed record Quote(IReadOnlyList<Order.Line> Lines, long? CouponId, DateTime? ValidUntil, long Discount, long Total)
    {
        public IReadOnlyList<Goods> Goods => [.. Lines.Select(line => new Goods(line.ProductId, line.Quantity))];
    }

    /// <summary>Reads products and coupon, and returns the order or the error. The write checks again whatever may change before it.</summary>
    internal async Task<Result<Quote>> QuoteAsync(PlaceOrder.OrderRequest request, long accountId, CancellationToken cancellation)
    {
        var found = await products.FindAsync([.. request.Lines.Select(line => line.ProductId)], cancellation);
        if (found.Count < request.Lines.Count)
            return ProductsProblems.NoSuchProduct;
        List<Order.Line> lines = [.. request.Lines.OrderBy(line => line.ProductId)
            .Select(line => new Order.Line(line.ProductId, found[line.ProductId].Name, line.Quantity, found[line.ProductId].Price))];
        var sum = lines.Sum(line => line.Price * line.Quantity);

        var quote = new Quote(lines, CouponId: null, ValidUntil: null, Discount: 0, sum);
        if (request.CouponId is { } couponId)
        {
            if (await coupons.FindAsync(couponId, accountId, cancellation) is not { } coupon)
                return OrdersProblems.NoSuchCoupon;
            if (coupon.UsedByOrder is not null)
                return OrdersProblems.CouponUsed;
            if (clock.GetUtcNow().UtcDateTime >= coupon.ValidUntil)
                return OrdersProblems.CouponNotValid;
            if (sum < coupon.Minimum)
                return OrdersProblems.MinimumNotReached;
            var discount = Math.Min(coupon.Discount, sum);
            quote = new(lines, couponId, coupon.ValidUntil, discount, sum - discount);
        }

        var lacking = await StockLeft.TooLittleAsync(reads, quote.Goods, cancellation);
        return lacking is [] ? quote : OrdersProblems.OutOfStock.With("lines", lacking);
    }
}
