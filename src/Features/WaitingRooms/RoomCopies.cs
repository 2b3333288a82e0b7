using MySqlConnector;

namespace Dugout.Features.WaitingRooms;

/// <summary>
/// This process's copies of the waiting rooms that are not closed. All are read together, about twice a second and only while requests need them: a request costs no query, whether its game
/// has a room or not. Time is the primary's, read with the rooms and continued by a monotonic clock.
/// </summary>
internal sealed class RoomCopies
{
    private const string All = """
        SELECT game_id AS GameId, opens_at AS OpensAt, state AS State, min_rate AS MinRate, max_rate AS MaxRate, max_active AS MaxActive, seed AS Seed, tickets AS Tickets, drawn AS Drawn, admitted AS Admitted,
               lapsed AS Lapsed, forfeited AS Forfeited, rate AS Rate, reason AS Reason, is_sold_out AS IsSoldOut, token AS Token, held_until AS HeldUntil, updated_at AS UpdatedAt
        FROM waiting_rooms WHERE state <> 'closed'
        """;

    /// <summary>Shorter than the second for which gateways cache the public document, so that a later one is never older.</summary>
    private static readonly TimeSpan Life = TimeSpan.FromMilliseconds(900);

    /// <summary>The first may join a query that began too early. What the primary then has is the state, even if it is older: it may have been restored from a backup.</summary>
    private const int MostAttempts = 2;

    private readonly Databases _databases;
    private readonly TimeProvider _clock;
    private readonly RefreshAheadCache<bool, Copies> _copies;
    private Copies _last = new(new Dictionary<long, WaitingRoom>(), default, 0);

    public RoomCopies(Databases databases, TimeProvider clock)
    {
        (_databases, _clock) = (databases, clock);
        _copies = new(_ => ReadAsync(), clock, Life);
    }

    /// <summary>Whether there was a waiting room when the rooms were last read.</summary>
    public bool AreThere => _last.Rooms.Count > 0;

    /// <summary>A game's waiting room, up to a second old, and the time now; null if it has none, or a closed one.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public ValueTask<(WaitingRoom Room, DateTime Now)?> FindAsync(long gameId, CancellationToken cancellation) => FindAsync(gameId, default, cancellation);

    /// <summary>The same, not older than another replica has shown it.</summary>
    /// <param name="gameId">The game.</param>
    /// <param name="updatedAt">When the room had been updated there, UTC.</param>
    /// <param name="cancellation">Ends the wait.</param>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async ValueTask<(WaitingRoom Room, DateTime Now)?> FindAsync(long gameId, DateTime updatedAt, CancellationToken cancellation)
    {
        var copies = (await _copies.GetAsync(true, cancellation))!;
        for (var attempt = 0; attempt < MostAttempts && copies.Rooms.GetValueOrDefault(gameId)?.Row.UpdatedAt < updatedAt; attempt++)
            copies = (await _copies.GetNewAsync(true, cancellation))!;
        return copies.Rooms.GetValueOrDefault(gameId) is { } room ? (room, copies.ReadAt + _clock.GetElapsedTime(copies.Since)) : null;
    }

    /// <summary>Reads all rooms from the primary.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task<IReadOnlyCollection<WaitingRoom>> AllAsync(CancellationToken cancellation) => [.. (await ReadAsync(cancellation))!.Rooms.Values];

    private async Task<Copies?> ReadAsync(CancellationToken cancellation = default)
    {
        var since = _clock.GetTimestamp();
        var (now, rows) = await _databases.QueryPrimaryAsync(
            async primary =>
            {
                await using var results = await primary.QueryMultipleAsync(new("SELECT UTC_TIMESTAMP(6); " + All, cancellationToken: cancellation));
                return (await results.ReadSingleAsync<DateTime>(), (await results.ReadAsync<WaitingRoomRow>()).ToList());
            },
            cancellation);
        return _last = new(rows.ToDictionary(row => row.GameId, row => _last.Rooms.GetValueOrDefault(row.GameId)?.With(row, now) ?? new(row, now)), now, since);
    }

    /// <summary>All rooms.</summary>
    /// <param name="Rooms">They, by game.</param>
    /// <param name="ReadAt">The primary's time when they were read, UTC.</param>
    /// <param name="Since">Time stamp before that.</param>
    private sealed record Copies(IReadOnlyDictionary<long, WaitingRoom> Rooms, DateTime ReadAt, long Since);
}
