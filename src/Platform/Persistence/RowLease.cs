using Dapper;
using MySqlConnector;

namespace Dugout.Platform.Persistence;

/// <summary>
/// A lease that is a row, so that it holds on every node of a cluster, unlike a named lock. It expires by the database's clock. Each holder has a fencing number higher than
/// any before, and statements behind <see cref="Renew"/> change nothing once another has taken the lease. Used by one caller at a time.
/// </summary>
/// <param name="name">The name of the lease.</param>
/// <param name="length">How long it lasts after its last renewal.</param>
/// <param name="clock">Source of time, for when to renew.</param>
public sealed class RowLease(string name, TimeSpan length, TimeProvider clock)
{
    /// <summary>
    /// Begins a transaction of the holder. It writes the row, because a cluster compares at the commit only what was written; conditions on <c>@lease</c> and <c>@fence</c> in
    /// the statements that follow are then decided by who holds the lease. Matches no row if another has taken it.
    /// </summary>
    internal const string Renew = "UPDATE leases SET expires_at = UTC_TIMESTAMP(6) + INTERVAL @length MICROSECOND WHERE name = @lease AND fence = @fence; ";

    private const string Create = "INSERT IGNORE INTO leases (name, holder, fence, expires_at) VALUES (@lease, '', 0, UTC_TIMESTAMP(6)); ";

    private const string Take = """
        UPDATE leases SET fence = LAST_INSERT_ID(fence + 1), holder = @holder, expires_at = UTC_TIMESTAMP(6) + INTERVAL @length MICROSECOND
        WHERE name = @lease AND (expires_at <= UTC_TIMESTAMP(6) OR holder = @holder);
        SELECT CAST(LAST_INSERT_ID() AS SIGNED) FROM DUAL WHERE ROW_COUNT() = 1;
        """;

    private const string Release = "UPDATE leases SET holder = '', expires_at = UTC_TIMESTAMP(6) WHERE name = @lease AND holder = @holder";

    /// <summary>Longest wait of <see cref="ReleaseAsync"/>; after that the lease expires.</summary>
    private static readonly TimeSpan LongestRelease = TimeSpan.FromSeconds(2);

    private readonly string _holder = Guid.NewGuid().ToString("N");
    private bool _isCreated;
    private bool _mayHold;
    private long _since;

    /// <summary>The fencing number; null if this process does not hold the lease.</summary>
    public long? Fence { get; private set; }

    private TimeSpan Left => length - clock.GetElapsedTime(_since);

    /// <summary>Takes the lease if it is free, or renews it if this process holds it and the last renewal was a third of its length ago.</summary>
    /// <returns>Whether this process holds the lease.</returns>
    /// <exception cref="MySqlException">The database is unavailable; whether the lease was taken is unknown.</exception>
    public async Task<bool> TakeAsync(LeasedConnection connection, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(connection);
        if (Fence is not null && (clock.GetElapsedTime(_since) < length / 3 || await RenewAsync(connection, cancellation)))
            return true;
        Fence = null;
        var now = clock.GetTimestamp();
        try
        {
            _mayHold = true;
            Fence = await connection.ExecuteScalarAsync<long?>(new((_isCreated ? "" : Create) + Take, Parameters(), cancellationToken: cancellation));
            _isCreated = true;
        }
        catch (MySqlException error) when (error.IsDeadlock())
        {
            // Another was first, perhaps on another node, which shows at the commit.
        }

        (_mayHold, _since) = (Fence is not null, now);
        return _mayHold;
    }

