using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Seats;

/// <summary>
/// Releases a hold of the signed-in account: any account can hold its seats immediately. A reservation made from it is
/// unaffected. Returns 204, also if the hold is gone or never existed, so repeats are safe. Errors: 404 <c>no-such-hold</c> for
/// another account's, 503 <c>busy</c> while Redis or the primary is unavailable.
/// </summary>
public static class ReleaseHold
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long gameId, long holdId, CurrentAccount account, Holds holds, SeatAvailability gate, Reads reads, CancellationToken cancellation)
    {
        var found = await holds.FindAsync(holdId, gameId, account.Id, cancellation);
        if (found.Value is not { } hold)
            return found.Problem == SeatsProblems.NoSuchHold ? SeatsProblems.NoSuchHold : TypedResults.NoContent();

        var wasSold = (await Reservation.AmongAsync(reads, [hold.Id], cancellation)).Count > 0;
        // Not cancellable once begun: a change in Redis can't be undone.
        await holds.LetGoAsync(hold, CancellationToken.None);
        // Redis has missed the sale; until it knows, the primary rejects requests for these seats.
        if (wasSold)
            await gate.TryReconcileAsync(hold.GameId, [.. hold.Seats.Select(seat => seat.Seat)]);
        return TypedResults.NoContent();
    }
}
