using Dapper;
using Dugout.Features.Catalog;
using Dugout.Features.Notices;
using MySqlConnector;

namespace Dugout.Features.Seats;

/// <summary>Writes purchases: the idempotency key first, then the limits and the seats, in a transaction of one batch. Concurrent purchases of a replica share a transaction.</summary>
public sealed class Purchases(IdempotentCommands idempotency, IClaimSeats claim, NoticesQueries notices, SeatFunnel funnel, TimeProvider clock)
{
    /// <summary>Buys a hold once per key; a repeat gets the response of the first.</summary>
    /// <param name="account">The buyer.</param>
    /// <param name="key">The idempotency key.</param>
    /// <param name="request">The request the key stands for.</param>
    /// <param name="found">The hold, or the error that prevents the purchase.</param>
    /// <param name="terms">The terms of the game's sale; null where there is no such game.</param>
    /// <param name="cancellation">Cancels before anything is written.</param>
    /// <exception cref="MySqlException">The primary is unavailable or too slow, and nothing was changed.</exception>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke; a retry with the same key reveals the outcome.</exception>
    public async Task<Result<IdempotentResponse<ReserveSeats.ReserveAnswer>>> BuyAsync(
        CurrentAccount account, string key, ReserveSeats.ReserveRequest request, Result<Holds.Hold> found, CatalogQueries.SaleTerms? terms, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(account);
        if (found.Value is not { } hold || terms is null)
            return await OnceAsync(found.Problem ?? SeatsProblems.HoldExpired);
        var isPushed = notices.ArePushed();
        var bought = await claim.SellAsync(hold, terms, claimed => OnceAsync(Write(hold, terms, claimed, isPushed)));
        if (bought.Value is { IsRepeat: false })
            funnel.Reserved();
        return bought;

        Task<Result<IdempotentResponse<ReserveSeats.ReserveAnswer>>> OnceAsync(Result<KeyedWrite<ReserveSeats.ReserveAnswer>> write) =>
            idempotency.OnceAsync(account.Id, key, request, write, cancellation);
    }

    private KeyedWrite<ReserveSeats.ReserveAnswer> Write(Holds.Hold hold, CatalogQueries.SaleTerms terms, ClaimText claimed, bool isPushed)
    {
        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var answer = new ReserveSeats.ReserveAnswer(
            hold.Id, ReserveSeats.TicketNumber(hold.Id), hold.GameId, hold.Seats, hold.Seats.Sum(seat => seat.Price), now);
        var parameters = new DynamicParameters(new Dictionary<string, object>
        {
            ["Id"] = hold.AccountId,
            ["GameId"] = hold.GameId,
            ["holdId"] = hold.Id,
            ["Total"] = answer.Total,
            ["now"] = now,
            ["ExpiresAt"] = hold.ExpiresAt,
        });
        var sql = Sql(hold, terms, claimed, parameters)
            + OutboxWriter.Publish(parameters, $"reservation:{hold.Id}", SeatsChanged.Sold(hold.AccountId, answer), now)
            + NoticesQueries.OfReserved(parameters, hold.AccountId, hold.Id, answer.Number, now, isPushed);
        return new(sql, parameters, answer, ProblemOf, IsGrouped: true);
    }

    /// <summary>
    /// The purchase. Limits come first and in a fixed order, so two purchases can't deadlock; then the reservation, only before the hold's deadline by the database's clock;
    /// then the claims, which fail without the reservation as their parent.
    /// </summary>
    private static string Sql(Holds.Hold hold, CatalogQueries.SaleTerms terms, ClaimText claimed, DynamicParameters parameters)
    {
        var seats = hold.Seats.OrderBy(seat => seat.GradeId).ThenBy(seat => seat.Number).ToList();
        var grades = hold.Seats.CountBy(seat => seat.GradeId).OrderBy(grade => grade.Key)
            .Select(grade => (GradeId: grade.Key, Count: grade.Value, Allowed: terms.Grade(grade.Key)?.SeatsPerAccount ?? 0));
        var limits = parameters.Rows("(@Id, @GameId, @limited#, @count#, @allowed#)",
            grades.Prepend((GradeId: Allowances.WholeGame, hold.Seats.Count, Allowed: terms.SeatsPerAccount)),
            limit => [("limited", limit.GradeId), ("count", limit.Count), ("allowed", limit.Allowed)]);
        var claims = parameters.Rows("(@GameId, @grade#, @number#, @holdId)", seats, seat => [("grade", seat.GradeId), ("number", seat.Number)]);
        var history = parameters.Rows("(@holdId, @grade#, @number#, @price#)", seats, seat => [("price", seat.Price)]);

        return $"""
            INSERT INTO seat_allowances (account_id, game_id, grade_id, seats, allowed) VALUES {limits}
            ON DUPLICATE KEY UPDATE seats = seats + VALUES(seats), allowed = VALUES(allowed);
            {claimed.Before}INSERT INTO reservations (id, account_id, game_id, total, reserved_at)
            SELECT @holdId, @Id, @GameId, @Total, @now FROM DUAL WHERE UTC_TIMESTAMP(6) < @ExpiresAt{claimed.Condition};
            {claimed.After}INSERT INTO seat_claims (game_id, grade_id, number, reservation_id) VALUES {claims};
            INSERT INTO reservation_seats (reservation_id, grade_id, number, price) VALUES {history};

            """;
    }

    private static Problem? ProblemOf(MySqlException error) => error switch
    {
        // The hold was already reserved; or it was lost and another account bought a seat; or it expired before the write began.
        _ when error.IsDuplicateKey() || error.HasNoParent() => SeatsProblems.HoldExpired,
        _ when error.IsCheckViolated() => SeatsProblems.LimitReached,
        _ => null,
    };
}
