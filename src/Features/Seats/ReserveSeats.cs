using System.Text;
using Dapper;
using Dugout.Features.Catalog;
using Dugout.Features.Shared;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;
using MySqlConnector;

namespace Dugout.Features.Seats;

/// <summary>
/// Turns a hold of the signed-in account into a reservation: one transaction on the primary writes the purchase, a claim on
/// every seat, the account's count and the answer under its idempotency key. Refused with 400
/// <c>idempotency-key-missing</c>, 404 <c>no-such-hold</c> (somebody else's), 409 <c>hold-expired</c> or <c>limit-reached</c>,
/// 422 <c>idempotency-key-reused</c>, 503 <c>busy</c>. Otherwise 201; a repeat with the same key gets the same bytes.
/// </summary>
public static class ReserveSeats
{
    /// <summary>Which hold.</summary>
    public sealed record ReserveRequest(long GameId, long HoldId);

    /// <summary>The purchase.</summary>
    /// <param name="ReservationId">Its id.</param>
    /// <param name="Number">What stands on the ticket.</param>
    /// <param name="GameId">The game.</param>
    /// <param name="Seats">The seats at the prices they were held for.</param>
    /// <param name="Total">Their sum, whole won.</param>
    /// <param name="ReservedAt">When, UTC.</param>
    public sealed record ReserveAnswer(
        long ReservationId, string Number, long GameId, IReadOnlyList<PricedSeat> Seats, long Total, DateTime ReservedAt);

    /// <summary>Answers the request.</summary>
    public static async Task<Results<StoredAnswer<ReserveAnswer>, Problem>> Handle(
        ReserveRequest request, [FromHeader(Name = Idempotency.Header)] string? key, CurrentAccount account,
        Idempotency idempotency, Holds holds, CatalogFacts catalog, TimeProvider clock, CancellationToken cancellation)
    {
        if (!Idempotency.IsKey(key))
            return Problems.IdempotencyKeyMissing;

        var found = await FindAsync(holds, request, account, cancellation);
        var terms = await catalog.SaleTermsAsync(request.GameId, cancellation);
        var outcome = await idempotency.OnceAsync<ReserveRequest, ReserveAnswer>(account.Id, key!, request, async transaction =>
        {
            // Only here, because a repeat is answered even when its hold is long gone.
            if (found is not { Value: { } hold } || terms is null)
                return found.Refusal ?? Problems.HoldExpired;
            return await SellAsync(transaction, request, hold, terms, Microseconds(clock.GetUtcNow().UtcDateTime), cancellation);
        }, cancellation);

        if (outcome.Refusal is { } refusal)
            return refusal;
        // Sold; that the seats aren't held as well is only tidiness.
        if (found.Value is { } sold)
            await holds.LetGoAsync(request.HoldId, request.GameId, account.Id, sold.Seats);
        return outcome.Value!;
    }

    /// <summary>The account's hold, or why it can't be reserved.</summary>
    private static async Task<Outcome<Holds.Hold>> FindAsync(
        Holds holds, ReserveRequest request, CurrentAccount account, CancellationToken cancellation)
    {
        try
        {
            if (await holds.FindAsync(request.HoldId, request.GameId, cancellation) is not { } hold)
                return Problems.HoldExpired;
            return hold.AccountId == account.Id ? hold : Problems.NoSuchHold;
        }
        catch (RedisAwayException)
        {
            return Problems.Busy;
        }
    }

    /// <summary>Writes the purchase. Whoever loses meets a key or a check, and nothing stays.</summary>
    private static async Task<Outcome<ReserveAnswer>> SellAsync(
        MySqlTransaction transaction, ReserveRequest request, Holds.Hold hold, CatalogFacts.SaleTerms terms,
        DateTime now, CancellationToken cancellation)
    {
        var total = hold.Seats.Sum(seat => seat.Price);
        try
        {
            var id = await transaction.Connection!.ExecuteScalarAsync<long>(new(
                """
                INSERT INTO reservations (account_id, game_id, hold_id, total, reserved_at)
                VALUES (@AccountId, @GameId, @HoldId, @total, @now);
                SELECT LAST_INSERT_ID()
                """,
                new { hold.AccountId, request.GameId, request.HoldId, total, now }, transaction, cancellationToken: cancellation));
            await transaction.Connection!.ExecuteAsync(new(
                ClaimsAndLimits(hold, terms, out var parameters, request.GameId, id), parameters, transaction, cancellationToken: cancellation));
            return new ReserveAnswer(id, TicketNumber(id), request.GameId, hold.Seats, total, now);
        }
        catch (MySqlException error) when (error.IsDuplicateKey())
        {
            // The hold was reserved already, or it lapsed unseen and a seat went to somebody else.
            return Problems.HoldExpired;
        }
        catch (MySqlException error) when (error.IsCheckViolated())
        {
            return Problems.LimitReached;
        }
    }

    /// <summary>Three statements in one text; the server stops at the first that fails. Seats in one order, so that two buyers can't wait for each other.</summary>
    private static string ClaimsAndLimits(
        Holds.Hold hold, CatalogFacts.SaleTerms terms, out DynamicParameters parameters, long gameId, long reservationId)
    {
        var claims = new List<string>();
        var history = new List<string>();
        var limits = new List<string>();
        parameters = new(new { gameId, reservationId, hold.AccountId, hold.Seats.Count, terms.SeatsPerAccount });

        foreach (var (index, seat) in hold.Seats.OrderBy(seat => seat.GradeId).ThenBy(seat => seat.Number).Index())
        {
            parameters.AddDynamicParams(new Dictionary<string, object>
            {
                [$"grade{index}"] = seat.GradeId,
                [$"number{index}"] = seat.Number,
                [$"price{index}"] = seat.Price,
            });
            claims.Add($"(@gameId, @grade{index}, @number{index}, @reservationId)");
            history.Add($"(@reservationId, @grade{index}, @number{index}, @price{index})");
        }

        limits.Add($"(@AccountId, @gameId, {Allowances.WholeGame}, @Count, @SeatsPerAccount)");
        foreach (var (index, grade) in hold.Seats.CountBy(seat => seat.GradeId).OrderBy(grade => grade.Key).Index())
        {
            parameters.AddDynamicParams(new Dictionary<string, object>
            {
                [$"limited{index}"] = grade.Key,
                [$"count{index}"] = grade.Value,
                [$"allowed{index}"] = terms.Grade(grade.Key)?.SeatsPerAccount ?? 0,
            });
            limits.Add($"(@AccountId, @gameId, @limited{index}, @count{index}, @allowed{index})");
        }

        return new StringBuilder()
            .Append("INSERT INTO seat_allowances (account_id, game_id, grade_id, seats, allowed) VALUES ").AppendJoin(", ", limits)
            .Append(" ON DUPLICATE KEY UPDATE seats = seats + VALUES(seats), allowed = VALUES(allowed); ")
            .Append("INSERT INTO seat_claims (game_id, grade_id, number, reservation_id) VALUES ").AppendJoin(", ", claims).Append("; ")
            .Append("INSERT INTO reservation_seats (reservation_id, grade_id, number, price) VALUES ").AppendJoin(", ", history)
            .ToString();
    }

    /// <summary>As fine as the column keeps it, so that answer and row say the same.</summary>
    private static DateTime Microseconds(DateTime time) => time.AddTicks(-(time.Ticks % TimeSpan.TicksPerMicrosecond));

    /// <summary>What stands on the ticket: the id, at full width.</summary>
    private static string TicketNumber(long id) => $"D{id:D9}";
}
