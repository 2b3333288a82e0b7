using Dapper;
using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Seats;

/// <summary>
/// Releases blocked seats of a game for sale, all or none. Operators only. Returns 204. Errors: 400 <c>invalid</c>, 404
/// <c>no-such-game</c> or <c>no-such-seat</c>, 409 <c>not-blocked</c> if one of them is free or sold.
/// </summary>
public static class UnblockSeats
{
    /// <summary>The seats to release.</summary>
    /// <param name="Seats">The seats, 1 to 500, each once.</param>
    public sealed record UnblockRequest([property: Items(1, BlockSeats.MaxSeats)] IReadOnlyList<Seat> Seats);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long gameId, UnblockRequest request, CurrentAccount account,
        CatalogQueries catalog, OperatorActs acts, SeatAvailability gate, CancellationToken cancellation)
    {
        if (BlockSeats.ErrorOf(request.Seats, await catalog.SaleTermsAsync(gameId, cancellation)) is { } invalid)
            return invalid;

        var freed = await acts.DoAsync(
            account, "unblock-seats", connection => UnblockAsync(connection, gameId, request.Seats, account), problem: _ => null, cancellation);
        if (freed.Problem is { } problem)
            return problem;
        await gate.FreeAsync(gameId, request.Seats, accountId: 0, reservationId: 0);
        return TypedResults.NoContent();
    }

    private static async Task<Result<OperatorAct<BlockSeats.SeatsInState>>> UnblockAsync(
        LeasedConnection connection, long gameId, IReadOnlyList<Seat> seats, CurrentAccount account)
    {
        var parameters = new DynamicParameters(new { gameId });
        var sql = $"DELETE FROM seat_claims WHERE game_id = @gameId AND reservation_id IS NULL AND {Claims.These(seats, parameters)}";
        if (await connection.ExecuteAsync(sql, parameters) != seats.Count)
            return SeatsProblems.NotBlocked;
        return new OperatorAct<BlockSeats.SeatsInState>(
            gameId, new("blocked", seats), new("free", seats), SeatsChanged.Released(account.Id, gameId, seats));
    }
}
