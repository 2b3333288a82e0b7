// A connection string read once: what sessions and pools ask for while they run.
using System.Collections.Concurrent;

namespace MySqlConnector;

internal sealed class ConnectionSettings
{
    private static readonly ConcurrentDictionary<string, ConnectionSettings> Known = new();

    private ConnectionPool? _pool;

    private ConnectionSettings(string connectionString, MySqlConnectionStringBuilder read)
    {
        (ConnectionString, WithoutPassword) = (connectionString, read.WithoutPassword());
        (Server, Port, UserId, Password, Database) = (read.Server, (int)read.Port, read.UserID, read.Password, read.Database);
        (SslMode, SslCa, AllowPublicKeyRetrieval) = (read.SslMode, read.SslCa, read.AllowPublicKeyRetrieval);
        (Pooling, MinimumPoolSize, MaximumPoolSize) = (read.Pooling, (int)read.MinimumPoolSize, (int)read.MaximumPoolSize);
        (IdleTimeout, LifeTime, ConnectionReset) = (Seconds(read.ConnectionIdleTimeout), Seconds(read.ConnectionLifeTime), read.ConnectionReset);
        (ConnectionTimeout, CommandTimeout, CancellationTimeout) = (Seconds(read.ConnectionTimeout), (int)read.DefaultCommandTimeout, read.CancellationTimeout);
        (Keepalive, UseAffectedRows, AllowUserVariables) = ((int)read.Keepalive, read.UseAffectedRows, read.AllowUserVariables);
        (IgnoreCommandTransaction, AutoEnlist) = (read.IgnoreCommandTransaction, read.AutoEnlist);
        (TreatTinyAsBoolean, PersistSecurityInfo) = (read.TreatTinyAsBoolean, read.PersistSecurityInfo);
        GuidFormat = (read.GuidFormat, read.OldGuids) switch
        {
            (MySqlGuidFormat.Default, true) => MySqlGuidFormat.LittleEndianBinary16,
            (MySqlGuidFormat.Default, false) => MySqlGuidFormat.Char36,
            (var format, false) => format,
            _ => throw new MySqlException(MySqlErrorCode.None, "OldGuids cannot be used with GuidFormat."),
        };
        if (MaximumPoolSize == 0 || MinimumPoolSize > MaximumPoolSize)
            throw new MySqlException(MySqlErrorCode.None, $"MaximumPoolSize ({MaximumPoolSize}) must be at least 1 and MinimumPoolSize ({MinimumPoolSize}).");
    }

    public ConnectionPool Pool => _pool ??= ConnectionPool.Of(this);
    public string ConnectionString { get; }
    public string WithoutPassword { get; }
    public string Server { get; }
    public int Port { get; }
    public string UserId { get; }
    public string Password { get; }
    public string Database { get; }
    public MySqlSslMode SslMode { get; }
    public string SslCa { get; }
    public bool AllowPublicKeyRetrieval { get; }
    public bool Pooling { get; }
    public int MinimumPoolSize { get; }
    public int MaximumPoolSize { get; }
    public TimeSpan IdleTimeout { get; }
    public TimeSpan LifeTime { get; }
    public bool ConnectionReset { get; }
    public TimeSpan ConnectionTimeout { get; }
    /// <summary>Seconds, as the two below.</summary>
    public int CommandTimeout { get; }
    public int CancellationTimeout { get; }
    public int Keepalive { get; }
    public bool AllowUserVariables { get; }
    public bool UseAffectedRows { get; }
    public bool IgnoreCommandTransaction { get; }
    public bool AutoEnlist { get; }
    public bool TreatTinyAsBoolean { get; }
    public bool PersistSecurityInfo { get; }
    public MySqlGuidFormat GuidFormat { get; }

    public static ConnectionSettings Of(string connectionString) =>
        Known.GetOrAdd(connectionString, static text => new ConnectionSettings(text, new MySqlConnectionStringBuilder(text)));

    private static TimeSpan Seconds(uint seconds) => seconds == 0 ? Timeout.InfiniteTimeSpan : TimeSpan.FromSeconds(Math.Min(seconds, int.MaxValue / 1000));
}
