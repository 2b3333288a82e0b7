using System.ComponentModel;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Seats;

/// <summary>
/// One reservation of the signed-in account, cancelled or not; see <see cref="Reservation"/>. Read from the primary. Returns 200.
/// Errors: 404 <c>no-such-reservation</c>, also for another account's.
/// </summary>
public static class ShowReservation
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<Reservation>, Problem>> Handle(
        [Description("Id of the reservation.")] long id,
        CurrentAccount account, Reads reads, CancellationToken cancellation) =>
        await Reservation.FindAsync(reads, id, account.Id, cancellation) is { } reservation ? TypedResults.Ok(reservation) : SeatsProblems.NoSuchReservation;
}
