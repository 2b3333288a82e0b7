using System.Text;
using Dapper;
using Dugout.Features.Catalog;
using Dugout.Features.Notices;
using Dugout.Features.Seats.Strategies;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;
using MySqlConnector;

namespace Dugout.Features.Seats;

/// <summary>
/// Turns a hold of the signed-in account into a reservation. One transaction on the primary writes the purchase, a claim on every
/// seat, the account's count, an outbox message, the notice to the account and the response under its idempotency key. Returns
/// 201; a repeat with the same key gets the same bytes. Errors: 400 <c>idempotency-key-missing</c>, 404 <c>no-such-hold</c>
/// (another account's), 409 <c>hold-expired</c> or <c>limit-reached</c>, 422 <c>idempotency-key-reused</c>, 503 <c>busy</c>.
/// </summary>
public static class ReserveSeats
{
    /// <summary>The hold to reserve.</summary>
    public sealed record ReserveRequest(long GameId, long HoldId);

    /// <summary>The purchase.</summary>
    /// <param name="ReservationId">Its id.</param>
    /// <param name="Number">The number printed on the ticket.</param>
    /// <param name="GameId">The game.</param>
    /// <param name="Seats">The seats at the prices of the hold.</param>
    /// <param name="Total">The sum of the prices, whole won.</param>
    /// <param name="ReservedAt">Purchase time, UTC.</param>
    public sealed record ReserveAnswer(
        long ReservationId, string Number, long GameId, IReadOnlyList<PricedSeat> Seats, long Total, DateTime ReservedAt);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<IdempotentResponse<ReserveAnswer>, Problem>> Handle(
        ReserveRequest request, [FromHeader(Name = IdempotencyKey.Header)] string? key, CurrentAccount account,
        IdempotentCommands idempotency, Holds holds, CatalogQueries catalog, NoticesQueries notices, IClaimSeats claim, SeatFunnel funnel, TimeProvider clock, CancellationToken cancellation)
    {
        if (!IdempotencyKey.IsKey(key))
            return Problems.IdempotencyKeyMissing;

        var found = await FindAsync(holds, request, account, cancellation);
        var terms = await catalog.SaleTermsAsync(request.GameId, cancellation);
        var isPushed = found.Value is not null && notices.ArePushed();
        var outcome = found.Value is { } hold && terms is not null ? await claim.SellAsync(hold, terms, OnceAsync) : await OnceAsync(ClaimText.ByKey);
        if (outcome.Refusal is { } refusal)
            return refusal;
        // Skip repeats: the sale they report may have been cancelled since.
        if (found.Value is { } sold && !outcome.Value!.IsRepeat)
        {
            funnel.Reserved();
            await SoldAsync(holds, sold);
        }

        return outcome.Value!;

        Task<Result<IdempotentResponse<ReserveAnswer>>> OnceAsync(ClaimText claimed) =>
            idempotency.OnceAsync(account.Id, key!, request, Sale(found, account, terms, claimed, isPushed, clock), cancellation);
    }

    /// <summary>The account's hold, or the error why it can't be reserved.</summary>
    private static async Task<Result<Holds.Hold>> FindAsync(
        Holds holds, ReserveRequest request, CurrentAccount account, CancellationToken cancellation)
    {
        try
        {
            if (await holds.FindAsync(request.HoldId, request.GameId, cancellation) is not { } hold)
                return SeatsProblems.HoldExpired;
            return hold.AccountId == account.Id ? hold : SeatsProblems.NoSuchHold;
        }
        catch (RedisUnavailableException)
        {
            return Problems.Busy;
        }
    }