    /// <summary>Does work that only the holder may do, and renews the lease meanwhile. The work is cancelled when the lease is lost or cannot be renewed in time.</summary>
    /// <param name="connection">The connection for renewals, which the work does not use.</param>
    /// <param name="longest">How long the lease is renewed, even if the work takes longer; infinite: as long as the work takes.</param>
    /// <param name="work">The work.</param>
    /// <param name="cancellation">Cancels the work.</param>
    /// <returns>The result of the work. Whether the lease is still held, <see cref="Fence"/> shows.</returns>
    public async Task<T> HoldWhileAsync<T>(LeasedConnection connection, TimeSpan longest, Func<CancellationToken, Task<T>> work, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(connection);
        ArgumentNullException.ThrowIfNull(work);
        using var held = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        var began = clock.GetTimestamp();
        var working = work(held.Token);
        while (!working.IsCompleted)
        {
            await ((Task)working).WaitAsync(length / 3, clock, CancellationToken.None).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            if (working.IsCompleted || (longest != Timeout.InfiniteTimeSpan && clock.GetElapsedTime(began) > longest))
                break;
            if (await CouldRenewAsync(connection))
                continue;
            await held.CancelAsync();
            break;
        }

        return await working;
    }

    /// <summary>Runs statements of the holder and renews the lease, in one transaction and one round trip.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="statements">The statements, each conditional on <c>@lease</c> and <c>@fence</c> and with a semicolon at its end.</param>
    /// <param name="parameters">Their parameters, from <see cref="Parameters"/>.</param>
    /// <returns>Whether this process still holds the lease; if not, nothing was changed.</returns>
    /// <exception cref="MySqlException">The database is unavailable, or another transaction was first; nothing was changed, or all of it.</exception>
    internal async Task<bool> CommitAsync(LeasedConnection connection, string statements, DynamicParameters parameters)
    {
        if (Fence is null)
            return false;
        var now = clock.GetTimestamp();
        var matched = await connection.ExecuteAsync(new(Transactions.Begin + Renew + statements + Transactions.Commit, parameters, cancellationToken: CancellationToken.None));
        return IsRenewed(matched > 0, now);
    }

    /// <summary>Returns the parameters of the lease: <c>@lease</c>, <c>@fence</c>, <c>@holder</c>, <c>@length</c>.</summary>
    internal DynamicParameters Parameters()
    {
        var parameters = new DynamicParameters();
        parameters.Add("lease", name);
        parameters.Add("fence", Fence);
        parameters.Add("holder", _holder);
        parameters.Add("length", (long)length.TotalMicroseconds);
        return parameters;
    }

    /// <summary>Releases the lease at once, if this process may hold it. Where the database does not respond in time, the lease expires.</summary>
    public async Task ReleaseAsync(Databases databases)
    {
        ArgumentNullException.ThrowIfNull(databases);
        Fence = null;
        if (!_mayHold)
            return;
        _mayHold = false;
        try
        {
            // Not the connection of the job: a cancelled statement may still run there.
            using var deadline = new CancellationTokenSource(LongestRelease, TimeProvider.System);
            await using var connection = await databases.OpenPrimaryAsync(deadline.Token);
            await connection.ExecuteAsync(new(Release, Parameters(), cancellationToken: deadline.Token));
        }
        catch (Exception error) when (error is OperationCanceledException || error.IsOfTheDatabase())
        {
            // It expires by itself.
        }
    }

    private async Task<bool> CouldRenewAsync(LeasedConnection connection)
    {
        try
        {
            if (Left > TimeSpan.Zero)
            {
                using var deadline = new CancellationTokenSource(Left, clock);
                return await RenewAsync(connection, deadline.Token);
            }
        }
        catch (Exception error) when (error is OperationCanceledException || error.IsOfTheDatabase())
        {
            // The holder stops while the lease lasts.
        }

        Fence = null;
        return false;
    }

    private async Task<bool> RenewAsync(LeasedConnection connection, CancellationToken cancellation)
    {
        var now = clock.GetTimestamp();
        try
        {
            return IsRenewed(await connection.ExecuteAsync(new(Renew, Parameters(), cancellationToken: cancellation)) > 0, now);
        }
        catch (MySqlException error) when (error.IsDeadlock())
        {
            return IsRenewed(false, now);
        }
    }

    private bool IsRenewed(bool isMine, long now)
    {
        if (isMine)
            _since = now;
        else
            Fence = null;
        return isMine;
    }
}
