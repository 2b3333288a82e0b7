using Dapper;
using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using MySqlConnector;

namespace Dugout.Features.Seats;

/// <summary>
/// Blocks seats of a game from sale, all or none. Operators only. Blocking a seat that another account holds ends that hold in
/// effect: it stays listed until its deadline, but can be neither reserved nor renewed. A sold seat stays sold. Returns 204.
/// Errors: 400 <c>invalid</c>, 404 <c>no-such-game</c> or <c>no-such-seat</c>, 409 <c>seat-taken</c> (lists the seats and whether
/// each is sold or already blocked).
/// </summary>
public static class BlockSeats
{
    /// <summary>Maximum number of seats in one operator act: one block of a stand.</summary>
    public const int MaxSeats = 500;

    /// <summary>The seats to block.</summary>
    /// <param name="Seats">The seats, 1 to 500, each once.</param>
    public sealed record BlockRequest([property: Items(1, MaxSeats)] IReadOnlyList<Seat> Seats);

    /// <summary>Seats and their state before or after an operator act.</summary>
    /// <param name="State"><c>free</c> or <c>blocked</c>.</param>
    /// <param name="Seats">The seats.</param>
    public sealed record SeatsInState(string State, IReadOnlyList<Seat> Seats);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long gameId, BlockRequest request, CurrentAccount account,
        CatalogQueries catalog, OperatorActs acts, SeatAvailability availability, CancellationToken cancellation)
    {
        if (ErrorOf(request.Seats, await catalog.SaleTermsAsync(gameId, cancellation)) is { } invalid)
            return invalid;

        var blocked = await acts.DoAsync(account, "block-seats", connection => BlockAsync(connection, gameId, request.Seats, account), ProblemOf, cancellation);
        if (blocked.Problem == SeatsProblems.SeatTaken)
            return SeatsProblems.SeatTaken.With("seats", await availability.TakenAsync(gameId, request.Seats, cancellation));
        if (blocked.Problem is { } problem)
            return problem;
        await availability.TryReconcileAsync(gameId, request.Seats);
        return TypedResults.NoContent();
    }

    /// <summary>Validates the seats of a block or unblock request; null if they are valid.</summary>
    internal static Problem? ErrorOf(IReadOnlyList<Seat> seats, CatalogQueries.SaleTerms? terms)
    {
        if (terms is null)
            return CatalogProblems.NoSuchGame;
        return seats.All(seat => terms.Grade(seat.GradeId)?.Has(seat.Number) == true) ? null : SeatsProblems.NoSuchSeat;
    }

    /// <summary>Inserts the claims in the same order as a purchase; the primary key decides between a purchase and a block.</summary>
    private static async Task<Result<OperatorAct<SeatsInState>>> BlockAsync(
        LeasedConnection connection, long gameId, IReadOnlyList<Seat> seats, CurrentAccount account)
    {
        var parameters = new DynamicParameters(new { gameId });
        var claims = parameters.Rows("(@gameId, @grade#, @number#)", seats.OrderBy(seat => seat.GradeId).ThenBy(seat => seat.Number),
            seat => [("grade", seat.GradeId), ("number", seat.Number)]);
        await connection.ExecuteAsync($"INSERT INTO seat_claims (game_id, grade_id, number) VALUES {claims}", parameters);
        return new OperatorAct<SeatsInState>(gameId, new("free", seats), new("blocked", seats), SeatsChanged.Blocked(account.Id, gameId, seats));
    }

    private static Problem? ProblemOf(MySqlException error) => error.IsDuplicateKey() ? SeatsProblems.SeatTaken : null;
}
