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
        string? after, [Limit] int? limit, CurrentAccount account, Databases databases, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;

        var length = limit ?? Cursor.DefaultLimit;
        var which = "account_id = @Id "
            + (from is null ? "" : "AND (ordered_at < @Time OR (ordered_at = @Time AND id < @LastId)) ")
            + "ORDER BY ordered_at DESC, id DESC LIMIT @rows";
        var found = await Order.ReadAsync(databases, which, new { account.Id, from?.Time, LastId = from?.Id, rows = length + 1 }, cancellation);
        return TypedResults.Ok(Page.Of(found, length, order => Cursor.At(order.OrderedAt, order.OrderId)));
    }
}
