using MySqlConnector;

namespace Dugout.Features.WaitingRooms;

/// <summary>Reads tickets and passes from the primary.</summary>
internal sealed class TicketQueries(Databases databases)
{
    private const string Find = """
        SELECT ticket.idx AS Idx, ticket.return_number AS ReturnNumber, ticket.pass_until AS PassUntil, COALESCE(ticket.pass_until <= UTC_TIMESTAMP(6), FALSE) AS HasExpired,
               room.seed AS Seed, room.drawn AS Drawn, room.lapsed AS Lapsed
        FROM waiting_tickets ticket JOIN waiting_rooms room ON room.game_id = ticket.game_id
        WHERE ticket.game_id = @gameId AND ticket.account_id = @accountId AND room.state <> 'closed'
        """;

    private const string CountPasses = "SELECT COUNT(*) FROM waiting_tickets WHERE game_id = @gameId AND pass_until > UTC_TIMESTAMP(6)";

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

    /// <summary>Number of valid passes of a game.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public Task<int> CountPassesAsync(long gameId, CancellationToken cancellation) => databases.QueryPrimaryAsync(
        primary => primary.ExecuteScalarAsync<int>(new(CountPasses, new { gameId }, cancellationToken: cancellation)), cancellation);
}
