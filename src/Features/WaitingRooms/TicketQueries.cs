using Dugout.Features.Seats;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.WaitingRooms;

/// <summary>Reads tickets and passes from the primary.</summary>
internal sealed class TicketQueries(Databases databases, IOptions<WaitingRoomsOptions> options)
{
    private const string Find = """
        SELECT ticket.idx AS Idx, ticket.return_number AS ReturnNumber, ticket.pass_until AS PassUntil, COALESCE(ticket.pass_until <= UTC_TIMESTAMP(6), FALSE) AS HasExpired,
               room.seed AS Seed, room.drawn AS Drawn, room.lapsed AS Lapsed
        FROM waiting_tickets ticket JOIN waiting_rooms room ON room.game_id = ticket.game_id
        WHERE ticket.game_id = @gameId AND ticket.account_id = @accountId AND room.state <> 'closed'
        """;

    /// <summary>Passes without a seat, and the numbers admitted lately whose fans are still on their way. Those exchanged lately have a young pass.</summary>
    private static readonly string CountActive = $"""
        SELECT CAST((
            SELECT COUNT(*) FROM waiting_tickets ticket
            WHERE ticket.game_id = @gameId AND ticket.pass_until > UTC_TIMESTAMP(6) AND NOT {SeatsQueries.HasSeats("ticket.account_id")}
          ) + GREATEST(0, lately.admitted - lately.since - (
            SELECT COUNT(*) FROM waiting_tickets came
            WHERE came.game_id = @gameId AND came.pass_until > UTC_TIMESTAMP(6) + INTERVAL @youngSeconds SECOND AND came.pass_number >= lately.since
          )) AS SIGNED)
        FROM (
            SELECT room.admitted, GREATEST(room.lapsed, COALESCE((
                SELECT MAX(past.admitted) FROM waiting_admissions past WHERE past.game_id = @gameId AND past.at <= UTC_TIMESTAMP(6) - INTERVAL @reactSeconds SECOND), 0)) AS since
            FROM waiting_rooms room WHERE room.game_id = @gameId) lately
        """;

    /// <summary>A ticket, and its room's counters. Filled by properties: servers differ in the integer types of expressions.</summary>
    public sealed class Found
    {
        public int Idx { get; init; }

        public int? ReturnNumber { get; init; }

        public DateTime? PassUntil { get; init; }

        public bool HasExpired { get; init; }

        public string Seed { get; init; } = "";

        public int? Drawn { get; init; }

        public int Lapsed { get; init; }

        public bool Misses(int? number) => HasExpired || (PassUntil is null && number < Lapsed);
    }

    /// <summary>The account's ticket; null if it has none, or the room is closed.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public Task<Found?> FindAsync(long gameId, long accountId, CancellationToken cancellation) => databases.QueryPrimaryAsync(
        primary => primary.QuerySingleOrDefaultAsync<Found>(new(Find, new { gameId, accountId }, cancellationToken: cancellation)), cancellation);

    /// <summary>Number of active fans of a game: those with a valid pass who have no seat yet, and those admitted lately who have not fetched their pass. Who buys makes room for the next.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public Task<int> CountActiveAsync(long gameId, CancellationToken cancellation)
    {
        var (passSeconds, reactSeconds) = (options.Value.PassSeconds, options.Value.ReactSeconds);
        var parameters = new { gameId, reactSeconds, youngSeconds = passSeconds - reactSeconds - 1 };
        return databases.QueryPrimaryAsync(primary => primary.ExecuteScalarAsync<int>(new(CountActive, parameters, cancellationToken: cancellation)), cancellation);
    }
}
