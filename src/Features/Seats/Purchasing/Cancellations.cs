using Dapper;
using Dugout.Features.Notices;

namespace Dugout.Features.Seats;

/// <summary>
/// Cancels seats of a reservation, each once, in one transaction of two batches. The first batch locks the reservation's row,
/// which serialises its cancellations, and reads under that lock which seats it still has; the second frees them and commits. A
/// process that freezes between the two blocks only other cancellations of the same reservation. Locks are taken in the same
/// order as a purchase: limits before claims. The purchase and its cancellation times stay as history.
/// </summary>
public sealed class Cancellations(PrimaryTransaction transaction, SeatAvailability gate, IClaimSeats claim, NoticesQueries notices, TimeProvider clock)
{
    /// <summary>Cancels all remaining seats of the reservation, or only one.</summary>
    /// <returns>The error if nothing was cancelled; otherwise null.</returns>
    /// <exception cref="MySqlConnector.MySqlException">The primary is unavailable; nothing was cancelled.</exception>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke and the outcome is unknown; a retry resolves it.</exception>
    public async Task<Problem?> CancelAsync(long reservationId, long accountId, Seat? only, CancellationToken cancellation)
    {
        var isPushed = notices.ArePushed();
        var freed = await transaction.RunAsync<Freed>(
            async open =>
            {
                var wanted = await LockAsync(open, reservationId, accountId, only);
                if (wanted.Value is { } seats)
                    await FreeAsync(open, seats, clock.GetUtcNow().UtcDateTime, isPushed);
                return wanted;
            },
            _ => null, cancellation);
        if (freed.Value is { } done)
            await gate.FreeAsync(done.GameId, done.Seats, done.AccountId, done.ReservationId);
        return freed.Problem;
    }

    /// <summary>Locks the reservation and returns the seats to free, or the error if there are none.</summary>
    private static async Task<Result<Freed>> LockAsync(OpenTransaction open, long reservationId, long accountId, Seat? only)
    {
        // The read follows the lock and runs at READ COMMITTED, so it sees what the previous cancellation committed.
        const string Sql = """
            SELECT game_id FROM reservations WHERE id = @reservationId AND account_id = @accountId FOR UPDATE;
            SELECT seat.grade_id, seat.number, claim.reservation_id
            FROM reservations bought
            JOIN reservation_seats seat ON seat.reservation_id = bought.id
            LEFT JOIN seat_claims claim ON claim.game_id = bought.game_id AND claim.grade_id = seat.grade_id
                AND claim.number = seat.number AND claim.reservation_id = bought.id
            WHERE bought.id = @reservationId AND bought.account_id = @accountId;
            """;
        await using var answers = await open.BeginAsync(Sql, new { reservationId, accountId });
        if (await answers.ReadSingleOrDefaultAsync<long?>() is not { } gameId)
            return SeatsProblems.NoSuchReservation;

        var bought = (await answers.ReadAsync<(long GradeId, int Number, long? Claim)>())
            .ToDictionary(row => new Seat(row.GradeId, row.Number), row => row.Claim is not null);
        if (only is { } named && !bought.ContainsKey(named))
            return SeatsProblems.NoSuchSeatReserved;
        List<Seat> live = [.. bought.Where(seat => seat.Value && (only is null || seat.Key == only)).Select(seat => seat.Key)];
        return live.Count > 0 ? new Freed(reservationId, accountId, gameId, live) : Problems.AlreadyCancelled;
    }

    /// <summary>Frees the seats. The limits go down by the number of deleted claims, counted by the server under the same lock.</summary>
    private Task FreeAsync(OpenTransaction open, Freed freed, DateTime now, bool isPushed)
    {
        long[] counted = [Allowances.WholeGame, .. freed.Seats.Select(seat => seat.GradeId).Distinct()];
        var parameters = new DynamicParameters(new { freed.ReservationId, freed.AccountId, freed.GameId, Allowances.WholeGame, counted, now });
        var these = Claims.These(freed.Seats, parameters);
        var claims = $"FROM seat_claims WHERE game_id = @GameId AND reservation_id = @ReservationId AND {these}";
        // Slots come before claims, as in a purchase.
        var slots = claim.KeepsSlots ? $"{SeatSlots.Free}{these}; " : "";
        var sql = $"""
            UPDATE seat_allowances
            SET seats = seats - (SELECT COUNT(*) {claims} AND seat_allowances.grade_id IN (@WholeGame, seat_claims.grade_id))
            WHERE account_id = @AccountId AND game_id = @GameId AND grade_id IN @counted;
            {slots}DELETE {claims};
            UPDATE reservation_seats SET cancelled_at = @now WHERE reservation_id = @ReservationId AND cancelled_at IS NULL AND {these};
            """
            + OutboxWriter.Publish(parameters, $"reservation:{freed.ReservationId}", freed.Message, now)
            + NoticesQueries.OfCancelled(
                parameters, freed.AccountId, freed.ReservationId, (freed.Seats[0].GradeId, freed.Seats[0].Number), ReserveSeats.TicketNumber(freed.ReservationId), now, isPushed);
        return open.CommitAsync(sql, parameters);
    }

    /// <summary>The seats of a reservation to free.</summary>
    private sealed record Freed(long ReservationId, long AccountId, long GameId, IReadOnlyList<Seat> Seats)
    {
        public SeatsChanged Message => SeatsChanged.Cancelled(AccountId, GameId, ReservationId, Seats);
    }
}
