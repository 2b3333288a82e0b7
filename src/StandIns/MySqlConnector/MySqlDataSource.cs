// A source of connections with one connection string, and the factory that frameworks ask for.
using System.Data.Common;

namespace MySqlConnector;

public sealed class MySqlDataSource : DbDataSource
{
    private readonly ConnectionSettings _settings;

    public MySqlDataSource(string connectionString) => _settings = ConnectionSettings.Of(connectionString);
    public override string ConnectionString => _settings.PersistSecurityInfo ? _settings.ConnectionString : _settings.WithoutPassword;
    public new MySqlConnection CreateConnection() => new(_settings);
    public new MySqlConnection OpenConnection() => (MySqlConnection)base.OpenConnection();

    public new async ValueTask<MySqlConnection> OpenConnectionAsync(CancellationToken cancellationToken = default)
    {
        var connection = CreateConnection();
        await connection.OpenAsync(cancellationToken).ConfigureAwait(false);
        return connection;
    }

    protected override DbConnection CreateDbConnection() => CreateConnection();

    protected override void Dispose(bool disposing)
    {
        ConnectionPool.Find(_settings.ConnectionString)?.Clear();
        base.Dispose(disposing);
    }

    protected override ValueTask DisposeAsyncCore()
    {
        ConnectionPool.Find(_settings.ConnectionString)?.Clear();
        return base.DisposeAsyncCore();
    }
}

public sealed class MySqlDataSourceBuilder(string? connectionString = null)
{
    public MySqlConnectionStringBuilder ConnectionStringBuilder { get; } = new(connectionString ?? "");

    public MySqlDataSource Build() => new(ConnectionStringBuilder.ConnectionString);
}

public sealed class MySqlConnectorFactory : DbProviderFactory
{
    public static readonly MySqlConnectorFactory Instance = new();

    private MySqlConnectorFactory()
    {
    }

    public override bool CanCreateBatch => true;
    public override DbConnection CreateConnection() => new MySqlConnection();
    public override DbCommand CreateCommand() => new MySqlCommand();
    public override DbParameter CreateParameter() => new MySqlParameter();
    public override DbConnectionStringBuilder CreateConnectionStringBuilder() => new MySqlConnectionStringBuilder();
    public override DbBatch CreateBatch() => new MySqlBatch();
    public override DbBatchCommand CreateBatchCommand() => new MySqlBatchCommand();
    public override DbDataSource CreateDataSource(string connectionString) => new MySqlDataSource(connectionString);
}
