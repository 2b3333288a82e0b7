namespace Dugout.Features.Notices;

/// <summary>Notices of another slice that are due by time alone. <see cref="PublishDueNotices"/> asks at each poll.</summary>
public interface IDueNotices
{
    /// <summary>Writes the notices that are due. Several workers may ask concurrently: each notice is written once.</summary>
    /// <param name="now">The current time, UTC.</param>
    /// <param name="cancellation">Cancels between two transactions.</param>
    /// <returns>The number of notices written by this call.</returns>
    /// <exception cref="MySqlConnector.MySqlException">The primary is unavailable.</exception>
    /// <exception cref="TimeoutException">Lock waits exceeded the deadline.</exception>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke and the outcome is unknown; the next poll resolves it.</exception>
    Task<long> PublishAsync(DateTime now, CancellationToken cancellation);
}
