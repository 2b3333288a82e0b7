using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Rankings;

/// <summary>
/// The turn to count: of all workers one takes it, when it is due and nobody has it, by an update that changes the row it looks for. It comes with a number
/// higher than any before. A worker that freezes loses it after <see cref="RankingsOptions.TurnSeconds"/>, by the database's clock, and what
/// it publishes afterwards is refused for its number.
/// </summary>
public sealed class RankingLease(Databases databases, IOptions<RankingsOptions> options)
{
    private const string Take = """
        UPDATE ranking_turns SET token = LAST_INSERT_ID(token + 1), held_until = UTC_TIMESTAMP(6) + INTERVAL @TurnSeconds SECOND
        WHERE name = 'rankings' AND due_at <= UTC_TIMESTAMP(6) AND held_until <= UTC_TIMESTAMP(6);
        SELECT CAST(LAST_INSERT_ID() AS SIGNED) FROM DUAL WHERE ROW_COUNT() = 1;
        """;

    private const string Skip = "UPDATE ranking_turns SET due_at = UTC_TIMESTAMP(6) WHERE name = 'rankings' AND held_until <= UTC_TIMESTAMP(6)";

    private const string End = """
        UPDATE ranking_turns SET held_until = UTC_TIMESTAMP(6), due_at = UTC_TIMESTAMP(6) + INTERVAL @RefreshSeconds SECOND
        WHERE name = 'rankings' AND token = @token
        """;

    /// <summary>Takes the turn.</summary>
    /// <param name="isUrgent">Whether it is due whatever the schedule says, unless somebody is at it.</param>
    /// <param name="cancellation">Cancels the operation.</param>
    /// <returns>Its number; null where it is somebody else's, or nobody's yet.</returns>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task<long?> TakeAsync(bool isUrgent, CancellationToken cancellation)
    {
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        if (isUrgent)
            await connection.ExecuteAsync(new(Skip, cancellationToken: cancellation));
        return await connection.QuerySingleOrDefaultAsync<long?>(new(Take, new { options.Value.TurnSeconds }, cancellationToken: cancellation));
    }

    /// <summary>Lets it go, and says when the next one is due. Does nothing where it has gone to another meanwhile.</summary>
    /// <exception cref="MySqlException">The primary is unavailable: the turn ends by itself.</exception>
    public async Task EndAsync(long token, CancellationToken cancellation)
    {
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        await connection.ExecuteAsync(new(End, new { token, options.Value.RefreshSeconds }, cancellationToken: cancellation));
    }
}
