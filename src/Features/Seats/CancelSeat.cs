using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Seats;

/// <summary>
/// Gives back one seat of a reservation of the signed-in account, at any time; see <see cref="Cancellations"/>. It can be
/// bought again at once, and counts no more against the account's limits. 204, 404 <c>no-such-reservation</c> (also somebody
/// else's) or <c>no-such-seat</c> when the reservation never had it, 409 <c>already-cancelled</c>, or 503 <c>busy</c>.
/// </summary>
public static class CancelSeat
{
    /// <summary>Answers the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long id, long gradeId, int number, CurrentAccount account, Cancellations cancellations, CancellationToken cancellation) =>
        await cancellations.CancelAsync(id, account.Id, new Seat(gradeId, number), cancellation) is { } refusal ? refusal : TypedResults.NoContent();
}
