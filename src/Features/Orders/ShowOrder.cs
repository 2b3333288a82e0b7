using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Orders;

/// <summary>
/// One order of the signed-in account, in any state; see <see cref="Order"/>. Read from the primary. Returns 200. Errors: 404
/// <c>no-such-order</c>, also for another account's.
/// </summary>
public static class ShowOrder
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<Order>, Problem>> Handle(long orderId, CurrentAccount account, Reads reads, CancellationToken cancellation) =>
        await Order.FindAsync(reads, orderId, account.Id, cancellation) is { } order ? TypedResults.Ok(order) : OrdersProblems.NoSuchOrder;
}
