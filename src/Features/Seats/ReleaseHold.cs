using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Seats;

/// <summary>
/// Lets go of a hold of the signed-in account: its seats can be held by anybody at once. 204, also where the hold is gone or
/// never was, so repeating is safe; 404 <c>no-such-hold</c> for somebody else's; 503 <c>busy</c> while the store of holds or
/// the primary is away. What was reserved from it stays reserved.
/// </summary>
public static class ReleaseHold
{
    /// <summary>Answers the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long gameId, long holdId, CurrentAccount account, Holds holds, SeatAvailability gate, Databases databases, CancellationToken cancellation)
    {
        if (await holds.FindAsync(holdId, gameId, cancellation) is not { } hold)
            return TypedResults.NoContent();
        if (hold.AccountId != account.Id)
            return SeatsProblems.NoSuchHold;

        var wasSold = (await Reservation.AmongAsync(databases, [hold.Id], cancellation)).Count > 0;
        // Seen through, once begun: what Redis does about it can't be called back.
        await holds.LetGoAsync(hold.Id, hold.GameId, account.Id, hold.Seats, CancellationToken.None);
        // Redis has missed the sale; whoever asks before it knows is told by the primary.
        if (wasSold)
            await gate.TryReconcileAsync(hold.GameId, [.. hold.Seats.Select(seat => seat.Seat)]);
        return TypedResults.NoContent();
    }
}
