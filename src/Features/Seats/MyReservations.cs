using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Seats;

/// <summary>
/// The signed-in account's reservations of all games, newest first, cancelled ones among them; see <see cref="Reservation"/>.
/// Read from the primary, so each is there at once. A page begins behind the last row of the one before, so none is skipped
/// or repeated while others are made. 200, or 400 <c>invalid</c> for a limit or cursor that can't be read.
/// </summary>
public static class MyReservations
{
    /// <summary>Answers the request.</summary>
    public static async Task<Results<Ok<Page<Reservation>>, Problem>> Handle(
        string? after, int? limit, CurrentAccount account, Databases databases, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, limit, out var from) is { } refusal)
            return refusal;

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
