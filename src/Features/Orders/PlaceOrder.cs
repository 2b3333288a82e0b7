using Dapper;
using Dugout.Features.Coupons;
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

    /// <summary>The new order.</summary>
    /// <param name="Lines">1 to 20, each product once.</param>
    /// <param name="CouponId">A coupon of the account; default none.</param>
    /// <example>{"lines":[{"productId":1,"quantity":2}],"couponId":3162277660169001}</example>
    public sealed record OrderRequest(
        [property: Items(1, MaxLines)] IReadOnlyList<WantedLine> Lines,
        long? CouponId = null);

    /// <summary>A product with its quantity.</summary>
    /// <param name="ProductId">The product.</param>
    /// <param name="Quantity">1 to 10.</param>
    /// <example>{"productId":1,"quantity":2}</example>
    public sealed record WantedLine(
        long ProductId,
        [property: Number(1, MaxQuantity)] int Quantity);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<IdempotentResponse<Order>, Problem>> Handle(
        OrderRequest request, [FromHeader(Name = IdempotencyKey.Header)] string? key, CurrentAccount account,
        OrderQuotes quotes, IdempotentCommands idempotency, TimeProvider clock, CancellationToken cancellation)
    {
        if (!IdempotencyKey.IsKey(key))
            return Problems.IdempotencyKeyMissing;
        if (request.Lines.DistinctBy(line => line.ProductId).Count() < request.Lines.Count)
            return Problem.InvalidField("lines", "Give each product once.");

        var outcome = await idempotency.OnceAsync(account.Id, key!, request, WriteAsync, cancellation);
        return outcome.Value is { } answer ? answer : outcome.Problem!;

        async Task<Result<KeyedWrite<Order>>> WriteAsync() =>
            Write(await quotes.QuoteAsync(request, account.Id, cancellation), account, clock);
    }

    /// <summary>
    /// The SQL of the order, between its idempotency key and its commit. The coupon comes first, so that orders with the same coupon wait for each
    /// other before they lock goods. Without the coupon the insert of the order fails, without all goods the insert of its lines fails, and the
    /// server stops there.
    /// </summary>
    private static Result<KeyedWrite<Order>> Write(Result<OrderQuotes.Quote> quoted, CurrentAccount account, TimeProvider clock)
    {
        if (quoted.Value is not { } quote)
            return quoted.Problem!;

        var id = Ids.New();
        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var state = quote.Total == 0 ? OrderStates.Paid : OrderStates.Placed;
        var order = new Order(id, Order.NumberOf(id), state, quote.Lines, quote.Discount, quote.Total, now);
        var parameters = new DynamicParameters(new
        {
            orderId = id,
            accountId = account.Id,
            state,
            couponId = quote.CouponId,
            validUntil = quote.ValidUntil,
            discount = quote.Discount,
            total = quote.Total,
            lineCount = quote.Lines.Count,
            now,
        });
        var (coupon, source) = quote.CouponId is null ? ("", "") : (CouponsQueries.Use, " FROM DUAL WHERE ROW_COUNT() = 1");
        var payment = quote.Total == 0 ? "" : OutboxWriter.Publish(parameters, PaymentWanted.KeyOf(id), new PaymentWanted(id, quote.Total), now);
        var sql = $"""
            {coupon}INSERT INTO orders (id, account_id, state, coupon_id, discount, total, ordered_at)
            SELECT @orderId, @accountId, @state, @couponId, @discount, @total, @now{source};
            {Stock.Take(quote.Goods, parameters)}
            {InsertLines(quote.Lines, parameters)}
            {payment}
            """;
        return new KeyedWrite<Order>(sql, parameters, order, error => error.HasNoParent() || error.IsCheckViolated() ? PrimaryTransaction.Conflict : null);
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
