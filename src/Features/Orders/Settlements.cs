using Dapper;
using Dugout.Features.Coupons;

namespace Dugout.Features.Orders;

/// <summary>
/// Settles orders. Each state change is one batch that begins with a conditional update: the second of two concurrent changes matches no row, the batch stops, and the
/// order is read again. Account, partner and job may therefore act concurrently and repeatedly. Goods and coupon are returned in the same transaction as the final state,
/// and the refund message is written with it.
/// </summary>
public sealed class Settlements(Databases databases, PrimaryTransaction transaction, TimeProvider clock)
{
    /// <summary>The step that completes a state change. If the previous statement changed no order, the step lacks its parent, and the server stops there.</summary>
    private const string Step = "INSERT INTO order_steps (order_id, step, reached_at) VALUES (IF(ROW_COUNT() = 1, @orderId, 0), @step, @now); ";

    // The index hint restricts the lock to this row: with the index on state a server that estimates a small table would lock every placed order.
    private const string Pay = "UPDATE orders FORCE INDEX (PRIMARY) SET state = 'paid', payment_id = @paymentId WHERE id = @orderId AND state = 'placed' AND total = @amount; ";

    private const string PayLate =
        "UPDATE orders FORCE INDEX (PRIMARY) SET payment_id = @paymentId WHERE id = @orderId AND state IN ('declined', 'cancelled') AND payment_id IS NULL; ";

    private const string End = "UPDATE orders FORCE INDEX (PRIMARY) SET state = @to, payment_id = COALESCE(payment_id, @paymentId) WHERE id = @orderId AND state = @from; ";

    /// <summary>Whether an order still waits for its payment.</summary>
    public async Task<bool> IsPlacedAsync(long orderId, CancellationToken cancellation)
    {
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        return await FindAsync(connection, orderId, cancellation) is { State: OrderStates.Placed };
    }

    /// <summary>Settles an order by the partner's state of its payment; does nothing if that state is not final or not new.</summary>
    /// <returns>The error; null on success.</returns>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke and the outcome is unknown; the next attempt resolves it.</exception>
    public Task<Problem?> LearnAsync(long orderId, Payment payment, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(payment);
        return SettleAsync(orderId, order => payment switch
        {
            { State: Payment.Approved } => Approval(order, payment),
            { IsLost: true } when order.State == OrderStates.Placed => Ended(order, OrderStates.Declined, isRefunded: false),
            _ => new(Text: null),
        }, cancellation);
    }

    /// <summary>Declines an order whose payment has no result. A settled order stays unchanged.</summary>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke and the outcome is unknown; the next attempt resolves it.</exception>
    public Task GiveUpAsync(long orderId, CancellationToken cancellation) => SettleAsync(
        orderId, order => order.State == OrderStates.Placed ? Ended(order, OrderStates.Declined, isRefunded: true) : new(Text: null), cancellation);

    /// <summary>Cancels an order at its account's request.</summary>
    /// <returns>The error; null on success.</returns>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke and the outcome is unknown; a retry resolves it.</exception>
    public Task<Problem?> CancelAsync(long orderId, long accountId, CancellationToken cancellation) => SettleAsync(orderId, order => order switch
    {
        _ when order.AccountId != accountId => new(Text: null, OrdersProblems.NoSuchOrder),
        { State: OrderStates.Cancelled } => new(Text: null, Problems.AlreadyCancelled),
        { State: OrderStates.Declined } => new(Text: null, OrdersProblems.OrderDeclined),
        _ => Ended(order, OrderStates.Cancelled, isRefunded: true),
    }, cancellation);

    /// <summary>The change for an order in its current state: a batch to send, or none, possibly with an error.</summary>
    private sealed record Move(Func<DynamicParameters, string>? Text, Problem? Problem = null);

    private async Task<Problem?> SettleAsync(long orderId, Func<Found, Move> moveFor, CancellationToken cancellation)
    {
        var settled = await transaction.RunAsync<Found>(
            async open =>
            {
                if (await FindAsync(await open.ConnectionAsync(), orderId, cancellation) is not { } order)
                    return OrdersProblems.NoSuchOrder;
                var move = moveFor(order);
                if (move.Text is null)
                    return move.Problem is { } problem ? problem : order;
                var parameters = new DynamicParameters(new { orderId, now = clock.GetUtcNow().UtcDateTime.Microseconds() });
                await open.CommitAsync(move.Text(parameters), parameters);
                return order;
            },
            error => error.HasNoParent() || error.IsDuplicateKey() ? PrimaryTransaction.Conflict : null, cancellation);
        return settled.Problem;
    }

    /// <summary>
    /// Handles an approval. In time: the order is paid. With a wrong amount: the order is declined and the payment refunded. Too late: the payment is refunded. A repeat:
    /// nothing.
    /// </summary>
    private Move Approval(Found order, Payment payment) => order.State switch
    {
        OrderStates.Placed when payment.Amount != order.Total => Ended(order, OrderStates.Declined, isRefunded: true, payment.PaymentId),
        OrderStates.Placed => new(parameters =>
        {
            parameters.AddDynamicParams(new { paymentId = payment.PaymentId, amount = payment.Amount, step = "paid" });
            return Pay + Step;
        }),
        OrderStates.Paid => new(Text: null),
        _ when order.PaymentId is not null => new(Text: null),
        _ => new(parameters =>
        {
            parameters.AddDynamicParams(new { paymentId = payment.PaymentId, step = "paid-late" });
            return PayLate + Step + PayBack(order, parameters);
        }),
    };

    /// <summary>
    /// Declines or cancels the order, optionally with a refund. Locks are taken in the same order as when placing an order: the coupon before the goods.
    /// </summary>
    private Move Ended(Found order, string to, bool isRefunded, string? paymentId = null) => new(parameters =>
    {
        parameters.AddDynamicParams(new { from = order.State, to, paymentId, couponId = order.CouponId, step = "given-up" });
        return End + Step
            + (order.CouponId is null ? "" : CouponsQueries.GiveBack)
            + Stock.GiveBack(order.Goods, parameters)
            + (isRefunded && order.Total > 0 ? PayBack(order, parameters) : "");
    });

    private string PayBack(Found order, DynamicParameters parameters) =>
        OutboxWriter.Publish(parameters, PaymentWanted.KeyOf(order.Id), new RefundWanted(order.Id), clock.GetUtcNow().UtcDateTime);

    /// <summary>The current state of an order. Its goods are immutable and therefore need no lock.</summary>
    private sealed record Found(long Id, long AccountId, string State, long? CouponId, long Total, string? PaymentId)
    {
        public IReadOnlyList<Goods> Goods { get; init; } = [];
    }

    private static async Task<Found?> FindAsync(LeasedConnection connection, long orderId, CancellationToken cancellation)
    {
        const string Sql = """
            SELECT id AS Id, account_id AS AccountId, state AS State, coupon_id AS CouponId, total AS Total, payment_id AS PaymentId FROM orders WHERE id = @orderId;
            SELECT product_id, quantity FROM order_lines WHERE order_id = @orderId ORDER BY product_id;
            """;
        await using var answers = await connection.QueryMultipleAsync(new(Sql, new { orderId }, cancellationToken: cancellation));
        if (await answers.ReadSingleOrDefaultAsync<Found>() is not { } order)
            return null;
        var lines = await answers.ReadAsync<(long ProductId, int Quantity)>();
        return order with { Goods = [.. lines.Select(line => new Goods(line.ProductId, line.Quantity))] };
    }
}
