using Dapper;
using MySqlConnector;

namespace Dugout.Platform.Persistence;

/// <summary>
/// A connection leased from its pool. Its commands return when the caller's token is cancelled, whatever the server does. The driver never gets that token: it
/// would open a second connection, on the thread that cancels, to send KILL QUERY, and a server that hangs blocks that thread for seconds. So the caller leaves,
/// the command ends by itself, at its command time-out at the latest, and only then the connection returns to its pool.
/// </summary>
public sealed class LeasedConnection : IAsyncDisposable
{
    private readonly MySqlConnection _connection;
    private readonly CancellationToken _lost;
    private Task _last = Task.CompletedTask;

    private LeasedConnection(MySqlConnection connection, CancellationToken lost) => (_connection, _lost) = (connection, lost);

    /// <summary>Leases a connection; the wait for one counts towards the caller's deadline.</summary>
    /// <param name="address">Connection string.</param>
    /// <param name="cancellation">Cancels the wait.</param>
    /// <param name="lost">Cancelled when the server is lost: its commands then fail as on a broken connection.</param>
    internal static async Task<LeasedConnection> OpenAsync(string address, CancellationToken cancellation, CancellationToken lost = default)
    {
        var lease = new LeasedConnection(new MySqlConnection(address), lost);
        try
        {
            // The driver observes the token while it waits for the pool or connects, but not while it resets a connection.
            await lease.RunAsync(lease._connection.OpenAsync(cancellation), cancellation);
            return lease;
        }
        catch
        {
            await lease.DisposeAsync();
            throw;
        }
    }

    /// <summary>Makes a pool open new connections: a server that closed one of its connections has closed the others, too.</summary>
    internal static async Task ClearPoolAsync(string address)
    {
        await using var any = new MySqlConnection(address);
        await MySqlConnection.ClearPoolAsync(any);
    }

    /// <summary>Runs statements and returns the number of matched rows.</summary>
    public Task<int> ExecuteAsync(string sql, object? values = null) => ExecuteAsync(new CommandDefinition(sql, values));

    /// <inheritdoc cref="ExecuteAsync(string, object?)"/>
    public Task<int> ExecuteAsync(CommandDefinition command) => RunAsync(_connection.ExecuteAsync(WithoutToken(command)), command.CancellationToken);

    /// <summary>Returns the first column of the first row.</summary>
    public Task<T?> ExecuteScalarAsync<T>(string sql, object? values = null) => ExecuteScalarAsync<T>(new CommandDefinition(sql, values));

    /// <inheritdoc cref="ExecuteScalarAsync{T}(string, object?)"/>
    public Task<T?> ExecuteScalarAsync<T>(CommandDefinition command) => RunAsync(_connection.ExecuteScalarAsync<T>(WithoutToken(command)), command.CancellationToken);

    /// <summary>Returns all rows.</summary>
    public Task<IEnumerable<T>> QueryAsync<T>(string sql, object? values = null) => QueryAsync<T>(new CommandDefinition(sql, values));

    /// <inheritdoc cref="QueryAsync{T}(string, object?)"/>
    public Task<IEnumerable<T>> QueryAsync<T>(CommandDefinition command) => RunAsync(_connection.QueryAsync<T>(WithoutToken(command)), command.CancellationToken);

    /// <summary>Returns the only row.</summary>
    public Task<T> QuerySingleAsync<T>(string sql, object? values = null) => QuerySingleAsync<T>(new CommandDefinition(sql, values));

    /// <inheritdoc cref="QuerySingleAsync{T}(string, object?)"/>
    public Task<T> QuerySingleAsync<T>(CommandDefinition command) => RunAsync(_connection.QuerySingleAsync<T>(WithoutToken(command)), command.CancellationToken);

    /// <summary>Returns the only row, or the default where there is none.</summary>
    public Task<T?> QuerySingleOrDefaultAsync<T>(string sql, object? values = null) => QuerySingleOrDefaultAsync<T>(new CommandDefinition(sql, values));

    /// <inheritdoc cref="QuerySingleOrDefaultAsync{T}(string, object?)"/>
    public Task<T?> QuerySingleOrDefaultAsync<T>(CommandDefinition command) =>
        RunAsync(_connection.QuerySingleOrDefaultAsync<T>(WithoutToken(command)), command.CancellationToken);

    /// <summary>Runs several statements and returns their results to be read one by one.</summary>
    public Task<ResultSets> QueryMultipleAsync(string sql, object? values = null) => QueryMultipleAsync(new CommandDefinition(sql, values));

