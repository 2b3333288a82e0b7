using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Seats;

/// <summary>
/// Gives back all seats a reservation of the signed-in account still has, at any time; see <see cref="Cancellations"/>. They
/// can be bought again at once, and count no more against the account's limits. 204, 404 <c>no-such-reservation</c> (also
/// somebody else's), 409 <c>already-cancelled</c> when it has none left, or 503 <c>busy</c>.
/// </summary>
public static class CancelReservation
{
    /// <summary>Answers the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long id, CurrentAccount account, Cancellations cancellations, CancellationToken cancellation) =>
        await cancellations.CancelAsync(id, account.Id, only: null, cancellation) is { } refusal ? refusal : TypedResults.NoContent();
}
