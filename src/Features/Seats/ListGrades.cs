using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Seats;

/// <summary>
/// A game's seat grades with the seats remaining in each: capacity minus sold. Anonymous access. Counted on the primary, so every
/// replica returns the right number immediately after a reservation. Returns 200. Errors: 404 <c>no-such-game</c>.
/// </summary>
public static class ListGrades
{
    /// <summary>One grade.</summary>
    /// <param name="GradeId">Its id.</param>
    /// <param name="Name">Its Korean name.</param>
    /// <param name="Price">One seat's price, whole won.</param>
    /// <param name="Capacity">Number of seats, numbered from 1.</param>
    /// <param name="Remaining">Number of seats neither sold nor blocked; held seats are included.</param>
    /// <example>{"gradeId":11,"name":"테이블석","price":50000,"capacity":1000,"remaining":874}</example>
    public sealed record GradeItem(long GradeId, string Name, long Price, int Capacity, int Remaining);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<Page<GradeItem>>, Problem>> Handle(
        long gameId, LiveReads live, CatalogQueries catalog, CancellationToken cancellation)
    {
        if (await catalog.SaleTermsAsync(gameId, cancellation) is not { } terms)
            return CatalogProblems.NoSuchGame;

        var claimed = await live.ClaimedAsync(gameId, cancellation);
        var items = terms.Grades.Select(grade => new GradeItem(
            grade.GradeId, grade.Name, grade.Price, grade.Capacity, grade.Capacity - claimed.GetValueOrDefault(grade.GradeId)));
        return TypedResults.Ok(new Page<GradeItem>([.. items], Next: null));
    }
}
