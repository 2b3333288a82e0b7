using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Seats;

/// <summary>
/// The seats of a game that operators have blocked from sale, ordered by grade and number. Operators only. Read from the primary,
/// so an operator act is visible immediately. Returns 200. Errors: 400 <c>invalid</c> for an invalid limit or cursor, 404
/// <c>no-such-game</c>.
/// </summary>
public static class ListBlocked
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<Page<Seat>>, Problem>> Handle(
        long gameId, string? after, [Limit] int? limit, CatalogQueries catalog, Reads reads, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;
        if (await catalog.SaleTermsAsync(gameId, cancellation) is null)
            return CatalogProblems.NoSuchGame;

        var length = limit ?? Cursor.DefaultLimit;
        var (lastGrade, lastNumber) = from is { } last ? (last.Key, last.Id) : default;
        var seats = await reads.QueryPrimaryAsync(
            database => database.Set<SeatClaimRow>()
                .Where(claim => claim.GameId == gameId && claim.ReservationId == null
                    && (claim.GradeId > lastGrade || (claim.GradeId == lastGrade && claim.Number > lastNumber)))
                .OrderBy(claim => claim.GradeId).ThenBy(claim => claim.Number)
                .Select(claim => new Seat(claim.GradeId, claim.Number))
                .Take(length + 1)
                .ToListAsync(),
            cancellation);
        return TypedResults.Ok(Page.Of(seats, length, seat => new Cursor(seat.GradeId, seat.Number)));
    }
}
