using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Seats;

/// <summary>
/// The signed-in account's live holds of a game, the one that ends first before the others, each as it was answered when it
/// was made. Read from Redis and by its clock, so a hold past its deadline isn't there; nor is one that was reserved, also
/// where Redis missed it. 200 with one page, 404 <c>no-such-game</c>, or 503 <c>busy</c> while the store of holds or the
/// primary is away.
/// </summary>
public static class MyHolds
{
    /// <summary>Answers the request.</summary>
    public static async Task<Results<Ok<Page<HoldSeats.HoldAnswer>>, Problem>> Handle(
        long gameId, CurrentAccount account, CatalogQueries catalog, Holds holds, Databases databases, CancellationToken cancellation)
    {
        if (await catalog.SaleTermsAsync(gameId, cancellation) is null)
            return CatalogProblems.NoSuchGame;

        var mine = await holds.OfAccountAsync(gameId, account.Id, cancellation);
        var reserved = await Reservation.AmongAsync(databases, [.. mine.Select(hold => hold.Id)], cancellation);
        var open = mine.Where(hold => !reserved.Contains(hold.Id));
        return TypedResults.Ok(new Page<HoldSeats.HoldAnswer>([.. open.Select(HoldSeats.HoldAnswer.Of)], Next: null));
    }
}
