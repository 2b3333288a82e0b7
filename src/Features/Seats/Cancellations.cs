using Dapper;
using Dugout.Features.Notices;
using Dugout.Features.Seats.Strategies;
using MySqlConnector;

namespace Dugout.Features.Seats;

/// <summary>
/// Gives seats of a reservation back, each once, in one transaction of two texts. The first locks the reservation's row, which
/// makes its cancellations wait for each other, and looks under that lock which seats it still has; the second frees them and
/// commits. A process that freezes between the two keeps nobody waiting but who cancels the same reservation. Locks are taken
/// in a purchase's order, limits before claims. What was bought, and when it was given back, stays as history.
/// </summary>
public sealed class Cancellations(Databases databases, CommitPosition written, Deadline deadline, SeatAvailability gate, IClaimSeats claim, NoticesQueries notices, TimeProvider clock)
{
    /// <summary>Gives back all seats the reservation still has, or only one.</summary>
    /// <returns>The refusal, when nothing was given back; null when it is done.</returns>
    /// <exception cref="MySqlException">The primary is away, and nothing took place.</exception>
    /// <exception cref="OutcomeUnknownException">The primary broke off; a retry finds out.</exception>
    public async Task<Problem?> CancelAsync(long reservationId, long accountId, Seat? only, CancellationToken cancellation)
    {
        var isPushed = notices.ArePushed();
        for (var attempt = 1; attempt <= Transactions.Attempts; attempt++)
        {
            await using var connection = await databases.OpenPrimaryAsync(cancellation);
            try
            {
                var wanted = await LockAsync(connection, reservationId, accountId, only, cancellation);
                if (wanted.Value is not { } freed)
                {
                    await connection.ExecuteAsync(Transactions.Undo);
                    return wanted.Refusal;
                }

                await FreeAsync(connection, freed, clock.GetUtcNow().UtcDateTime, isPushed);
                await gate.FreeAsync(freed.GameId, freed.Seats, freed.ReservationId);
                return null;
            }
            catch (MySqlException error) when (error.IsDeadlock())
            {
                // The server has undone everything; once more from the start.
            }
            catch (MySqlException error) when (error.IsLockWaitOver())
            {
                await connection.ExecuteAsync(Transactions.Undo);
                return Problems.Busy;
            }
        }

        return Problems.Busy;
    }

    /// <summary>Locks the reservation and says what of it is to be freed, or why nothing is.</summary>
    private static async Task<Result<Freed>> LockAsync(
        LeasedConnection connection, long reservationId, long accountId, Seat? only, CancellationToken cancellation)
    {
        // The look comes after the lock and at READ COMMITTED, so it sees what the cancellation before this one committed.
        const string Sql = Transactions.Begin + """
            SELECT game_id FROM reservations WHERE id = @reservationId AND account_id = @accountId FOR UPDATE;
            SELECT seat.grade_id, seat.number, claim.reservation_id
            FROM reservations bought
            JOIN reservation_seats seat ON seat.reservation_id = bought.id
            LEFT JOIN seat_claims claim ON claim.game_id = bought.game_id AND claim.grade_id = seat.grade_id
                AND claim.number = seat.number AND claim.reservation_id = bought.id
            WHERE bought.id = @reservationId AND bought.account_id = @accountId;
            """;
        await using var answers = await connection.QueryMultipleAsync(new(Sql, new { reservationId, accountId }, cancellationToken: cancellation));
        if (await answers.ReadSingleOrDefaultAsync<long?>() is not { } gameId)
            return SeatsProblems.NoSuchReservation;

        var bought = (await answers.ReadAsync<(long GradeId, int Number, long? Claim)>())
            .ToDictionary(row => new Seat(row.GradeId, row.Number), row => row.Claim is not null);
        if (only is { } named && !bought.ContainsKey(named))
            return SeatsProblems.NoSuchSeatReserved;
        List<Seat> live = [.. bought.Where(seat => seat.Value && (only is null || seat.Key == only)).Select(seat => seat.Key)];
        return live.Count > 0 ? new Freed(reservationId, accountId, gameId, live) : Problems.AlreadyCancelled;
    }

    /// <summary>Frees them. The limits go down by the claims that go, as the server counts them, under their own lock.</summary>
    private async Task FreeAsync(LeasedConnection connection, Freed freed, DateTime now, bool isPushed)
    {
        long[] counted = [Allowances.WholeGame, .. freed.Seats.Select(seat => seat.GradeId).Distinct()];
        var parameters = new DynamicParameters(new { freed.ReservationId, freed.AccountId, freed.GameId, Allowances.WholeGame, counted, now });
        var these = Claims.These(freed.Seats, parameters);
        var claims = $"FROM seat_claims WHERE game_id = @GameId AND reservation_id = @ReservationId AND {these}";
        // In a purchase's order, too: before the claims.
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
                parameters, freed.AccountId, freed.ReservationId, (freed.Seats[0].GradeId, freed.Seats[0].Number), ReserveSeats.TicketNumber(freed.ReservationId), now, isPushed)
            + written.Commit;
        try
        {
            written.Report(await connection.ExecuteScalarAsync<string?>(new(sql, parameters, cancellationToken: deadline.Token)));
        }
        catch (Exception error) when (error.LeavesOutcomeOpen())
        {
            throw new OutcomeUnknownException(error);
        }
    }

    /// <summary>Seats of a reservation that are to be freed.</summary>
    private sealed record Freed(long ReservationId, long AccountId, long GameId, IReadOnlyList<Seat> Seats)
    {
        public SeatsChanged Message => SeatsChanged.Cancelled(AccountId, GameId, ReservationId, Seats);
    }
}
