using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Seats;

/// <summary>
/// The signed-in account's live holds of a game, ordered by deadline, each with the content returned when it was made. Read from
/// Redis by its clock, so expired holds are omitted; reserved holds are omitted too, even where Redis missed the sale. Returns
/// 200 with one page. Errors: 404 <c>no-such-game</c>, 503 <c>busy</c> while Redis or the primary is unavailable.
/// </summary>
public static class MyHolds
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<Page<HoldSeats.HoldAnswer>>, Problem>> Handle(
        long gameId, CurrentAccount account, CatalogQueries catalog, Holds holds, Reads reads, CancellationToken cancellation)
    {
        if (await catalog.SaleTermsAsync(gameId, cancellation) is null)
            return CatalogProblems.NoSuchGame;

        var mine = await holds.OfAccountAsync(gameId, account.Id, cancellation);
        var reserved = await Reservation.AmongAsync(reads, [.. mine.Select(hold => hold.Id)], cancellation);
        var open = mine.Where(hold => !reserved.Contains(hold.Id));
        return TypedResults.Ok(new Page<HoldSeats.HoldAnswer>([.. open.Select(HoldSeats.HoldAnswer.Of)], Next: null));
    }
}