    /// <inheritdoc cref="QueryMultipleAsync(string, object?)"/>
    public async Task<ResultSets> QueryMultipleAsync(CommandDefinition command) =>
        new(this, await RunAsync(_connection.QueryMultipleAsync(WithoutToken(command)), command.CancellationToken), command.CancellationToken);

    /// <summary>
    /// Sends commands in one round trip, each with parameters of its own, and reads their results. The server stops at the first statement that fails. Takes no token: the caller waits for the end,
    /// or until the server is lost.
    /// </summary>
    public Task ReadBatchAsync(IEnumerable<MySqlBatchCommand> commands, Func<MySqlDataReader, Task> read) => RunAsync(BatchAsync(commands, read), CancellationToken.None);

    private async Task BatchAsync(IEnumerable<MySqlBatchCommand> commands, Func<MySqlDataReader, Task> read)
    {
        await using var any = _connection.CreateCommand();
        await using var batch = new MySqlBatch(_connection) { Timeout = any.CommandTimeout };
        foreach (var command in commands)
            batch.BatchCommands.Add(command);
        await using var reader = await batch.ExecuteReaderAsync(CancellationToken.None);
        await read(reader);
    }

    /// <summary>Returns the connection to its pool; if a command is still running, that command returns it when it ends.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_last.IsCompleted)
            await _connection.DisposeAsync();
        else
            _ = DisposeLaterAsync();
    }

    private async Task DisposeLaterAsync()
    {
        await _last.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _connection.DisposeAsync();
    }

    private static CommandDefinition WithoutToken(CommandDefinition command) =>
        new(command.CommandText, command.Parameters, command.Transaction, command.CommandTimeout, command.CommandType, command.Flags);

    private Task RunAsync(Task work, CancellationToken cancellation)
    {
        _last = work;
        return WaitAsync(work, cancellation, _lost);
    }

    /// <summary>Waits for work on a server until the caller leaves or the server is lost.</summary>
    /// <exception cref="EndOfStreamException">The server is lost.</exception>
    internal static async Task WaitAsync(Task work, CancellationToken cancellation, CancellationToken lost)
    {
        if (!lost.CanBeCanceled)
        {
            await work.WaitAsync(cancellation);
            return;
        }

        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancellation, lost);
        try
        {
            await work.WaitAsync(either.Token);
        }
        catch (OperationCanceledException) when (lost.IsCancellationRequested && !cancellation.IsCancellationRequested)
        {
            throw new EndOfStreamException("The server is lost.");
        }
    }

    private async Task<T> RunAsync<T>(Task<T> work, CancellationToken cancellation)
    {
        await RunAsync((Task)work, cancellation);
        return await work;
    }

    /// <summary>The results of several statements, in their order.</summary>
    public sealed class ResultSets : IAsyncDisposable
    {
        private readonly LeasedConnection _lease;
        private readonly SqlMapper.GridReader _results;
        private readonly CancellationToken _cancellation;

        internal ResultSets(LeasedConnection lease, SqlMapper.GridReader results, CancellationToken cancellation) =>
            (_lease, _results, _cancellation) = (lease, results, cancellation);

        /// <summary>Returns all rows of the next result.</summary>
        public Task<IEnumerable<T>> ReadAsync<T>() => _lease.RunAsync(_results.ReadAsync<T>(), _cancellation);

        /// <summary>Returns the only row of the next result.</summary>
        public Task<T> ReadSingleAsync<T>() => _lease.RunAsync(_results.ReadSingleAsync<T>(), _cancellation);

        /// <summary>Returns the only row of the next result, or the default where there is none.</summary>
        public Task<T?> ReadSingleOrDefaultAsync<T>() => _lease.RunAsync(_results.ReadSingleOrDefaultAsync<T>(), _cancellation);

        /// <summary>
        /// Reads the remaining results, which the server has sent already: if they were closed before their end, Dapper would cancel the command, and the driver would open a connection to do so.
        /// Skipped while a read is in progress, after which the connection reads them.
        /// </summary>
        public async ValueTask DisposeAsync()
        {
            while (_lease._last.IsCompletedSuccessfully && !_results.IsConsumed)
            {
                _lease._last = _results.ReadAsync();
                await _lease._last.WaitAsync(_cancellation).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }

            if (_lease._last.IsCompleted)
                await _results.DisposeAsync();
        }
    }
}
