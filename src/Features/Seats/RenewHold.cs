using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Seats;

/// <summary>
/// Extends a hold of the signed-in account to a full lifetime from now, at its original prices, but never past its
/// longest lifetime, by default 900 seconds after it began (<see cref="SeatsOptions.LongestHoldSeconds"/>). Returns 200 with the hold and its new deadline. Errors: 404
/// <c>no-such-hold</c> for another account's, 409 <c>hold-expired</c> (gone, reserved, unknown or past its deadline) or
/// <c>renewal-limit</c>, 503 <c>busy</c> while Redis or the primary is unavailable.
/// </summary>
public static class RenewHold
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<HoldSeats.HoldAnswer>, Problem>> Handle(
        long gameId, long holdId, CurrentAccount account, Holds holds, Reads reads, CancellationToken cancellation)
    {
        var found = await holds.FindAsync(holdId, gameId, account.Id, cancellation);
        if (found.Value is not { } hold)
            return found.Problem!;
        // Redis may have missed the sale; if the hold were renewed, it would outlive even a cancellation of the reservation.
        if ((await Reservation.AmongAsync(reads, [hold.Id], cancellation)).Count > 0)
            return SeatsProblems.HoldExpired;

        // Not cancellable once begun: a change in Redis can't be undone.
        var (expiresAt, problem) = await holds.RenewAsync(hold, CancellationToken.None);
        return problem is null
            ? TypedResults.Ok(HoldSeats.HoldAnswer.Of(hold with { ExpiresAt = expiresAt }))
            : problem;
    }
}
