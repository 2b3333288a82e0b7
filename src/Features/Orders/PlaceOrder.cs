using System.Text;
using Dapper;
using Dugout.Features.Coupons;
using Dugout.Features.Products;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;

namespace Dugout.Features.Orders;

/// <summary>
/// Orders merchandise for the signed-in account, all or nothing. One transaction on the primary uses the coupon, takes the goods, and writes the
/// order, the payment request and the response under its idempotency key. The total is computed on the server; the worker requests the payment
/// afterwards. Returns 201; a repeat with the same key gets the same bytes. Errors: 400 <c>invalid</c> or <c>idempotency-key-missing</c>, 404
/// <c>no-such-product</c> or <c>no-such-coupon</c> (also another account's), 409 <c>out-of-stock</c> (member <c>lines</c> lists the products),
/// <c>coupon-used</c>, <c>coupon-not-valid</c> or <c>minimum-not-reached</c>, 422 <c>idempotency-key-reused</c>, 503 <c>busy</c>.
/// </summary>
public static class PlaceOrder
{
    /// <summary>Maximum number of lines in an order.</summary>
    public const int MaxLines = 20;

    /// <summary>Maximum quantity of one product.</summary>
    public const int MaxQuantity = 10;

    /// <summary>A concurrent order took the coupon or the goods; both are read again to find which.</summary>
    private static readonly Problem Beaten = Problems.Busy with { Detail = "Too many concurrent orders for the same product. Try again shortly." };

    /// <summary>The new order.</summary>
    /// <param name="Lines">1 to 20, each product once.</param>
    /// <param name="CouponId">A coupon of the account; default none.</param>
    public sealed record OrderRequest(IReadOnlyList<WantedLine> Lines, long? CouponId = null);

    /// <summary>A product with its quantity.</summary>
    /// <param name="ProductId">The product.</param>
    /// <param name="Quantity">1 to 10.</param>
    public sealed record WantedLine(long ProductId, int Quantity);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<IdempotentResponse<Order>, Problem>> Handle(
        OrderRequest request, [FromHeader(Name = IdempotencyKey.Header)] string? key, CurrentAccount account, IdempotentCommands idempotency,
        Databases databases, ProductsQueries products, CouponsQueries coupons, TimeProvider clock, CancellationToken cancellation)
    {
        if (!IdempotencyKey.IsKey(key))
            return Problems.IdempotencyKeyMissing;
        if (ErrorOf(request.Lines) is { } invalid)
            return invalid;

        for (var attempt = 1; attempt <= Transactions.Attempts; attempt++)
        {
            var wanted = await PollAsync(request, account, databases, products, coupons, clock, cancellation);
            var outcome = await idempotency.OnceAsync(account.Id, key!, request, Write(wanted, account, clock), cancellation);
            if (outcome.Value is { } answer)
                return answer;
            if (outcome.Refusal != Beaten)
                return outcome.Refusal!;
        }

        return Beaten;
    }

    private static Problem? ErrorOf(IReadOnlyList<WantedLine> lines)
    {
        if (lines.Count is < 1 or > MaxLines)
            return Problem.InvalidField("lines", $"Give 1 to {MaxLines} lines.");
        if (lines.Any(line => line is null || line.Quantity is < 1 or > MaxQuantity))
            return Problem.InvalidField("lines.quantity", $"Give 1 to {MaxQuantity}.");
        return lines.DistinctBy(line => line.ProductId).Count() < lines.Count
            ? Problem.InvalidField("lines.productId", "Give each product once.")
            : null;
    }

    /// <summary>An order as currently possible.</summary>
    private sealed record Wanted(IReadOnlyList<Order.Line> Lines, long? CouponId, DateTime? ValidUntil, long Discount, long Total)
    {
        public IReadOnlyList<Goods> Goods => [.. Lines.Select(line => new Goods(line.ProductId, line.Quantity))];
    }

