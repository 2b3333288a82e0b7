using Dapper;
using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

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
        long gameId, string? after, [Limit] int? limit, CatalogQueries catalog, Databases databases, CancellationToken cancellation)
    {
        const string Sql = """
            SELECT grade_id AS GradeId, number AS Number FROM seat_claims
            WHERE game_id = @gameId AND reservation_id IS NULL AND (grade_id > @Key OR (grade_id = @Key AND number > @Id))
            ORDER BY grade_id, number LIMIT @rows
            """;
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;
        if (await catalog.SaleTermsAsync(gameId, cancellation) is null)
            return CatalogProblems.NoSuchGame;

        var length = limit ?? Cursor.DefaultLimit;
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        var seats = (await connection.QueryAsync<Seat>(new(Sql, new { gameId, Key = from?.Key ?? 0, Id = from?.Id ?? 0, rows = length + 1 }, cancellationToken: cancellation))).AsList();
        return TypedResults.Ok(Page.Of(seats, length, seat => new Cursor(seat.GradeId, seat.Number)));
    }
}
