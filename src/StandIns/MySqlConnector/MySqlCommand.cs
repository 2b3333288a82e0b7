// A statement with its values, run as text or, once prepared, in binary form.
using System.Data;
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;

namespace MySqlConnector;

public sealed class MySqlCommand : DbCommand, IStatement
{
    private readonly IStatement[] _self;
    private MySqlParameterCollection? _parameters;
    private string _text = "";
    private int? _timeout;

    public MySqlCommand() => _self = [this];

    public MySqlCommand(string? commandText, MySqlConnection? connection = null, MySqlTransaction? transaction = null)
        : this() => (CommandText, Connection, Transaction) = (commandText, connection, transaction);

    public MySqlCommand(MySqlConnection connection, MySqlTransaction? transaction = null)
        : this(null, connection, transaction)
    {
    }

    [AllowNull] public override string CommandText { get => _text; set => _text = value ?? ""; }

    /// <summary>Seconds; 0 is for ever. Unless set, what the connection string says.</summary>
    public override int CommandTimeout
    {
        get => _timeout ?? Connection?.CommandTimeout ?? 30;
        set => _timeout = value >= 0 ? value : throw new ArgumentOutOfRangeException(nameof(value), "CommandTimeout must be greater than or equal to zero.");
    }

    public override CommandType CommandType { get => CommandType.Text; set => Execution.RequireText(value); }
    public new MySqlConnection? Connection { get; set; }
    public new MySqlTransaction? Transaction { get; set; }
    public new MySqlParameterCollection Parameters => _parameters ??= new MySqlParameterCollection();
    public override bool DesignTimeVisible { get; set; }
    public override UpdateRowSource UpdatedRowSource { get; set; }

    /// <summary>The id that the last run generated; of several rows, the first.</summary>
    public long LastInsertedId { get; private set; }

    MySqlParameterCollection? IStatement.RawParameters => _parameters;
    protected override DbConnection? DbConnection { get => Connection; set => Connection = (MySqlConnection?)value; }
    protected override DbTransaction? DbTransaction { get => Transaction; set => Transaction = (MySqlTransaction?)value; }
    protected override DbParameterCollection DbParameterCollection => Parameters;
    protected override DbParameter CreateDbParameter() => new MySqlParameter();
    public override int ExecuteNonQuery() => Execution.ToAffectedAsync(ReadCoreAsync(async: false, default), async: false).Now();
    public override Task<int> ExecuteNonQueryAsync(CancellationToken cancellationToken) =>
        Execution.ToAffectedAsync(ReadCoreAsync(async: true, cancellationToken), async: true).AsTask();
    public override object? ExecuteScalar() => Execution.ToScalarAsync(ReadCoreAsync(async: false, default), async: false).Now();
    public override Task<object?> ExecuteScalarAsync(CancellationToken cancellationToken) =>
        Execution.ToScalarAsync(ReadCoreAsync(async: true, cancellationToken), async: true).AsTask();
    public new MySqlDataReader ExecuteReader() => ExecuteReader(CommandBehavior.Default);
    public new MySqlDataReader ExecuteReader(CommandBehavior commandBehavior) => ExecuteReaderCoreAsync(commandBehavior, async: false, default).Now();
    public new Task<MySqlDataReader> ExecuteReaderAsync(CancellationToken cancellationToken = default) => ExecuteReaderAsync(CommandBehavior.Default, cancellationToken);
    public new Task<MySqlDataReader> ExecuteReaderAsync(CommandBehavior behavior, CancellationToken cancellationToken = default) =>
        ExecuteReaderCoreAsync(behavior, async: true, cancellationToken).AsTask();
    public override void Prepare() => PrepareCoreAsync(async: false, default).Now();
    public override Task PrepareAsync(CancellationToken cancellationToken = default) => PrepareCoreAsync(async: true, cancellationToken).AsTask();

    /// <summary>Asks the server, over a connection of its own, to stop what this command runs.</summary>
    public override void Cancel() => Connection?.Cancel();

    void IStatement.Completed(long affected, long lastInsertId)
    {
        if (affected >= 0)
            LastInsertedId = lastInsertId;
    }

    protected override DbDataReader ExecuteDbDataReader(CommandBehavior behavior) => ExecuteReader(behavior);
    protected override async Task<DbDataReader> ExecuteDbDataReaderAsync(CommandBehavior behavior, CancellationToken cancellationToken) =>
        await ExecuteReaderCoreAsync(behavior, async: true, cancellationToken).ConfigureAwait(false);

    private ValueTask<MySqlDataReader> ExecuteReaderCoreAsync(CommandBehavior behavior, bool async, CancellationToken token) =>
        Execution.StartAsync(Connection, Transaction, _self, CommandTimeout, behavior, async, token);
    private ValueTask<MySqlDataReader> ReadCoreAsync(bool async, CancellationToken token) => ExecuteReaderCoreAsync(CommandBehavior.Default, async, token);
    private ValueTask PrepareCoreAsync(bool async, CancellationToken token) => Execution.PrepareAsync(Connection, Transaction, _self, CommandTimeout, async, token);
}
