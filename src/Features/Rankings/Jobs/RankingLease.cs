using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Features.Rankings;

/// <summary>
/// The lease of the ranking job: one of all workers takes it by a conditional update when it is due and free. Each lease has a
/// fencing token higher than any before. A worker that freezes loses the lease after <see cref="RankingsOptions.LeaseSeconds"/>,
/// by the database's clock, and its later publication is rejected because of its token.
/// </summary>
public sealed class RankingLease(Databases databases, IOptions<RankingsOptions> options)
{
    private const string Take = """
        UPDATE ranking_leases SET token = LAST_INSERT_ID(token + 1), held_until = UTC_TIMESTAMP(6) + INTERVAL @LeaseSeconds SECOND
        WHERE name = 'rankings' AND due_at <= UTC_TIMESTAMP(6) AND held_until <= UTC_TIMESTAMP(6);
        SELECT CAST(LAST_INSERT_ID() AS SIGNED) FROM DUAL WHERE ROW_COUNT() = 1;
        """;

    private const string Skip = "UPDATE ranking_leases SET due_at = UTC_TIMESTAMP(6) WHERE name = 'rankings' AND held_until <= UTC_TIMESTAMP(6)";

    private const string End = """
        UPDATE ranking_leases SET held_until = UTC_TIMESTAMP(6), due_at = UTC_TIMESTAMP(6) + INTERVAL @RefreshSeconds SECOND
        WHERE name = 'rankings' AND token = @token
        """;

    /// <summary>Takes the lease.</summary>
    /// <param name="isUrgent">Whether to ignore the schedule; a lease held by another worker still counts.</param>
    /// <param name="cancellation">Cancels the operation.</param>
    /// <returns>Its fencing token; null if another worker holds it or it is not due.</returns>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public async Task<long?> TakeAsync(bool isUrgent, CancellationToken cancellation)
    {
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        if (isUrgent)
            await connection.ExecuteAsync(new(Skip, cancellationToken: cancellation));
        return await connection.QuerySingleOrDefaultAsync<long?>(new(Take, new { options.Value.LeaseSeconds }, cancellationToken: cancellation));
    }

    /// <summary>Releases the lease and schedules the next one. Does nothing if another worker has taken it in the meantime.</summary>
    /// <exception cref="MySqlException">The primary is unavailable: the lease expires.</exception>
    public async Task EndAsync(long token, CancellationToken cancellation)
    {
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        await connection.ExecuteAsync(new(End, new { token, options.Value.RefreshSeconds }, cancellationToken: cancellation));
    }
}
