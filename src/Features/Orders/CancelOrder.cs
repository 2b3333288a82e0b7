using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Orders;

/// <summary>
/// Cancels an order of the signed-in account, paid or not: goods and coupon are returned immediately, a payment is refunded by
/// the worker; see <see cref="Settlements"/>. Returns 204. Errors: 404 <c>no-such-order</c> (also for another account's), 409
/// <c>already-cancelled</c> or <c>order-declined</c>, 503 <c>busy</c>.
/// </summary>
public static class CancelOrder
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long orderId, CurrentAccount account, Settlements settlements, CancellationToken cancellation) =>
        await settlements.CancelAsync(orderId, account.Id, cancellation) is { } problem ? problem : TypedResults.NoContent();
}