    /// <summary>The purchase to write, or the error why there is none.</summary>
    private static Result<KeyedWrite<ReserveAnswer>> Sale(
        Result<Holds.Hold> found, CurrentAccount account, CatalogQueries.SaleTerms? terms, ClaimText claimed, bool isPushed, TimeProvider clock)
    {
        if (found.Value is not { } hold || terms is null)
            return found.Refusal ?? SeatsProblems.HoldExpired;

        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var answer = new ReserveAnswer(hold.Id, TicketNumber(hold.Id), hold.GameId, hold.Seats, hold.Seats.Sum(seat => seat.Price), now);
        var parameters = new DynamicParameters(new { account.Id, hold.GameId, holdId = hold.Id, answer.Total, now, hold.ExpiresAt });
        var sql = Sql(hold, terms, claimed, parameters)
            + OutboxWriter.Publish(parameters, $"reservation:{hold.Id}", SeatsChanged.Sold(account.Id, answer), now)
            + NoticesQueries.OfReserved(parameters, account.Id, hold.Id, answer.Number, now, isPushed);
        return new KeyedWrite<ReserveAnswer>(sql, parameters, answer, Refusal);
    }

    /// <summary>
    /// The SQL of the purchase, between its idempotency key and its commit. Limits come first and in a fixed order, so two
    /// purchases can't deadlock; then the reservation, only before the hold's deadline by the database's clock; then the claims,
    /// which fail without the reservation as their parent.
    /// </summary>
    private static string Sql(Holds.Hold hold, CatalogQueries.SaleTerms terms, ClaimText claimed, DynamicParameters parameters)
    {
        var (claims, history, limits) = (new List<string>(), new List<string>(), new List<string>());
        foreach (var (index, seat) in hold.Seats.OrderBy(seat => seat.GradeId).ThenBy(seat => seat.Number).Index())
        {
            parameters.Add($"grade{index}", seat.GradeId);
            parameters.Add($"number{index}", seat.Number);
            parameters.Add($"price{index}", seat.Price);
            claims.Add($"(@GameId, @grade{index}, @number{index}, @holdId)");
            history.Add($"(@holdId, @grade{index}, @number{index}, @price{index})");
        }

        Limit(Allowances.WholeGame, hold.Seats.Count, terms.SeatsPerAccount);
        foreach (var grade in hold.Seats.CountBy(seat => seat.GradeId).OrderBy(grade => grade.Key))
            Limit(grade.Key, grade.Value, terms.Grade(grade.Key)?.SeatsPerAccount ?? 0);

        return new StringBuilder()
            .Append("INSERT INTO seat_allowances (account_id, game_id, grade_id, seats, allowed) VALUES ").AppendJoin(", ", limits)
            .Append(" ON DUPLICATE KEY UPDATE seats = seats + VALUES(seats), allowed = VALUES(allowed); ")
            .Append(claimed.Before)
            .Append("INSERT INTO reservations (id, account_id, game_id, total, reserved_at) SELECT @holdId, @Id, @GameId, @Total, @now FROM DUAL WHERE UTC_TIMESTAMP(6) < @ExpiresAt").Append(claimed.Condition).Append("; ")
            .Append(claimed.After)
            .Append("INSERT INTO seat_claims (game_id, grade_id, number, reservation_id) VALUES ").AppendJoin(", ", claims).Append("; ")
            .Append("INSERT INTO reservation_seats (reservation_id, grade_id, number, price) VALUES ").AppendJoin(", ", history).Append("; ")
            .ToString();

        void Limit(long gradeId, int count, int allowed)
        {
            var index = limits.Count;
            parameters.Add($"limited{index}", gradeId);
            parameters.Add($"count{index}", count);
            parameters.Add($"allowed{index}", allowed);
            limits.Add($"(@Id, @GameId, @limited{index}, @count{index}, @allowed{index})");
        }
    }

    private static Problem? Refusal(MySqlException error) => error switch
    {
        // The hold was already reserved; or it was lost and another account bought a seat; or it expired before the write began.
        _ when error.IsDuplicateKey() || error.HasNoParent() => SeatsProblems.HoldExpired,
        _ when error.IsCheckViolated() => SeatsProblems.LimitReached,
        _ => null,
    };

    private static async Task SoldAsync(Holds holds, Holds.Hold hold)
    {
        try
        {
            await holds.SoldAsync(hold);
        }
        catch (RedisUnavailableException)
        {
            // The seats are sold regardless; the outbox updates Redis.
        }
    }

    /// <summary>The number printed on the ticket: the id in a short, unambiguous alphabet.</summary>
    internal static string TicketNumber(long id) => $"D{id:X14}";
}
