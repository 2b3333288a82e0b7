using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Orders;

/// <summary>
/// The signed-in account's orders, newest first, in every state; see <see cref="Order"/>. Read from the primary, so a new order
/// is visible immediately. A page begins after the last row of the previous page. Returns 200. Errors: 400 <c>invalid</c> for an
/// invalid limit or cursor.
/// </summary>
public static class MyOrders
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<Page<Order>>, Problem>> Handle(
        string? after, [Limit] int? limit, CurrentAccount account, Reads reads, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;

        var length = limit ?? Cursor.DefaultLimit;
        var found = await Order.ListAsync(reads, account.Id, from ?? Cursor.BeforeNewest, length + 1, cancellation);
        return TypedResults.Ok(Page.Of(found, length, order => Cursor.At(order.OrderedAt, order.OrderId)));
    }
}
