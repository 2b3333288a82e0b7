using System.ComponentModel;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Seats;

/// <summary>
/// Cancels one seat of a reservation of the signed-in account, at any time; see <see cref="Cancellations"/>. The seat can be
/// bought again immediately and no longer counts against the account's limits. Returns 204. Errors: 404
/// <c>no-such-reservation</c> (also for another account's) or <c>no-such-seat</c> if the reservation never had the seat, 409
/// <c>already-cancelled</c>, 503 <c>busy</c>.
/// </summary>
public static class CancelSeat
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        [Description("Id of the reservation.")] long id,
        long gradeId, int number, CurrentAccount account, Cancellations cancellations, CancellationToken cancellation) =>
        await cancellations.CancelAsync(id, account.Id, new Seat(gradeId, number), cancellation) is { } problem ? problem : TypedResults.NoContent();
}
