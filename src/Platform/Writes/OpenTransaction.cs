namespace Dugout.Platform.Writes;

/// <summary>A transaction while it runs. Its connection is leased at its first statement, so that steps before may use other connections.</summary>
public sealed class OpenTransaction : IAsyncDisposable
{
    private readonly Databases _databases;
    private readonly CommitPosition _position;
    private readonly Deadline _deadline;
    private readonly CancellationToken _cancellation;
    private LeasedConnection? _connection;

    internal OpenTransaction(Databases databases, CommitPosition position, Deadline deadline, CancellationToken cancellation) =>
        (_databases, _position, _deadline, _cancellation) = (databases, position, deadline, cancellation);

    /// <summary>Position of the commit; empty before it, and where the server writes no binary log.</summary>
    public string CommitPosition { get; private set; } = "";

    /// <summary>Whether the server may have an uncommitted transaction.</summary>
    internal bool IsOpen { get; private set; }

    /// <summary>Returns the connection to the primary, for statements of the transaction, or for reads before it begins.</summary>
    public async Task<LeasedConnection> ConnectionAsync() => _connection ??= await _databases.OpenPrimaryAsync(_cancellation);

    /// <summary>Begins a transaction of several batches. If this process then freezes, the server closes the connection soon, and its locks are free.</summary>
    public async Task<LeasedConnection> BeginAsync()
    {
        var connection = await ConnectionAsync();
        IsOpen = true;
        await connection.ExecuteAsync(new(Transactions.HangUp + Transactions.Begin, cancellationToken: _cancellation));
        return connection;
    }

    /// <summary>Begins a transaction of several batches with the first of them. Only for locks that no other account waits for.</summary>
    public async Task<LeasedConnection.ResultSets> BeginAsync(string statements, object parameters)
    {
        var connection = await ConnectionAsync();
        IsOpen = true;
        return await connection.QueryMultipleAsync(new(Transactions.Begin + statements, parameters, cancellationToken: _cancellation));
    }

    /// <summary>
    /// Sends the last batch with the commit at its end: the only batch, if none has begun the transaction. It is completed even if the client disconnects, so that its outcome does
    /// not become unknown.
    /// </summary>
    /// <param name="statements">The statements, each with a semicolon at its end; none returns rows.</param>
    /// <param name="parameters">Their parameters.</param>
    /// <param name="locksSharedRow">
    /// Whether writes of other accounts wait for a row that the batch locks. Then the server closes the connection soon if this process freezes inside the batch.
    /// </param>
    /// <exception cref="OutcomeUnknownException">The connection to the primary broke.</exception>
    public async Task CommitAsync(string statements, object parameters, bool locksSharedRow = false)
    {
        var connection = await ConnectionAsync();
        var text = LastBatch(statements, locksSharedRow);
        await CommittingAsync(() => connection.ExecuteScalarAsync<string?>(new(text, parameters, cancellationToken: _deadline.Token)));
    }

    /// <summary>Sends the last batch, as <see cref="CommitAsync(string, object, bool)"/>, and reads what its statements return.</summary>
    public async Task<T> CommitAsync<T>(string statements, object parameters, bool locksSharedRow, Func<LeasedConnection.ResultSets, Task<T>> read)
        where T : notnull
    {
        ArgumentNullException.ThrowIfNull(read);
        var connection = await ConnectionAsync();
        var text = LastBatch(statements, locksSharedRow);
        T result = default!;
        await CommittingAsync(async () =>
        {
            await using var results = await connection.QueryMultipleAsync(new(text, parameters, cancellationToken: _deadline.Token));
            result = await read(results);
            return await results.ReadSingleAsync<string?>();
        });
        return result;
    }

    /// <summary>Sends the last batch, as <see cref="CommitAsync(string, object, bool)"/>, and returns what its last statement changed.</summary>
    public async Task<WriteResult> CommitAndCountAsync(string statements, object parameters, bool locksSharedRow = false)
    {
        const string Count = "SELECT ROW_COUNT() AS `Rows`, LAST_INSERT_ID() AS Id; ";
        var result = await CommitAsync(statements + Count, parameters, locksSharedRow, results => results.ReadSingleAsync<WriteResult>());
        return result.At(CommitPosition);
    }

    /// <summary>Rolls back and reads one row, in one round trip.</summary>
    internal async Task<T?> RollBackAndReadAsync<T>(string query, object parameters)
    {
        var connection = await ConnectionAsync();
        var text = (IsOpen ? Transactions.Undo : "") + query;
        IsOpen = false;
        return await connection.QuerySingleOrDefaultAsync<T>(new(text, parameters, cancellationToken: _deadline.Token));
    }

    /// <summary>Rolls back; does nothing where nothing is open.</summary>
    internal async Task RollBackAsync()
    {
        if (!IsOpen)
            return;
        IsOpen = false;
        await _connection!.ExecuteAsync(Transactions.Undo);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _connection?.DisposeAsync() ?? ValueTask.CompletedTask;

    private string LastBatch(string statements, bool locksSharedRow)
    {
        var text = (IsOpen ? "" : Transactions.Begin) + statements;
        IsOpen = true;
        return (locksSharedRow ? Transactions.HangUp + text + Transactions.Stay : text) + _position.Commit;
    }

    private async Task CommittingAsync(Func<Task<string?>> send)
    {
        try
        {
            CommitPosition = await send() ?? "";
            IsOpen = false;
            _position.Report(CommitPosition);
        }
        catch (Exception error) when (error.LeavesOutcomeOpen())
        {
            throw new OutcomeUnknownException(error);
        }
    }
}
