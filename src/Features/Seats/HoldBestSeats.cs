using System.ComponentModel.DataAnnotations;
using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Seats;

/// <summary>
/// Holds 1 to 8 adjacent seats of one row for the signed-in account, chosen by the server: the best row that has them, the seats nearest to its middle, and no single free seat
/// left beside them where that can be avoided. Returns 201 like a hold of chosen seats. Errors: 404 <c>no-such-game</c> or <c>no-such-grade</c>, 409 <c>not-adjacent</c> (lists free
/// seats that are apart from each other; none if the grade is sold out), <c>sale-not-open</c>, <c>sale-closed</c> or <c>limit-reached</c>, 503 <c>busy</c> while Redis is unavailable.
/// </summary>
public static class HoldBestSeats
{
    /// <summary>The error <c>not-adjacent</c> as the OpenAPI document shows it.</summary>
    internal static readonly Problem Example = SeatsProblems.NotAdjacent.With("seats", new Seat[] { new(11, 120), new(11, 437) });

    /// <summary>What to hold.</summary>
    /// <param name="GradeId">The seat grade.</param>
    /// <param name="Count">Number of adjacent seats.</param>
    /// <example>{"gradeId":11,"count":2}</example>
    public sealed record BestRequest(long GradeId, [property: Range(1, HoldSeats.MaxSeats)] int Count);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Created<HoldSeats.HoldAnswer>, Problem>> Handle(
        long gameId, BestRequest request, CurrentAccount account, CatalogQueries catalog, HoldPlacement placement, TimeProvider clock, CancellationToken cancellation)
    {
        if (await catalog.SaleTermsAsync(gameId, cancellation) is not { } terms)
            return CatalogProblems.NoSuchGame;
        if (terms.Grade(request.GradeId) is not { } grade || await catalog.BlocksAsync(grade.GradeId, cancellation) is not { } blocks)
            return CatalogProblems.NoSuchGrade;
        if (SeatsProblems.OfSale(terms, clock.GetUtcNow().UtcDateTime) is { } error)
            return error;

        var placed = await placement.PlaceBestAsync(gameId, account.Id, (grade, blocks, request.Count), terms, cancellation);
        return placed.Value is { } hold ? TypedResults.Created($"/api/games/{gameId}/holds/{hold.Id}", HoldSeats.HoldAnswer.Of(hold)) : placed.Problem!;
    }
}
