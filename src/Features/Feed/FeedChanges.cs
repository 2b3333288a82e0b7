using Dapper;
using MySqlConnector;

namespace Dugout.Features.Feed;

/// <summary>
/// Sends writes of the feed, each as one batch on the primary. After the commit it publishes the commit position to the client
/// and to the account's consistency token, and invalidates cached pages of the guest feed that may show the change.
/// </summary>
public sealed class FeedChanges(PrimaryTransaction transaction, IdempotentCommands idempotency, ChangeAnnouncements changes, NewestPosts newest)
{
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
    /// <param name="problem">Maps an error of a statement to a problem; null if it is a fault.</param>
    /// <param name="cancellation">Cancels before anything is written.</param>
    /// <exception cref="MySqlException">The primary is unavailable or too slow; nothing was written.</exception>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke and the outcome is unknown; sending the write again resolves it.</exception>
    public async Task<Result<WriteResult>> SendAsync(
        CurrentAccount account, (long Id, Shows Shows) post, string sql, DynamicParameters parameters, Func<MySqlException, Problem?> problem, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(account);
        var sent = await transaction.RunAsync(sql, parameters, problem, cancellation, locksSharedRow: true);
        if (sent.Value is { Rows: > 0 } write)
            await PublishAsync(account, post, write.CommitPosition);
        return sent;
    }

    /// <summary>Sends a write once per idempotency key; see <see cref="IdempotentCommands"/>. A repeat publishes nothing, because the first run already has.</summary>
    /// <param name="account">The writing account.</param>
    /// <param name="key">The idempotency key.</param>
    /// <param name="request">The request the key stands for.</param>
    /// <param name="write">Makes the write, or the error that prevents it, and says which post and which cached pages it affects.</param>
    /// <param name="cancellation">Cancels before anything is written.</param>
    public async Task<Result<IdempotentResponse<TAnswer>>> OnceAsync<TRequest, TAnswer>(
        CurrentAccount account, string key, TRequest request, Func<(Result<KeyedWrite<TAnswer>> Write, (long Id, Shows Shows) Post)> write, CancellationToken cancellation)
        where TAnswer : class
    {
        ArgumentNullException.ThrowIfNull(account);
        ArgumentNullException.ThrowIfNull(write);
        (long Id, Shows Shows) post = default;
        var sent = await idempotency.OnceAsync(account.Id, key, request, () =>
        {
            (var made, post) = write();
            return Task.FromResult(made);
        }, cancellation);
        if (sent.Value?.CommitPosition is { } position)
            await PublishAsync(account, post, position);
        return sent;
    }

    private async Task PublishAsync(CurrentAccount account, (long Id, Shows Shows) post, string position) =>
        await changes.AnnounceAsync(account.Id, position, await ChangesPagesAsync(post) ? [FeedResponses.Tag] : []);

    private async Task<bool> ChangesPagesAsync((long Id, Shows Shows) post) => post.Shows switch
    {
        Shows.Nothing => false,
        Shows.EveryPost => true,
        _ => await newest.MayShowAsync(post.Id, CancellationToken.None),
    };
}
