using System.Text;
using Dapper;
using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using MySqlConnector;

namespace Dugout.Features.Seats;

/// <summary>
/// Keeps seats of a game from sale, all or none. For operators. A seat somebody holds is taken from them: the hold is still
/// listed until its deadline, but neither reserved nor renewed. A sold one stays sold. Refused with 400 <c>invalid</c>, 404
/// <c>no-such-game</c> or <c>no-such-seat</c>, 409 <c>seat-taken</c> (which seats, and whether they are sold or blocked
/// already). Otherwise 204.
/// </summary>
public static class BlockSeats
{
    /// <summary>Most seats one act may be about: a block of a stand.</summary>
    public const int MaxSeats = 500;

    /// <summary>Which seats.</summary>
    public sealed record BlockRequest(IReadOnlyList<Seat> Seats);

    /// <summary>Seats as an act found and left them.</summary>
    /// <param name="State"><c>free</c> or <c>blocked</c>.</param>
    /// <param name="Seats">Which.</param>
    public sealed record SeatsInState(string State, IReadOnlyList<Seat> Seats);

    /// <summary>Answers the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(
        long gameId, BlockRequest request, CurrentAccount account,
        CatalogQueries catalog, OperatorActs acts, Databases databases, SeatAvailability gate, CancellationToken cancellation)
    {
        if (ErrorOf(request.Seats, await catalog.SaleTermsAsync(gameId, cancellation)) is { } invalid)
            return invalid;

        var blocked = await acts.DoAsync(account, "block-seats", connection => BlockAsync(connection, gameId, request.Seats, account), Refusal, cancellation);
        if (blocked.Refusal == SeatsProblems.SeatTaken)
            return SeatsProblems.SeatTaken.With("seats", await TakenAsync(databases, gameId, request.Seats, cancellation));
        if (blocked.Refusal is { } refusal)
            return refusal;
        await gate.TryReconcileAsync(gameId, request.Seats);
        return TypedResults.NoContent();
    }

    /// <summary>Why seats can't be meant; null where they can. The same for blocking and unblocking.</summary>
    internal static Problem? ErrorOf(IReadOnlyList<Seat> seats, CatalogQueries.SaleTerms? terms)
    {
        if (seats.Count is < 1 or > MaxSeats)
            return Problem.InvalidField("seats", $"Give 1 to {MaxSeats} seats.");
        if (seats.Distinct().Count() != seats.Count)
            return Problem.InvalidField("seats", "Give each seat once.");
        if (terms is null)
            return CatalogProblems.NoSuchGame;
        return seats.All(seat => terms.Grade(seat.GradeId)?.Has(seat.Number) == true) ? null : SeatsProblems.NoSuchSeat;
    }

    /// <summary>The claims, in a purchase's order; the primary key decides between the two.</summary>
    private static async Task<Result<OperatorAct<SeatsInState>>> BlockAsync(
        LeasedConnection connection, long gameId, IReadOnlyList<Seat> seats, CurrentAccount account)
    {
        var parameters = new DynamicParameters(new { gameId });
        var claims = new List<string>(seats.Count);
        foreach (var (index, seat) in seats.OrderBy(seat => seat.GradeId).ThenBy(seat => seat.Number).Index())
        {
            parameters.Add($"grade{index}", seat.GradeId);
            parameters.Add($"number{index}", seat.Number);
            claims.Add($"(@gameId, @grade{index}, @number{index})");
        }

        await connection.ExecuteAsync(
            new StringBuilder("INSERT INTO seat_claims (game_id, grade_id, number) VALUES ").AppendJoin(", ", claims).ToString(), parameters);
        return new OperatorAct<SeatsInState>(gameId, new("free", seats), new("blocked", seats), SeatsChanged.Blocked(account.Id, gameId, seats));
    }

    private static Problem? Refusal(MySqlException error) => error.IsDuplicateKey() ? SeatsProblems.SeatTaken : null;

    private static async Task<List<Holds.TakenSeat>> TakenAsync(
        Databases databases, long gameId, IReadOnlyList<Seat> seats, CancellationToken cancellation)
    {
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        var claimed = await Claims.AmongAsync(connection, gameId, seats, cancellation);
        return [.. claimed.Select(Holds.TakenSeat.Of)];
    }
}
