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
        string? after, [Limit] int? limit, CurrentAccount account, Databases databases, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;

        var length = limit ?? Cursor.DefaultLimit;
        var which = "account_id = @Id "
            + (from is null ? "" : "AND (reserved_at < @Time OR (reserved_at = @Time AND id < @LastId)) ")
            + "ORDER BY reserved_at DESC, id DESC LIMIT @rows";
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        var found = await Reservation.ReadAsync(
            connection, which, new { account.Id, from?.Time, LastId = from?.Id, rows = length + 1 }, cancellation);
        return TypedResults.Ok(Page.Of(found, length, bought => Cursor.At(bought.ReservedAt, bought.ReservationId)));
    }
}
