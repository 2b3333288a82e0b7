using Dapper;
using MySqlConnector;

namespace Dugout.Features.Feed;

/// <summary>
/// Writes to the feed, each one text on the primary, and tells others once it has committed: the client and those who remember for it, and, where a
/// kept page of the guest feed may show the change, whoever keeps one.
/// </summary>
public sealed class FeedChanges(
    Databases databases, CommitPosition written, Deadline deadline, AccountConsistencyTokens seen, CacheInvalidation evictions, NewestPosts newest)
{
    /// <summary>What a write came to.</summary>
    /// <param name="Rows">How many rows its last statement found.</param>
    /// <param name="Refusal">Why nothing was written; null where something was, or nothing was to be.</param>
    public readonly record struct Sent(long Rows, Problem? Refusal);

    /// <summary>Which kept pages a write changes.</summary>
    public enum Shows
    {
        /// <summary>None.</summary>
        Nothing,

        /// <summary>Those that show the post.</summary>
        ThePost,

        /// <summary>Those that show it now, or would have.</summary>
        EveryPost,
    }

    /// <summary>Sends a write: its statements and their commit in one text.</summary>
    /// <param name="account">Who writes.</param>
    /// <param name="post">What about, and what of it is shown.</param>
    /// <param name="sql">The statements, each with a semicolon at its end. The server stops at the first that fails.</param>
    /// <param name="parameters">Their values.</param>
    /// <param name="refusal">What an error of a statement means; null where it is a fault.</param>
    /// <param name="cancellation">Gives up, before anything is written.</param>
    /// <exception cref="MySqlException">The primary is away or too slow, and nothing took place.</exception>
    /// <exception cref="OutcomeUnknownException">The primary broke off; sent again, the write finds out.</exception>
    public async Task<Sent> SendAsync(
        CurrentAccount account, (long Id, Shows Shows) post, string sql, DynamicParameters parameters, Func<MySqlException, Problem?> refusal, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(account);
        ArgumentNullException.ThrowIfNull(refusal);
        // Should this process freeze where the text stopped, the server hangs up soon: nobody waits for the post's row.
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

    /// <summary>Tells others what was written under an idempotency key. A repeat was told the first time.</summary>
    /// <param name="account">Who wrote.</param>
    /// <param name="post">What about, and what of it is shown.</param>
    /// <param name="place">Where it stands in the primary's history; null for a repeat.</param>
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
            // Whoever keeps a page trusts it for a second more, then; of posts that come or go the outbox tells once more.
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