    /// <summary>Reads products and coupon, and returns the order or the error. The write checks again whatever may change before it.</summary>
    private static async Task<Result<Wanted>> PollAsync(
        OrderRequest request, CurrentAccount account, Databases databases, ProductsQueries products, CouponsQueries coupons, TimeProvider clock, CancellationToken cancellation)
    {
        var found = await products.FindAsync([.. request.Lines.Select(line => line.ProductId)], cancellation);
        if (found.Count < request.Lines.Count)
            return ProductsProblems.NoSuchProduct;
        List<Order.Line> lines = [.. request.Lines.OrderBy(line => line.ProductId)
            .Select(line => new Order.Line(line.ProductId, found[line.ProductId].Name, line.Quantity, found[line.ProductId].Price))];
        var sum = lines.Sum(line => line.Price * line.Quantity);

        var wanted = new Wanted(lines, CouponId: null, ValidUntil: null, Discount: 0, sum);
        if (request.CouponId is { } couponId)
        {
            if (await coupons.FindAsync(couponId, account.Id, cancellation) is not { } coupon)
                return OrdersProblems.NoSuchCoupon;
            if (coupon.UsedByOrder is not null)
                return OrdersProblems.CouponUsed;
            if (clock.GetUtcNow().UtcDateTime >= coupon.ValidUntil)
                return OrdersProblems.CouponNotValid;
            if (sum < coupon.Minimum)
                return OrdersProblems.MinimumNotReached;
            var discount = Math.Min(coupon.Discount, sum);
            wanted = new(lines, couponId, coupon.ValidUntil, discount, sum - discount);
        }

        var lacking = await StockLeft.TooLittleAsync(databases, wanted.Goods, cancellation);
        return lacking is [] ? wanted : OrdersProblems.OutOfStock.With("lines", lacking);
    }

    /// <summary>
    /// The SQL of the order, between its idempotency key and its commit. The coupon comes first, so that orders with the same coupon wait for each
    /// other before they lock goods. Without the coupon the insert of the order fails, without all goods the insert of its lines fails, and the
    /// server stops there.
    /// </summary>
    private static Result<KeyedWrite<Order>> Write(Result<Wanted> looked, CurrentAccount account, TimeProvider clock)
    {
        const string Columns = "INSERT INTO orders (id, account_id, state, coupon_id, discount, total, ordered_at)";
        const string Values = "@orderId, @accountId, @state, @couponId, @discount, @total, @now";
        if (looked.Value is not { } wanted)
            return looked.Refusal!;

        var id = Ids.New();
        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var state = wanted.Total == 0 ? OrderStates.Paid : OrderStates.Placed;
        var order = new Order(id, Order.NumberOf(id), state, wanted.Lines, wanted.Discount, wanted.Total, now);
        var parameters = new DynamicParameters(new
        {
            orderId = id,
            accountId = account.Id,
            state,
            couponId = wanted.CouponId,
            validUntil = wanted.ValidUntil,
            discount = wanted.Discount,
            total = wanted.Total,
            lineCount = wanted.Lines.Count,
            now,
        });
        var sql = new StringBuilder();
        if (wanted.CouponId is null)
            sql.Append(Columns).Append(" VALUES (").Append(Values).Append("); ");
        else
            sql.Append(CouponsQueries.Use).Append(Columns).Append(" SELECT ").Append(Values).Append(" FROM DUAL WHERE ROW_COUNT() = 1; ");
        sql.Append(Stock.Take(wanted.Goods, parameters)).Append(InsertLines(wanted.Lines, parameters));
        if (wanted.Total > 0)
            sql.Append(OutboxWriter.Publish(parameters, PaymentWanted.KeyOf(id), new PaymentWanted(id, wanted.Total), now));
        return new KeyedWrite<Order>(sql.ToString(), parameters, order, error => error.HasNoParent() || error.IsCheckViolated() ? Beaten : null);
    }

    /// <summary>
    /// The insert of the lines. If the previous statement took fewer goods than there are lines, the first line lacks its parent order.
    /// </summary>
    private static string InsertLines(IReadOnlyList<Order.Line> lines, DynamicParameters parameters)
    {
        var rows = new List<string>();
        foreach (var (index, line) in lines.Index())
        {
            parameters.Add($"name{index}", line.Name);
            parameters.Add($"price{index}", line.Price);
            rows.Add($"({(index == 0 ? "IF(ROW_COUNT() = @lineCount, @orderId, 0)" : "@orderId")}, @product{index}, @name{index}, @quantity{index}, @price{index})");
        }

        return $"INSERT INTO order_lines (order_id, product_id, name, quantity, price) VALUES {string.Join(", ", rows)}; ";
    }
}
