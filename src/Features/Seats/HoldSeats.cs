using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Seats;

/// <summary>
/// Holds 1 to 8 seats of a game for the signed-in account, all or none, at the current price. Returns 201 with the deadline. Errors: 404
/// <c>no-such-game</c> or <c>no-such-seat</c>, 409 <c>sale-not-open</c>, <c>sale-closed</c>, <c>seat-taken</c> (lists seats and reasons, including
/// seats the account itself holds) or <c>limit-reached</c> (sold and held seats together), 503 <c>busy</c> while Redis is unavailable. Redis alone
/// rejects requests for taken seats; only a successful hold is checked against the primary, because Redis may have missed a sale.
/// </summary>
public static class HoldSeats
{
    /// <summary>Maximum number of seats in one hold.</summary>
    public const int MaxSeats = 8;

    /// <summary>The seats to hold.</summary>
    /// <param name="Seats">The seats, 1 to 8, each once; they may be of different grades.</param>
    /// <example>{"seats":[{"gradeId":11,"number":120},{"gradeId":11,"number":121}]}</example>
    public sealed record HoldRequest([property: Items(1, MaxSeats)] IReadOnlyList<Seat> Seats);

    /// <summary>The hold.</summary>
    /// <param name="HoldId">Its id, for the reservation.</param>
    /// <param name="GameId">The game.</param>
    /// <param name="ExpiresAt">Deadline, UTC: reserve or renew before it.</param>
    /// <param name="Seats">The seats at the prices they were held for.</param>
    /// <example>{"holdId":3162277660168379,"gameId":3,"expiresAt":"2027-03-25T02:07:00Z","seats":[{"gradeId":11,"number":120,"price":50000},{"gradeId":11,"number":121,"price":50000}]}</example>
    public sealed record HoldAnswer(long HoldId, long GameId, DateTime ExpiresAt, IReadOnlyList<PricedSeat> Seats)
    {
        internal static HoldAnswer Of(Holds.Hold hold) => new(hold.Id, hold.GameId, hold.ExpiresAt, hold.Seats);
    }

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Created<HoldAnswer>, Problem>> Handle(
        long gameId, HoldRequest request, CurrentAccount account, CatalogQueries catalog, HoldPlacement placement, TimeProvider clock, CancellationToken cancellation)
    {
        if (await catalog.SaleTermsAsync(gameId, cancellation) is not { } terms)
            return CatalogProblems.NoSuchGame;
        if (Priced(request.Seats, terms) is not { } seats)
            return SeatsProblems.NoSuchSeat;
        if (SeatsProblems.OfSale(terms, clock.GetUtcNow().UtcDateTime) is { } error)
            return error;

        var placed = await placement.PlaceAsync(gameId, account.Id, seats, terms, cancellation);
        return placed.Value is { } hold ? TypedResults.Created($"/api/games/{gameId}/holds/{hold.Id}", HoldAnswer.Of(hold)) : placed.Problem!;
    }

    /// <summary>The seats with their prices; null if the game lacks one of them.</summary>
    private static PricedSeat[]? Priced(IReadOnlyList<Seat> seats, CatalogQueries.SaleTerms terms)
    {
        var priced = new PricedSeat[seats.Count];
        for (var index = 0; index < priced.Length; index++)
        {
            var seat = seats[index];
            if (terms.Grade(seat.GradeId) is not { } grade || !grade.Has(seat.Number))
                return null;
            priced[index] = new(seat.GradeId, seat.Number, grade.Price);
        }

        return priced;
    }
}
