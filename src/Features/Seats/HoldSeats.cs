using System.Security.Cryptography;
using System.Text;
using Dapper;
using Dugout.Features.Catalog;
using Dugout.Features.Shared;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Extensions.Options;

namespace Dugout.Features.Seats;

/// <summary>
/// Holds 1 to 8 seats of a game for the signed-in account, all or none, at today's price. Refused with
/// 404 <c>no-such-game</c> or <c>no-such-seat</c>, 409 <c>sale-not-open</c>, <c>sale-closed</c>, <c>seat-taken</c> (which
/// seats and why; also one's own; the held ones if any, without asking who else is sold) or <c>limit-reached</c> (sold and held together), 503 <c>busy</c> while the store of holds
/// is away. Otherwise 201 with the deadline.
/// </summary>
public static class HoldSeats
{
    /// <summary>Most seats one hold may have.</summary>
    public const int MaxSeats = 8;

    /// <summary>Ids stay below 2^53, so that every JSON reader keeps them whole.</summary>
    private const int IdBits = 53;

    /// <summary>Which seats.</summary>
    public sealed record HoldRequest(IReadOnlyList<Seat> Seats);

    /// <summary>The hold.</summary>
    public sealed record HoldAnswer(long HoldId, long GameId, DateTime ExpiresAt, IReadOnlyList<PricedSeat> Seats);

    /// <summary>A seat that can't be had, and why: <c>held</c>, <c>sold</c>.</summary>
    public sealed record TakenSeat(long GradeId, int Number, string Reason);

    /// <summary>Answers the request.</summary>
    public static async Task<Results<Created<HoldAnswer>, Problem>> Handle(
        long gameId, HoldRequest request, CurrentAccount account,
        CatalogFacts catalog, Holds holds, Databases databases, IOptions<SeatsOptions> options, TimeProvider clock,
        CancellationToken cancellation)
    {
        if (request.Seats.Count is < 1 or > MaxSeats)
            return Problem.InvalidField("seats", $"Ask for 1 to {MaxSeats} seats.");
        if (request.Seats.Distinct().Count() != request.Seats.Count)
            return Problem.InvalidField("seats", "Ask for each seat once.");

        if (await catalog.SaleTermsAsync(gameId, cancellation) is not { } terms)
            return Problems.NoSuchGame;
        if (Priced(request.Seats, terms) is not { } seats)
            return Problems.NoSuchSeat;
        var now = clock.GetUtcNow().UtcDateTime;
        if (now < terms.OpensAt)
            return Problems.SaleNotOpen;
        if (now >= terms.ClosesAt)
            return Problems.SaleClosed;

        var holdId = NewId();
        var placed = await holds.PlaceAsync(holdId, gameId, account.Id, seats, cancellation);
        if (placed.ExpiresAt is not { } expiresAt)
            return Taken(placed.AlreadyHeld, "held");

        // Asked only now: whoever sold one of these seats did so while holding it, so what is sold is to be seen by now.
        Problem? refusal = Problems.Fault;
        try
        {
            refusal = await RefusalAsync(databases, gameId, account, seats, placed.HeldByAccount, terms, options.Value, cancellation);
        }
        finally
        {
            // Refused, failed or given up: nobody has heard of this hold, so it must not stand.
            if (refusal is not null)
                await holds.LetGoAsync(holdId, gameId, account.Id, seats);
        }

        return refusal is null
            ? TypedResults.Created($"/api/games/{gameId}/holds/{holdId}", new HoldAnswer(holdId, gameId, expiresAt, seats))
            : refusal;
    }

    /// <summary>The seats at their prices; null where the game lacks one of them.</summary>
    private static List<PricedSeat>? Priced(IReadOnlyList<Seat> seats, CatalogFacts.SaleTerms terms)
    {
        var priced = new List<PricedSeat>(seats.Count);
        foreach (var seat in seats)
        {
            if (terms.Grade(seat.GradeId) is not { } grade || seat.Number < 1 || seat.Number > grade.Capacity)
                return null;
            priced.Add(new(seat.GradeId, seat.Number, grade.Price));
        }

        return priced;
    }

    /// <summary>Random, so that nobody guesses another's; a used one is refused by the reservation's unique key.</summary>
    private static long NewId()
    {
        Span<byte> bytes = stackalloc byte[sizeof(long)];
        RandomNumberGenerator.Fill(bytes);
        return Math.Max(1, BitConverter.ToInt64(bytes) & ((1L << IdBits) - 1));
    }

    private static Problem Taken(IEnumerable<Seat> seats, string reason) =>
        Problems.SeatTaken.With("seats", seats.Select(seat => new TakenSeat(seat.GradeId, seat.Number, reason)).ToList());

    /// <summary>Why the seats can't be held although nobody else holds them: one is sold, or they are too many.</summary>
    private static async Task<Problem?> RefusalAsync(
        Databases databases, long gameId, CurrentAccount account, IReadOnlyList<PricedSeat> seats, IReadOnlyList<Seat> held,
        CatalogFacts.SaleTerms terms, SeatsOptions options, CancellationToken cancellation)
    {
        var sql = new StringBuilder("SELECT grade_id AS GradeId, number AS Number FROM seat_claims WHERE game_id = @gameId AND (");
        var parameters = new DynamicParameters(new { gameId, accountId = account.Id });
        for (var i = 0; i < seats.Count; i++)
        {
            sql.Append(i == 0 ? "" : " OR ").Append($"(grade_id = @grade{i} AND number = @number{i})");
            parameters.Add($"grade{i}", seats[i].GradeId);
            parameters.Add($"number{i}", seats[i].Number);
        }

        sql.Append("); SELECT grade_id, seats FROM seat_allowances WHERE account_id = @accountId AND game_id = @gameId");

        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        await using var answers = await connection.QueryMultipleAsync(new(sql.ToString(), parameters, cancellationToken: cancellation));
        var sold = (await answers.ReadAsync<Seat>()).AsList();
        var bought = (await answers.ReadAsync<(long GradeId, int Seats)>()).ToDictionary(row => row.GradeId, row => row.Seats);
        if (sold.Count > 0)
            return Taken(sold, "sold");
        return options.LimitHolds && IsOverLimit(held, bought, terms) ? Problems.LimitReached : null;
    }

    private static bool IsOverLimit(IReadOnlyList<Seat> held, Dictionary<long, int> bought, CatalogFacts.SaleTerms terms) =>
        held.Count + bought.GetValueOrDefault(Allowances.WholeGame) > terms.SeatsPerAccount
        || terms.Grades.Any(grade =>
            held.Count(seat => seat.GradeId == grade.GradeId) + bought.GetValueOrDefault(grade.GradeId) > grade.SeatsPerAccount);
}
