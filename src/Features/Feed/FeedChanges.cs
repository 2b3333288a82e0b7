using Dapper;
using MySqlConnector;

namespace Dugout.Features.Feed;

/// <summary>
/// Sends writes of the feed, each as one batch on the primary. After the commit it publishes the commit position to the client
/// and to the account's consistency token, and invalidates cached pages of the guest feed that may show the change.
/// </summary>
public sealed class FeedChanges(
    Databases databases, CommitPosition written, Deadline deadline, AccountConsistencyTokens seen, CacheInvalidation evictions, NewestPosts newest)
{
    /// <summary>The result of a write.</summary>
    /// <param name="Rows">Rows affected by its last statement.</param>
    /// <param name="Refusal">The error if nothing was written; null otherwise.</param>
    public readonly record struct Sent(long Rows, Problem? Refusal);

    /// <summary>The cached pages that a write affects.</summary>
    public enum Shows
    {
        /// <summary>None.</summary>
        Nothing,

        /// <summary>Pages that show the post.</summary>
        ThePost,

        /// <summary>Pages that show the post now or would have shown it.</summary>
        EveryPost,
    }

    /// <summary>Sends a write: its statements and their commit in one batch.</summary>
    /// <param name="account">The writing account.</param>
    /// <param name="post">The post, and which cached pages the write affects.</param>
    /// <param name="sql">The statements, each ending with a semicolon. The server stops at the first that fails.</param>
    /// <param name="parameters">Their parameters.</param>
    /// <param name="refusal">Maps an error of a statement to a problem; null if it is a fault.</param>
    /// <param name="cancellation">Cancels before anything is written.</param>
    /// <exception cref="MySqlException">The primary is unavailable or too slow; nothing was written.</exception>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke and the outcome is unknown; sending the write again resolves it.</exception>
    public async Task<Sent> SendAsync(
        CurrentAccount account, (long Id, Shows Shows) post, string sql, DynamicParameters parameters, Func<MySqlException, Problem?> refusal, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(account);
        ArgumentNullException.ThrowIfNull(refusal);
        // If this process freezes inside the batch, the server closes the connection soon, so that no other write waits for the
        // post's row.
        var text = Transactions.HangUp + Transactions.Begin + sql + "SELECT ROW_COUNT(); " + Transactions.Stay + written.Commit;
        for (var attempt = 1; attempt <= Transactions.Attempts; attempt++)
        {
            await using var connection = await databases.OpenPrimaryAsync(cancellation);
            try
            {
                var (rows, place) = await RunAsync(connection, text, parameters);
                written.Report(place);
                if (rows > 0)
                    await PublishAsync(account, post, place ?? "");
                return new(rows, Refusal: null);
            }
            catch (Exception error) when (error.LeavesOutcomeOpen())
            {
                throw new OutcomeUnknownException(error);
            }
            catch (MySqlException error) when (error.IsDeadlock())
            {
                // Deadlock: the server has rolled back the transaction. Retry from the start.
            }
            catch (MySqlException error)
            {
                await connection.ExecuteAsync(Transactions.Undo);
                if (refusal(error) is { } refused)
                    return new(Rows: 0, refused);
                throw;
            }
        }

        return new(Rows: 0, Problems.Busy);
    }

    /// <summary>Publishes what an idempotent command wrote. A repeat publishes nothing, because the first run already has.</summary>
    /// <param name="account">The writing account.</param>
    /// <param name="post">The post, and which cached pages the write affects.</param>
    /// <param name="place">The commit position on the primary; null for a repeat.</param>
    public async Task PublishAsync(CurrentAccount account, (long Id, Shows Shows) post, string? place)
    {
        ArgumentNullException.ThrowIfNull(account);
        if (place is null)
            return;
        try
        {
            await seen.RememberAsync(account.Id, place);
            if (await ChangesPagesAsync(post))
                await evictions.EvictAsync([FeedResponses.Tag], place);
        }
        catch (RedisUnavailableException)
        {
            // Cached pages then expire within a second; for new and deleted posts the outbox repeats the invalidation.
        }
    }

    private async Task<bool> ChangesPagesAsync((long Id, Shows Shows) post) => post.Shows switch
    {
        Shows.Nothing => false,
        Shows.EveryPost => true,
        _ => await newest.MayShowAsync(post.Id, CancellationToken.None),
    };

    private async Task<(long Rows, string? Place)> RunAsync(LeasedConnection connection, string text, DynamicParameters parameters)
    {
        await using var answers = await connection.QueryMultipleAsync(new(text, parameters, cancellationToken: deadline.Token));
        return (await answers.ReadSingleAsync<long>(), await answers.ReadSingleAsync<string?>());
    }
}
