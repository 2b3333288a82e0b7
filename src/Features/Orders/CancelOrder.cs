using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Orders;

/// <summary>
/// Gives an order of the signed-in account up, paid or not yet: goods and coupon come back at once, what was paid is paid back by the worker; see
/// <see cref="Settlements"/>. 204, 404 <c>no-such-order</c> (also for another account's), 409 <c>already-cancelled</c> or <c>order-declined</c>,
/// or 503 <c>busy</c>.
/// </summary>
public static class CancelOrder
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long orderId, CurrentAccount account, Settlements settlements, CancellationToken cancellation) =>
        await settlements.CancelAsync(orderId, account.Id, cancellation) is { } refusal ? refusal : TypedResults.NoContent();
}
