using Dugout.Features.Catalog;
using Dugout.Features.Notices;

namespace Dugout.Features.Seats;

/// <summary>
/// The notices of holds that end within a minute. Holds exist only in Redis, so they are read there, grade by grade. A renewed hold gets another notice before its new deadline.
/// </summary>
public sealed class LapsingHoldNotices(NoticesQueries notices, SeatsQueries seats, CatalogQueries catalog) : IDueNotices
{
    /// <summary>Maximum number of holds per statement.</summary>
    private const int BatchSize = 500;

    private static readonly TimeSpan BeforeLapse = TimeSpan.FromMinutes(1);

    /// <inheritdoc/>
    public async Task<long> PublishAsync(DateTime now, CancellationToken cancellation)
    {
        var grades = await catalog.GradesOnSaleAsync(cancellation);
        var notified = 0L;
        foreach (var batch in (await seats.LapsingAsync(grades, now, now + BeforeLapse, cancellation)).Chunk(BatchSize))
            notified += await notices.HoldsLapseAsync(batch.Select(hold => (hold.AccountId, hold.HoldId, hold.Deadline)), cancellation);
        return notified;
    }
}
