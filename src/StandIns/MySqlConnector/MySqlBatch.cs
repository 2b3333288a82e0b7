// Several statements in one go: unprepared they travel as one text, prepared one by one in as few writes as is safe.
using System.Collections;
using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;

namespace MySqlConnector;

public sealed class MySqlBatch : DbBatch
{
    private int? _timeout;

    public MySqlBatch(MySqlConnection? connection = null, MySqlTransaction? transaction = null) => (Connection, Transaction) = (connection, transaction);

    public new MySqlConnection? Connection { get; set; }
    public new MySqlTransaction? Transaction { get; set; }
    public new MySqlBatchCommandCollection BatchCommands { get; } = new();

    /// <summary>Seconds for the whole batch; 0 is for ever.</summary>
    public override int Timeout { get => _timeout ?? Connection?.CommandTimeout ?? 30; set => _timeout = value; }

    protected override DbBatchCommandCollection DbBatchCommands => BatchCommands;
    protected override DbConnection? DbConnection { get => Connection; set => Connection = (MySqlConnection?)value; }
    protected override DbTransaction? DbTransaction { get => Transaction; set => Transaction = (MySqlTransaction?)value; }

    public new MySqlDataReader ExecuteReader(CommandBehavior commandBehavior = CommandBehavior.Default) =>
        ExecuteReaderCoreAsync(commandBehavior, async: false, default).Now();
    public new Task<MySqlDataReader> ExecuteReaderAsync(CancellationToken cancellationToken = default) =>
        ExecuteReaderCoreAsync(CommandBehavior.Default, async: true, cancellationToken).AsTask();
    public override int ExecuteNonQuery() => Execution.ToAffectedAsync(ReadCoreAsync(async: false, default), async: false).Now();
    public override Task<int> ExecuteNonQueryAsync(CancellationToken cancellationToken = default) =>
        Execution.ToAffectedAsync(ReadCoreAsync(async: true, cancellationToken), async: true).AsTask();
    public override object? ExecuteScalar() => Execution.ToScalarAsync(ReadCoreAsync(async: false, default), async: false).Now();
    public override Task<object?> ExecuteScalarAsync(CancellationToken cancellationToken = default) =>
        Execution.ToScalarAsync(ReadCoreAsync(async: true, cancellationToken), async: true).AsTask();
    public override void Prepare() => PrepareCoreAsync(async: false, default).Now();
    public override Task PrepareAsync(CancellationToken cancellationToken = default) => PrepareCoreAsync(async: true, cancellationToken).AsTask();
    public override void Cancel() => Connection?.Cancel();
    protected override DbBatchCommand CreateDbBatchCommand() => new MySqlBatchCommand();
    protected override DbDataReader ExecuteDbDataReader(CommandBehavior behavior) => ExecuteReader(behavior);
    protected override async Task<DbDataReader> ExecuteDbDataReaderAsync(CommandBehavior behavior, CancellationToken cancellationToken) =>
        await ExecuteReaderCoreAsync(behavior, async: true, cancellationToken).ConfigureAwait(false);

    private ValueTask<MySqlDataReader> ExecuteReaderCoreAsync(CommandBehavior behavior, bool async, CancellationToken token) =>
        Execution.StartAsync(Connection, Transaction, BatchCommands.List, Timeout, behavior, async, token);
    private ValueTask<MySqlDataReader> ReadCoreAsync(bool async, CancellationToken token) => ExecuteReaderCoreAsync(CommandBehavior.Default, async, token);
    private ValueTask PrepareCoreAsync(bool async, CancellationToken token) => Execution.PrepareAsync(Connection, Transaction, BatchCommands.List, Timeout, async, token);
}

public sealed class MySqlBatchCommand : DbBatchCommand, IStatement
{
    private MySqlParameterCollection? _parameters;
    private string _text = "";
    private int _affected = -1;

    public MySqlBatchCommand(string? commandText = null) => CommandText = commandText;

    [AllowNull] public override string CommandText { get => _text; set => _text = value ?? ""; }
    public override CommandType CommandType { get => CommandType.Text; set => Execution.RequireText(value); }
    public override int RecordsAffected => _affected;
    public long LastInsertId { get; private set; }
    public new MySqlParameterCollection Parameters => _parameters ??= new MySqlParameterCollection();
    public override bool CanCreateParameter => true;
    MySqlParameterCollection? IStatement.RawParameters => _parameters;
    protected override DbParameterCollection DbParameterCollection => Parameters;
    public override DbParameter CreateParameter() => new MySqlParameter();

    void IStatement.Completed(long affected, long lastInsertId)
    {
        _affected = (int)Math.Min(affected, int.MaxValue);
        if (affected >= 0)
            LastInsertId = lastInsertId;
    }
}

public sealed class MySqlBatchCommandCollection : DbBatchCommandCollection
{
    internal List<MySqlBatchCommand> List { get; } = [];

    public override int Count => List.Count;
    public override bool IsReadOnly => false;
    public new MySqlBatchCommand this[int index] { get => List[index]; set => List[index] = value; }

    public override void Add(DbBatchCommand item) => List.Add((MySqlBatchCommand)item);
    public override void Clear() => List.Clear();
    public override bool Contains(DbBatchCommand item) => List.Contains((MySqlBatchCommand)item);
    public override void CopyTo(DbBatchCommand[] array, int arrayIndex) => ((ICollection)List).CopyTo(array, arrayIndex);
    public override IEnumerator<DbBatchCommand> GetEnumerator() => List.GetEnumerator();
    public override int IndexOf(DbBatchCommand item) => List.IndexOf((MySqlBatchCommand)item);
    public override void Insert(int index, DbBatchCommand item) => List.Insert(index, (MySqlBatchCommand)item);
    public override bool Remove(DbBatchCommand item) => List.Remove((MySqlBatchCommand)item);
    public override void RemoveAt(int index) => List.RemoveAt(index);
    protected override DbBatchCommand GetBatchCommand(int index) => List[index];
    protected override void SetBatchCommand(int index, DbBatchCommand batchCommand) => List[index] = (MySqlBatchCommand)batchCommand;
}
