using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Seats;

/// <summary>
/// The signed-in account's reservations of all games, newest first, including cancelled ones; see <see cref="Reservation"/>. Read
/// from the primary, so a new reservation is visible immediately. A page begins after the last row of the previous page, so
/// concurrent inserts neither skip nor repeat a row. Returns 200. Errors: 400 <c>invalid</c> for an invalid limit or cursor.
/// </summary>
public static class MyReservations
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<Page<Reservation>>, Problem>> Handle(
        string? after, [Limit] int? limit, CurrentAccount account, Reads reads, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;

        var length = limit ?? Cursor.DefaultLimit;
        var found = await Reservation.ListAsync(reads, account.Id, from ?? Cursor.BeforeNewest, length + 1, cancellation);
        return TypedResults.Ok(Page.Of(found, length, bought => Cursor.At(bought.ReservedAt, bought.ReservationId)));
    }
}
