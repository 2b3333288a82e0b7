// A connection as its owner sees it: a session, borrowed from the pool while it is open.
using System.Data;
using System.Data.Common;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;

namespace MySqlConnector;

public sealed class MySqlConnection : DbConnection
{
    private string _connectionString = "";
    private ConnectionSettings? _settings;
    private Session? _session;
    private ConnectionPool? _pool;
    private ConnectionState _state;
    private MySqlDataReader? _reader;
    private long _openedAt;
    private bool _wasOpened;

    public MySqlConnection()
    {
    }

    public MySqlConnection(string? connectionString) => ConnectionString = connectionString;
    internal MySqlConnection(ConnectionSettings settings) => (_connectionString, _settings) = (settings.ConnectionString, settings);

    /// <summary>Without the password once the connection was opened, unless PersistSecurityInfo says otherwise.</summary>
    [AllowNull]
    public override string ConnectionString
    {
        get => _wasOpened && !Settings.PersistSecurityInfo ? Settings.WithoutPassword : _connectionString;
        set
        {
            if (_state != ConnectionState.Closed)
                throw new InvalidOperationException("Can't set ConnectionString while the connection is open.");
            (_connectionString, _settings, _wasOpened) = (value ?? "", null, false);
        }
    }

    public override string Database => _session?.Database ?? Settings.Database;
    public override string DataSource => Settings.Server;
    public override string ServerVersion => Session.ServerVersion;
    public override int ConnectionTimeout => Settings.ConnectionTimeout == Timeout.InfiniteTimeSpan ? 0 : (int)Settings.ConnectionTimeout.TotalSeconds;
    public override bool CanCreateBatch => true;

    /// <summary>The server's number for this connection, as KILL takes it.</summary>
    public int ServerThread => Session.ThreadId;
    public override ConnectionState State => _state == ConnectionState.Open && _session!.IsFailed ? ConnectionState.Closed : _state;
    protected override DbProviderFactory DbProviderFactory => MySqlConnectorFactory.Instance;
    internal Session Session => _session ?? throw new InvalidOperationException("The connection must be open.");
    internal MySqlTransaction? CurrentTransaction { get; private set; }
    internal int CommandTimeout => Settings.CommandTimeout;
    private ConnectionSettings Settings => _settings ??= ConnectionSettings.Of(_connectionString);
    public override void Open() => OpenCoreAsync(async: false, default).Now();
    public override Task OpenAsync(CancellationToken cancellationToken) => OpenCoreAsync(async: true, cancellationToken).AsTask();
    public override void Close() => CloseCoreAsync(async: false).Now();
    public override Task CloseAsync() => CloseCoreAsync(async: true).AsTask();

    public override async ValueTask DisposeAsync()
    {
        await CloseCoreAsync(async: true).ConfigureAwait(false);
        await base.DisposeAsync().ConfigureAwait(false);
    }

    public new MySqlCommand CreateCommand() => new(this, CurrentTransaction);
    public new MySqlBatch CreateBatch() => new(this, CurrentTransaction);
    public new MySqlTransaction BeginTransaction() => BeginTransaction(IsolationLevel.Unspecified);
    public new MySqlTransaction BeginTransaction(IsolationLevel isolationLevel) => BeginCoreAsync(isolationLevel, async: false, default).Now();
    public new ValueTask<MySqlTransaction> BeginTransactionAsync(CancellationToken cancellationToken = default) =>
        BeginCoreAsync(IsolationLevel.Unspecified, async: true, cancellationToken);
    public new ValueTask<MySqlTransaction> BeginTransactionAsync(IsolationLevel isolationLevel, CancellationToken cancellationToken = default) =>
        BeginCoreAsync(isolationLevel, async: true, cancellationToken);
    public override void ChangeDatabase(string databaseName) => ChangeDatabaseCoreAsync(databaseName, async: false, default).Now();
    public override Task ChangeDatabaseAsync(string databaseName, CancellationToken cancellationToken = default) =>
        ChangeDatabaseCoreAsync(databaseName, async: true, cancellationToken).AsTask();
    public Task<bool> PingAsync(CancellationToken cancellationToken = default) => PingCoreAsync(cancellationToken);
    public static void ClearPool(MySqlConnection connection) => ConnectionPool.Find(connection._connectionString)?.Clear();

