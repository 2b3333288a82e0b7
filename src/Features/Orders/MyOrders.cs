using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Orders;

/// <summary>
/// The signed-in account's orders, newest first, whatever became of them; see <see cref="Order"/>. Read from the primary, so each is there at
/// once. A page begins behind the last row of the one before. 200, or 400 <c>invalid</c> for a limit or cursor that can't be read.
/// </summary>
public static class MyOrders
{
    /// <summary>Answers the request.</summary>
    public static async Task<Results<Ok<Page<Order>>, Problem>> Handle(
        string? after, int? limit, CurrentAccount account, Databases databases, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, limit, out var from) is { } refusal)
            return refusal;

        var length = limit ?? Cursor.DefaultLimit;
        var which = "account_id = @Id "
            + (from is null ? "" : "AND (ordered_at < @Time OR (ordered_at = @Time AND id < @LastId)) ")
            + "ORDER BY ordered_at DESC, id DESC LIMIT @rows";
        var found = await Order.ReadAsync(databases, which, new { account.Id, from?.Time, LastId = from?.Id, rows = length + 1 }, cancellation);
        return TypedResults.Ok(Page.Of(found, length, order => Cursor.At(order.OrderedAt, order.OrderId)));
    }
}
