using System.Collections.Concurrent;
using Dugout.Features.Catalog;
using Dugout.Features.Seats;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.WaitingRooms;

/// <summary>
/// Draws and admits: one worker at a time moves the counters of a room. It holds the room's lease; a worker that froze has lost it, and its late statement changes nothing, because it has an
/// older fencing number. When the sale is over the room closes. The counters never go back, whatever a worker computes: the statement takes the larger value.
/// </summary>
internal sealed class AdmitFans(
    RoomCopies rooms, TicketQueries queries, Databases databases, PrimaryTransaction transaction, RedisStore redis, CatalogQueries catalog, SeatsQueries seats,
    IOptions<WaitingRoomsOptions> options, TimeProvider clock, ILogger<AdmitFans> log) : BackgroundService
{
    private const string Take = """
        UPDATE waiting_rooms SET token = LAST_INSERT_ID(token + 1), held_until = UTC_TIMESTAMP(6) + INTERVAL @LeaseSeconds SECOND
        WHERE game_id = @gameId AND token = @Token AND held_until <= UTC_TIMESTAMP(6);
        SELECT CAST(LAST_INSERT_ID() AS SIGNED) FROM DUAL WHERE ROW_COUNT() = 1;
        """;

    private const string Admit = """
        UPDATE waiting_rooms
        SET drawn = IF(drawn IS NULL AND opens_at <= UTC_TIMESTAMP(6), tickets, drawn),
            admitted = IF(drawn IS NULL OR state = 'paused', admitted, GREATEST(admitted, LEAST(tickets, admitted + @numbers))),
            lapsed = GREATEST(lapsed, LEAST(admitted, COALESCE((
                SELECT MAX(past.admitted) FROM waiting_admissions past WHERE past.game_id = @gameId AND past.at <= UTC_TIMESTAMP(6) - INTERVAL @ClaimSeconds SECOND), 0))),
            forfeited = GREATEST(forfeited, LEAST(lapsed, COALESCE((
                SELECT MAX(past.admitted) FROM waiting_admissions past WHERE past.game_id = @gameId AND past.at <= UTC_TIMESTAMP(6) - INTERVAL @forfeitSeconds SECOND), 0))),
            rate = LEAST(max_rate, GREATEST(min_rate, @Rate)), reason = @Reason, is_sold_out = @isSoldOut,
            state = IF(@isOver OR (state = 'draining' AND drawn IS NOT NULL AND admitted = tickets), 'closed', state),
            held_until = UTC_TIMESTAMP(6) + INTERVAL @LeaseSeconds SECOND, updated_at = UTC_TIMESTAMP(6)
        WHERE game_id = @gameId AND token = @token;

        """;

    private const string Record = """
        INSERT INTO waiting_admissions (game_id, at, admitted) SELECT game_id, updated_at, admitted FROM waiting_rooms WHERE game_id = @gameId AND token = @token;
        DELETE FROM waiting_admissions WHERE game_id = @gameId AND at < UTC_TIMESTAMP(6) - INTERVAL (@forfeitSeconds + 60) SECOND;

        """;

    /// <summary>How many rooms are processed at once, so that a slow one does not delay the others.</summary>
    private const int AtOnce = 4;

    private readonly ConcurrentDictionary<long, Held> _leases = [];

    /// <summary>Moves the counters of all rooms whose lease this worker has, or gets.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task AdmitAsync(CancellationToken cancellation)
    {
        var due = (await rooms.AllAsync(cancellation)).Where(IsDue).ToList();
        // The same for all rooms, and needed only where fans wait.
        var load = due.Any(room => room.Row.Tickets > room.Row.Admitted) ? await LoadAsync(cancellation) : null;
        await Parallel.ForEachAsync(due, new ParallelOptions { MaxDegreeOfParallelism = AtOnce, CancellationToken = cancellation }, async (room, stopping) =>
        {
            try
            {
                if (await LeaseAsync(room, stopping) is { } lease)
                    await AdmitAsync(room, lease, load, stopping);
            }
            catch (Exception error) when (IsTransient(error))
            {
                Report(error);
            }
        });
    }

    /// <inheritdoc/>
    protected override Task ExecuteAsync(CancellationToken stoppingToken) =>
        PeriodicJob.RunAsync(TimeSpan.FromMilliseconds(options.Value.TickMilliseconds), clock, AdmitAsync, IsTransient, Report, stoppingToken);

    private static bool IsTransient(Exception error) => error.IsOfTheDatabase() || error is OutcomeUnknownException;

    private void Report(Exception error) =>
        log.LogWarning("Could not admit fans from the waiting rooms: {Reason}; no fan is admitted until the next tick retries", error.Message);

    /// <summary>While the line is empty, and before the opening, a write every half lease is enough.</summary>
    private bool IsDue(WaitingRoom room) =>
        (room.Row.Drawn is null ? room.Now >= room.Row.OpensAt : room.Row.Tickets > room.Row.Admitted) || room.Now - room.Row.UpdatedAt >= TimeSpan.FromSeconds(options.Value.LeaseSeconds) / 2;

    private async Task<Held?> LeaseAsync(WaitingRoom room, CancellationToken cancellation)
    {
        var (row, gameId) = (room.Row, room.Row.GameId);
        if (_leases.TryGetValue(gameId, out var held) && held.Token == row.Token)
            return held;
        _leases.TryRemove(gameId, out _);
        if (row.HeldUntil > room.Now)
            return null;
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        return await connection.QuerySingleOrDefaultAsync<long?>(new(Take, new { gameId, row.Token, options.Value.LeaseSeconds }, cancellationToken: cancellation)) is { } token
            ? _leases[gameId] = new(token, new((double)row.Rate, isStarting: row.Reason is "new" or "draw" or "starting"))
            : null;
    }

    private async Task AdmitAsync(WaitingRoom room, Held lease, SaleLoad.Report? load, CancellationToken cancellation)
    {
        var (row, limits, gameId) = (room.Row, options.Value, room.Row.GameId);
        var step = new AdmissionWindow.Step(0, (double)row.Rate, row.Drawn is null ? "draw" : "nobody-waits");
        var terms = await catalog.SaleTermsAsync(gameId, cancellation);
        var (isOver, isSoldOut) = (terms is null || room.Now >= terms.ClosesAt, row.IsSoldOut);
        if (row.Drawn is not null && row.Tickets > row.Admitted && !isOver)
        {
            isSoldOut = await seats.CountClaimedAsync(gameId, cancellation) >= terms!.Grades.Sum(grade => grade.Capacity);
            // After a pause of all workers no arrears are admitted: the shop would get them all at once.
            var elapsed = TimeSpan.FromMilliseconds(Math.Min((room.Now - row.UpdatedAt).TotalMilliseconds, 2 * limits.TickMilliseconds));
            var active = await queries.CountActiveAsync(gameId, cancellation);
            var (strain, reason) = load?.StrainBy(limits) ?? (AdmissionWindow.Strain.Unknown, "unknown-load");
            var sale = new AdmissionWindow.Sale(elapsed, row.Tickets - row.Admitted, active, isSoldOut ? 0 : row.MaxActive - active, strain);
            step = row.State switch
            {
                WaitingRoom.Paused => step with { Reason = "paused" },
                WaitingRoom.Draining => lease.Window.Next(row.MaxRate, row.MaxRate, sale with { Places = int.MaxValue }) with { Reason = "draining" },
                _ => lease.Window.Next(row.MinRate, row.MaxRate, sale),
            };
            step = step with { Reason = isSoldOut ? "sold-out" : step.Reason ?? reason };
        }

        var parameters = new
        {
            gameId,
            token = lease.Token,
            numbers = step.Numbers,
            step.Rate,
            step.Reason,
            isSoldOut,
            isOver,
            limits.LeaseSeconds,
            limits.ClaimSeconds,
            forfeitSeconds = limits.ClaimSeconds + limits.ReturnSeconds,
        };
        await transaction.RunAsync(step.Numbers > 0 ? Admit + Record : Admit, parameters, _ => null, cancellation, locksSharedRow: true);
    }

    /// <summary>What the replicas reported; null while Redis is unavailable.</summary>
    private async Task<SaleLoad.Report?> LoadAsync(CancellationToken cancellation)
    {
        try
        {
            return await ReportSaleLoad.ReadAsync(redis, clock, TimeSpan.FromMilliseconds(options.Value.TickMilliseconds), cancellation);
        }
        catch (RedisUnavailableException)
        {
            return null;
        }
    }

    /// <summary>The lease of a room.</summary>
    private sealed class Held(long token, AdmissionWindow window)
    {
        /// <summary>Its fencing number.</summary>
        public long Token => token;

        /// <summary>How many fans may be active, as long as the lease lasts.</summary>
        public AdmissionWindow Window => window;
    }
}
