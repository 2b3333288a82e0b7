namespace Dugout.Features.Seats;

/// <summary>
/// The current state of a game's seats, counted on the primary and read from Redis. Callers of a process that ask at the same time share a query that begins after all of them have
/// asked, so that a burst for one game costs the primary one query at a time, however many seats are sold.
/// </summary>
public sealed class LiveReads(Databases databases, SeatsQueries seats)
{
    private readonly Coalescer<long, IReadOnlyDictionary<long, int>> _claimed = new();
    private readonly Coalescer<(long Game, long Grade), int[]> _taken = new();

    /// <summary>The number of sold and blocked seats of a game by grade; grades without any are omitted.</summary>
    public Task<IReadOnlyDictionary<long, int>> ClaimedAsync(long gameId, CancellationToken cancellation) => _claimed.RunAsync(gameId, CountAsync, cancellation);

    /// <summary>The seat numbers of a grade that are sold, blocked or held, ascending; without the held ones while Redis is unavailable.</summary>
    public Task<int[]> TakenAsync(long gameId, long gradeId, CancellationToken cancellation) => _taken.RunAsync((gameId, gradeId), TakenAsync, cancellation);

    private async Task<IReadOnlyDictionary<long, int>> CountAsync(long gameId)
    {
        const string Sql = "SELECT grade_id, COUNT(*) FROM seat_claims WHERE game_id = @gameId GROUP BY grade_id";
        var counts = await databases.QueryPrimaryAsync(primary => primary.QueryAsync<(long GradeId, long Claims)>(Sql, new { gameId }), CancellationToken.None);
        return counts.ToDictionary(count => count.GradeId, count => (int)count.Claims);
    }

    private async Task<int[]> TakenAsync((long Game, long Grade) of)
    {
        const string Sql = "SELECT number FROM seat_claims WHERE game_id = @Game AND grade_id = @Grade";
        // Read held seats first and sold seats second: a hold is released only after its seats are sold, so no seat is missed
        // between the two reads.
        var held = await seats.HeldAsync(of.Game, of.Grade, CancellationToken.None) ?? [];
        var sold = await databases.QueryPrimaryAsync(primary => primary.QueryAsync<int>(Sql, new { of.Game, of.Grade }), CancellationToken.None);
        return [.. new SortedSet<int>(held.Concat(sold))];
    }
}
