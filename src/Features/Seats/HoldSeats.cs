using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.Options;

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
    public sealed record HoldRequest(IReadOnlyList<Seat> Seats);

    /// <summary>The hold.</summary>
    public sealed record HoldAnswer(long HoldId, long GameId, DateTime ExpiresAt, IReadOnlyList<PricedSeat> Seats)
    {
        internal static HoldAnswer Of(Holds.Hold hold) => new(hold.Id, hold.GameId, hold.ExpiresAt, hold.Seats);
    }

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Created<HoldAnswer>, Problem>> Handle(
        long gameId, HoldRequest request, CurrentAccount account,
        CatalogQueries catalog, Holds holds, SeatAvailability gate, Databases databases, IOptions<SeatsOptions> options, TimeProvider clock,
        SeatFunnel funnel, CancellationToken cancellation)
    {
        if (request.Seats.Count is < 1 or > MaxSeats)
            return Problem.InvalidField("seats", $"Give 1 to {MaxSeats} seats.");
        if (request.Seats.Distinct().Count() != request.Seats.Count)
            return Problem.InvalidField("seats", "Give each seat once.");

        if (await catalog.SaleTermsAsync(gameId, cancellation) is not { } terms)
            return CatalogProblems.NoSuchGame;
        if (Priced(request.Seats, terms) is not { } seats)
            return SeatsProblems.NoSuchSeat;
        var now = clock.GetUtcNow().UtcDateTime;
        if (now < terms.OpensAt)
            return SeatsProblems.SaleNotOpen;
        if (now >= terms.ClosesAt)
            return SeatsProblems.SaleClosed;

        var holdId = Ids.New();
        Problem? refusal = Problems.Fault;
        DateTime expiresAt;
        try
        {
            var placed = await holds.PlaceAsync(holdId, gameId, account.Id, seats, cancellation);
            if (placed.ExpiresAt is not { } deadline)
            {
                refusal = null;
                return SeatsProblems.SeatTaken.With("seats", placed.Taken);
            }

            expiresAt = deadline;
            refusal = await RefusalAsync(databases, holds, gate, holdId, gameId, account, seats, placed.HeldByAccount, terms, options.Value, cancellation);
        }
        finally
        {
            // On rejection, failure or cancellation no client knows this hold, so it must be released.
            if (refusal is not null)
                await LetGoAsync(holds, holdId, gameId, account, seats);
        }

        if (refusal is not null)
            return refusal;
        funnel.Held();
        return TypedResults.Created($"/api/games/{gameId}/holds/{holdId}", new HoldAnswer(holdId, gameId, expiresAt, seats));
    }

    /// <summary>The seats with their prices; null if the game lacks one of them.</summary>
    private static List<PricedSeat>? Priced(IReadOnlyList<Seat> seats, CatalogQueries.SaleTerms terms)
    {
        var priced = new List<PricedSeat>(seats.Count);
        foreach (var seat in seats)
        {
            if (terms.Grade(seat.GradeId) is not { } grade || !grade.Has(seat.Number))
                return null;
            priced.Add(new(seat.GradeId, seat.Number, grade.Price));
        }

        return priced;
    }

    /// <summary>
    /// Checks the new hold against the primary: a seat may be sold already, or the account over its limit. Null if the hold is valid.
    /// </summary>
    private static async Task<Problem?> RefusalAsync(
        Databases databases, Holds holds, SeatAvailability gate, long holdId, long gameId, CurrentAccount account, IReadOnlyList<PricedSeat> seats,
        IReadOnlyList<Holds.HeldSeat> held, CatalogQueries.SaleTerms terms, SeatsOptions options, CancellationToken cancellation)
    {
        // Read purchases first and reserved holds second. A hold reserved between the two reads is then counted on neither side, and the
        // reservation's own check decides; in the other order it would be counted twice.
        var sql = Claims.Among(seats.Select(seat => seat.Seat), gameId, out var parameters)
            + "SELECT grade_id, seats FROM seat_allowances WHERE account_id = @accountId AND game_id = @gameId; "
            + "SELECT id FROM reservations WHERE id IN @holds";
        parameters.AddDynamicParams(new { accountId = account.Id, holds = held.Select(seat => seat.HoldId).Distinct().ToList() });

        var (claimed, bought, reserved) = await databases.QueryPrimaryAsync(async primary =>
        {
            await using var answers = await primary.QueryMultipleAsync(new(sql, parameters, cancellationToken: cancellation));
            return (
                Claims.Read(await answers.ReadAsync<Claims.ClaimRow>()),
                (await answers.ReadAsync<(long GradeId, int Seats)>()).ToDictionary(row => row.GradeId, row => row.Seats),
                (await answers.ReadAsync<long>()).ToHashSet());
        }, cancellation);
        if (claimed.Count > 0)
        {
            // Redis missed a sale. Release the hold first: reconciliation leaves held seats to their holder.
            await LetGoAsync(holds, holdId, gameId, account, seats);
            await gate.ReconcileAsync(gameId, claimed.Keys, cancellation);
            return SeatsProblems.SeatTaken.With("seats", claimed.Select(Holds.TakenSeat.Of).ToList());
        }

        var open = held.Where(seat => !reserved.Contains(seat.HoldId)).Select(seat => seat.Seat).ToList();
        return options.LimitHolds && IsOverLimit(open, bought, terms) ? SeatsProblems.LimitReached : null;
    }

    private static bool IsOverLimit(List<Seat> held, Dictionary<long, int> bought, CatalogQueries.SaleTerms terms) =>
        held.Count + bought.GetValueOrDefault(Allowances.WholeGame) > terms.SeatsPerAccount
        || terms.Grades.Any(grade =>
            held.Count(seat => seat.GradeId == grade.GradeId) + bought.GetValueOrDefault(grade.GradeId) > grade.SeatsPerAccount);

    private static async Task LetGoAsync(Holds holds, long holdId, long gameId, CurrentAccount account, IReadOnlyList<PricedSeat> seats)
    {
        try
        {
            await holds.LetGoAsync(holdId, gameId, account.Id, seats, CancellationToken.None);
        }
        catch (RedisUnavailableException)
        {
            // The hold expires at its deadline.
        }
    }
}
