using System.ComponentModel;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Seats;

/// <summary>
/// Cancels all remaining seats of a reservation of the signed-in account, at any time; see <see cref="Cancellations"/>. The seats
/// can be bought again immediately and no longer count against the account's limits. Returns 204. Errors: 404
/// <c>no-such-reservation</c> (also for another account's), 409 <c>already-cancelled</c> if no seat remains, 503 <c>busy</c>.
/// </summary>
public static class CancelReservation
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        [Description("Id of the reservation.")] long id,
        CurrentAccount account, Cancellations cancellations, CancellationToken cancellation) =>
        await cancellations.CancelAsync(id, account.Id, only: null, cancellation) is { } problem ? problem : TypedResults.NoContent();
}