    public static Task ClearPoolAsync(MySqlConnection connection, CancellationToken cancellationToken = default)
    {
        ClearPool(connection);
        return Task.CompletedTask;
    }

    public static void ClearAllPools()
    {
        foreach (var pool in ConnectionPool.All)
            pool.Clear();
    }

    public static Task ClearAllPoolsAsync(CancellationToken cancellationToken = default)
    {
        ClearAllPools();
        return Task.CompletedTask;
    }

    /// <summary>A closed connection with another string, and with this one's password if that has none.</summary>
    public MySqlConnection CloneWith(string connectionString)
    {
        var builder = new MySqlConnectionStringBuilder(connectionString);
        if (builder.Password.Length == 0 && Settings.Password.Length > 0)
            builder.Password = Settings.Password;
        return new MySqlConnection(builder.ConnectionString);
    }

    protected override DbCommand CreateDbCommand() => CreateCommand();
    protected override DbBatch CreateDbBatch() => CreateBatch();
    protected override DbTransaction BeginDbTransaction(IsolationLevel isolationLevel) => BeginTransaction(isolationLevel);
    protected override async ValueTask<DbTransaction> BeginDbTransactionAsync(IsolationLevel isolationLevel, CancellationToken cancellationToken) =>
        await BeginCoreAsync(isolationLevel, async: true, cancellationToken).ConfigureAwait(false);

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            Close();
        base.Dispose(disposing);
    }

    /// <summary>The connection, if it can take a command now.</summary>
    internal static MySqlConnection Ready(MySqlConnection? connection, MySqlTransaction? transaction)
    {
        if (connection is null)
            throw new InvalidOperationException("Connection property must be non-null.");
        if (connection.State != ConnectionState.Open)
            throw new InvalidOperationException($"Connection must be Open; current state is {connection.State}");
        if (connection._reader is not null)
            throw new InvalidOperationException("This MySqlConnection is already in use: its last MySqlDataReader must be closed first.");
        if (transaction != connection.CurrentTransaction && !connection.Settings.IgnoreCommandTransaction)
            throw new InvalidOperationException("The transaction associated with this command is not the connection's active transaction.");
        return connection;
    }

    internal void ReaderOpened(MySqlDataReader reader) => _reader = reader;
    internal void ReaderClosed() => _reader = null;
    internal void TransactionEnded() => CurrentTransaction = null;
    internal void Cancel() => _session?.Cancel();

    internal async ValueTask RunAsync(string sql, bool async, CancellationToken token) =>
        await Ready(this, CurrentTransaction).Session.ExecuteAsync(Command.Query, sql, CommandTimeout, async, token).ConfigureAwait(false);

    /// <summary>For a transaction that was dropped: if it can't be rolled back, the connection goes, and the server does it.</summary>
    internal async ValueTask RollBackQuietlyAsync(bool async)
    {
        CurrentTransaction = null;
        if (State != ConnectionState.Open)
            return;
        try
        {
            if (_reader is { } reader)
                await reader.CloseCoreAsync(async).ConfigureAwait(false);
            await RunAsync("ROLLBACK", async, default).ConfigureAwait(false);
        }
        catch (MySqlException)
        {
            _session?.Abort();
        }
    }

    internal async ValueTask CloseCoreAsync(bool async)
    {
        if (_state == ConnectionState.Closed)
            return;
        if (_reader is { } reader)
            await reader.CloseCoreAsync(async).ConfigureAwait(false);
        CurrentTransaction?.Abandon();
        CurrentTransaction = null;
        var session = Session;
        _session = null;
        if (_pool is null)
        {
            session.Dispose();
        }
        else
        {
            await _pool.ReturnAsync(session, async).ConfigureAwait(false);
            if (_openedAt != 0)
                Telemetry.UseTime.Record(Stopwatch.GetElapsedTime(_openedAt).TotalSeconds, _pool.Tag);
        }
        ChangeState(ConnectionState.Closed);
    }

    private async ValueTask OpenCoreAsync(bool async, CancellationToken token)
    {
        token.ThrowIfCancellationRequested();
        if (_state == ConnectionState.Open && _session!.IsFailed)
            await CloseCoreAsync(async).ConfigureAwait(false);
        if (_state != ConnectionState.Closed)
            throw new InvalidOperationException($"Cannot Open when State is {_state}.");
        if (System.Transactions.Transaction.Current is not null && Settings.AutoEnlist)
            throw new NotSupportedException("Enlisting in a System.Transactions transaction is not supported; use BeginTransaction, or AutoEnlist=false.");
        var activity = Telemetry.Start("Open", Settings, Settings.Database);
        ChangeState(ConnectionState.Connecting);
        try
        {
            var started = Now(Telemetry.WaitTime.Enabled);
            _pool = Settings.Pooling ? Settings.Pool : null;
            _session = _pool?.TryRent() ?? await ObtainAsync(async, token).ConfigureAwait(false);
            _openedAt = Now(Telemetry.UseTime.Enabled);
            if (_pool is not null && started != 0)
                Telemetry.WaitTime.Record(Stopwatch.GetElapsedTime(started).TotalSeconds, _pool.Tag);
            _wasOpened = true;
            ChangeState(ConnectionState.Open);
            activity?.Dispose();
        }
        catch (Exception error)
        {
            Telemetry.Fail(activity, error);
            ChangeState(ConnectionState.Closed);
            throw;
        }
    }

    private static long Now(bool wanted) => wanted ? Stopwatch.GetTimestamp() : 0;

    private async ValueTask<Session> ObtainAsync(bool async, CancellationToken token)
    {
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(token);
        limit.CancelAfter(Settings.ConnectionTimeout);
        try
        {
            return _pool is not null
                ? await _pool.RentAsync(async, limit.Token, token).ConfigureAwait(false)
                : await Session.ConnectAsync(Settings, 0, async, limit.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (!token.IsCancellationRequested)
        {
            throw new MySqlException(MySqlErrorCode.UnableToConnectToHost,
                $"Connect Timeout expired: {Settings.Server}:{Settings.Port} did not answer within {ConnectionTimeout} s.");
        }
    }

    private async ValueTask<MySqlTransaction> BeginCoreAsync(IsolationLevel level, bool async, CancellationToken token)
    {
        if (State != ConnectionState.Open)
            throw new InvalidOperationException("Connection is not open.");
        if (CurrentTransaction is not null)
            throw new InvalidOperationException("Transactions may not be nested.");
        // An unspecified level is REPEATABLE READ for this transaction, whatever the server's default: the package does so.
        var (name, start) = level switch
        {
            IsolationLevel.Unspecified or IsolationLevel.RepeatableRead => ("REPEATABLE READ", "START TRANSACTION"),
            IsolationLevel.ReadUncommitted => ("READ UNCOMMITTED", "START TRANSACTION"),
            IsolationLevel.ReadCommitted => ("READ COMMITTED", "START TRANSACTION"),
            IsolationLevel.Serializable => ("SERIALIZABLE", "START TRANSACTION"),
            IsolationLevel.Snapshot => ("REPEATABLE READ", "START TRANSACTION WITH CONSISTENT SNAPSHOT"),
            _ => throw new NotSupportedException($"IsolationLevel.{level} is not supported."),
        };
        await RunAsync($"SET TRANSACTION ISOLATION LEVEL {name};{start}", async, token).ConfigureAwait(false);
        CurrentTransaction = new MySqlTransaction(this, level == IsolationLevel.Unspecified ? IsolationLevel.RepeatableRead : level);
        return CurrentTransaction;
    }

    private async ValueTask ChangeDatabaseCoreAsync(string database, bool async, CancellationToken token)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(database);
        var session = Ready(this, CurrentTransaction).Session;
        await session.ExecuteAsync(Command.InitDb, database, CommandTimeout, async, token).ConfigureAwait(false);
        session.DatabaseChanged(database);
    }

    private async Task<bool> PingCoreAsync(CancellationToken token)
    {
        if (State != ConnectionState.Open)
            return false;
        try
        {
            await Ready(this, CurrentTransaction).Session.ExecuteAsync(Command.Ping, "", CommandTimeout, async: true, token).ConfigureAwait(false);
            return true;
        }
        catch (MySqlException)
        {
            return false;
        }
    }

    private void ChangeState(ConnectionState state)
    {
        var before = _state;
        _state = state;
        if (before != state)
            OnStateChange(new StateChangeEventArgs(before, state));
    }
}
