// A transaction: ended once, rolled back if dropped.
using System.Data;
using System.Data.Common;

namespace MySqlConnector;

public sealed class MySqlTransaction : DbTransaction
{
    private readonly IsolationLevel _isolationLevel;
    private bool _disposed;

    internal MySqlTransaction(MySqlConnection connection, IsolationLevel isolationLevel) => (Connection, _isolationLevel) = (connection, isolationLevel);

    /// <summary>Null once the transaction has ended.</summary>
    public new MySqlConnection? Connection { get; private set; }

    public override IsolationLevel IsolationLevel => _isolationLevel;
    public override bool SupportsSavepoints => true;
    protected override DbConnection? DbConnection => Connection;
    public override void Commit() => EndAsync("COMMIT", async: false, default).Now();
    public override Task CommitAsync(CancellationToken cancellationToken = default) => EndAsync("COMMIT", async: true, cancellationToken).AsTask();
    public override void Rollback() => EndAsync("ROLLBACK", async: false, default).Now();
    public override Task RollbackAsync(CancellationToken cancellationToken = default) => EndAsync("ROLLBACK", async: true, cancellationToken).AsTask();
    public override void Save(string savepointName) => PointAsync("SAVEPOINT ", savepointName, async: false, default).Now();
    public override Task SaveAsync(string savepointName, CancellationToken cancellationToken = default) =>
        PointAsync("SAVEPOINT ", savepointName, async: true, cancellationToken).AsTask();
    public override void Rollback(string savepointName) => PointAsync("ROLLBACK TO SAVEPOINT ", savepointName, async: false, default).Now();
    public override Task RollbackAsync(string savepointName, CancellationToken cancellationToken = default) =>
        PointAsync("ROLLBACK TO SAVEPOINT ", savepointName, async: true, cancellationToken).AsTask();
    public override void Release(string savepointName) => PointAsync("RELEASE SAVEPOINT ", savepointName, async: false, default).Now();
    public override Task ReleaseAsync(string savepointName, CancellationToken cancellationToken = default) =>
        PointAsync("RELEASE SAVEPOINT ", savepointName, async: true, cancellationToken).AsTask();

    public override async ValueTask DisposeAsync()
    {
        await DropAsync(async: true).ConfigureAwait(false);
        await base.DisposeAsync().ConfigureAwait(false);
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
            DropAsync(async: false).Now();
        base.Dispose(disposing);
    }

    /// <summary>The connection was closed with this transaction open; its return to the pool rolls back.</summary>
    internal void Abandon() => Connection = null;

    private async ValueTask EndAsync(string sql, bool async, CancellationToken token)
    {
        var connection = Active();
        await connection.RunAsync(sql, async, token).ConfigureAwait(false);
        connection.TransactionEnded();
        Connection = null;
    }

    private ValueTask PointAsync(string verb, string name, bool async, CancellationToken token)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        return Active().RunAsync($"{verb}`{name.Replace("`", "``", StringComparison.Ordinal)}`", async, token);
    }

    private async ValueTask DropAsync(bool async)
    {
        _disposed = true;
        if (Connection is not { } connection)
            return;
        Connection = null;
        await connection.RollBackQuietlyAsync(async).ConfigureAwait(false);
    }

    private MySqlConnection Active()
    {
        ObjectDisposedException.ThrowIf(_disposed, this);
        return Connection ?? throw new InvalidOperationException("Already committed or rolled back.");
    }
}
