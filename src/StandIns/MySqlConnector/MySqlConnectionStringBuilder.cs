// The keys of a connection string that Pomelo and we use, under the package's names. Any other key is refused by name.
using System.Data.Common;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;

namespace MySqlConnector;

public sealed class MySqlConnectionStringBuilder : DbConnectionStringBuilder
{
    private static readonly Dictionary<string, Key> Known = BuildKeys();

    public MySqlConnectionStringBuilder()
    {
    }

    public MySqlConnectionStringBuilder(string connectionString) => ConnectionString = connectionString;

    [AllowNull] public string Server { get => Get<string>(nameof(Server)); set => this[nameof(Server)] = value; }
    public uint Port { get => Get<uint>(nameof(Port)); set => this[nameof(Port)] = value; }
    [AllowNull] public string UserID { get => Get<string>(nameof(UserID)); set => this[nameof(UserID)] = value; }
    [AllowNull] public string Password { get => Get<string>(nameof(Password)); set => this[nameof(Password)] = value; }
    [AllowNull] public string Database { get => Get<string>(nameof(Database)); set => this[nameof(Database)] = value; }
    public MySqlSslMode SslMode { get => Get<MySqlSslMode>(nameof(SslMode)); set => this[nameof(SslMode)] = value; }
    /// <summary>File with the certificates (PEM) that the server's must descend from, for VerifyCA and VerifyFull.</summary>
    [AllowNull] public string SslCa { get => Get<string>(nameof(SslCa)); set => this[nameof(SslCa)] = value; }
    public bool AllowPublicKeyRetrieval { get => Get<bool>(nameof(AllowPublicKeyRetrieval)); set => this[nameof(AllowPublicKeyRetrieval)] = value; }
    public bool Pooling { get => Get<bool>(nameof(Pooling)); set => this[nameof(Pooling)] = value; }
    public uint MinimumPoolSize { get => Get<uint>(nameof(MinimumPoolSize)); set => this[nameof(MinimumPoolSize)] = value; }
    public uint MaximumPoolSize { get => Get<uint>(nameof(MaximumPoolSize)); set => this[nameof(MaximumPoolSize)] = value; }
    /// <summary>Seconds a pooled connection may lie idle; 0 is for ever.</summary>
    public uint ConnectionIdleTimeout { get => Get<uint>(nameof(ConnectionIdleTimeout)); set => this[nameof(ConnectionIdleTimeout)] = value; }
    /// <summary>Seconds after which a returned connection isn't pooled again; 0 is for ever.</summary>
    public uint ConnectionLifeTime { get => Get<uint>(nameof(ConnectionLifeTime)); set => this[nameof(ConnectionLifeTime)] = value; }
    public bool ConnectionReset { get => Get<bool>(nameof(ConnectionReset)); set => this[nameof(ConnectionReset)] = value; }
    /// <summary>Seconds for opening, waiting for the pool included; 0 is for ever.</summary>
    public uint ConnectionTimeout { get => Get<uint>(nameof(ConnectionTimeout)); set => this[nameof(ConnectionTimeout)] = value; }
    /// <summary>Seconds a command may wait for the server; 0 is for ever.</summary>
    public uint DefaultCommandTimeout { get => Get<uint>(nameof(DefaultCommandTimeout)); set => this[nameof(DefaultCommandTimeout)] = value; }
    /// <summary>Seconds between a cancellation and the closing of a connection that still doesn't answer; -1 closes at once, 0 never.</summary>
    public int CancellationTimeout { get => Get<int>(nameof(CancellationTimeout)); set => this[nameof(CancellationTimeout)] = value; }
    /// <summary>Seconds between TCP keep-alive probes; 0 is the system's default.</summary>
    public uint Keepalive { get => Get<uint>(nameof(Keepalive)); set => this[nameof(Keepalive)] = value; }
    public bool AllowUserVariables { get => Get<bool>(nameof(AllowUserVariables)); set => this[nameof(AllowUserVariables)] = value; }
    public bool UseAffectedRows { get => Get<bool>(nameof(UseAffectedRows)); set => this[nameof(UseAffectedRows)] = value; }
    public bool IgnoreCommandTransaction { get => Get<bool>(nameof(IgnoreCommandTransaction)); set => this[nameof(IgnoreCommandTransaction)] = value; }
    public bool AutoEnlist { get => Get<bool>(nameof(AutoEnlist)); set => this[nameof(AutoEnlist)] = value; }
    public MySqlGuidFormat GuidFormat { get => Get<MySqlGuidFormat>(nameof(GuidFormat)); set => this[nameof(GuidFormat)] = value; }
    public bool OldGuids { get => Get<bool>(nameof(OldGuids)); set => this[nameof(OldGuids)] = value; }
    public bool TreatTinyAsBoolean { get => Get<bool>(nameof(TreatTinyAsBoolean)); set => this[nameof(TreatTinyAsBoolean)] = value; }
    /// <summary>Kept for Pomelo; the driver itself follows what the server says of its mode.</summary>
    public bool NoBackslashEscapes { get => Get<bool>(nameof(NoBackslashEscapes)); set => this[nameof(NoBackslashEscapes)] = value; }
    /// <summary>utf8mb4 whatever is written; other character sets are refused.</summary>
    [AllowNull] public string CharacterSet { get => Get<string>(nameof(CharacterSet)); set => this[nameof(CharacterSet)] = value; }
    [AllowNull] public string ApplicationName { get => Get<string>(nameof(ApplicationName)); set => this[nameof(ApplicationName)] = value; }
    public bool PersistSecurityInfo { get => Get<bool>(nameof(PersistSecurityInfo)); set => this[nameof(PersistSecurityInfo)] = value; }

    [AllowNull]
    public override object this[string keyword]
    {
        get
        {
            var key = Find(keyword);
            return base.TryGetValue(key.Written, out var text) ? key.Parse(text) : key.Default;
        }
        set
        {
            var key = Find(keyword);
            if (value is null)
                base.Remove(key.Written);
            else
                base[key.Written] = Convert.ToString(key.Parse(value), CultureInfo.InvariantCulture);
        }
    }

    public override bool ContainsKey(string keyword) => TryFind(keyword, out var key) && base.ContainsKey(key.Written);
    public override bool Remove(string keyword) => base.Remove(Find(keyword).Written);

    public override bool TryGetValue(string keyword, [NotNullWhen(true)] out object? value)
    {
        value = TryFind(keyword, out _) ? this[keyword] : null;
        return value is not null;
    }

    /// <summary>The same string without its password, for logs and for the ConnectionString of a connection that was opened.</summary>
    internal string WithoutPassword()
    {
        var copy = new MySqlConnectionStringBuilder(ConnectionString);
        copy.Remove(nameof(Password));
        return copy.ConnectionString;
    }

    private T Get<T>(string name) => (T)this[name];

    private static Key Find(string keyword) => TryFind(keyword, out var key)
        ? key
        : throw new ArgumentException($"Option '{keyword}' not supported.", nameof(keyword));

    private static bool TryFind(string keyword, [NotNullWhen(true)] out Key? key) => Known.TryGetValue(Normal(keyword), out key);
    private static string Normal(string keyword) => keyword.Replace(" ", "", StringComparison.Ordinal).ToUpperInvariant();

    private static Dictionary<string, Key> BuildKeys()
    {
        var keys = new Dictionary<string, Key>();
        void Add(string written, object standard, params string[] aliases)
        {
            var key = new Key(written, standard);
            foreach (var name in (IEnumerable<string>)[written, .. aliases])
                keys[Normal(name)] = key;
        }

        Add("Server", "localhost", "Host", "Data Source", "Address", "Addr", "Network Address");
        Add("Port", 3306u);
        Add("User ID", "", "Username", "Uid", "User");
        Add("Password", "", "Pwd");
        Add("Database", "", "Initial Catalog");
        Add("SSL Mode", MySqlSslMode.Preferred);
        Add("SSL CA", "", "CA Certificate File");
        Add("Allow Public Key Retrieval", false);
        Add("Pooling", true);
        Add("Minimum Pool Size", 0u, "Min Pool Size");
        Add("Maximum Pool Size", 100u, "Max Pool Size");
        Add("Connection Idle Timeout", 180u);
        Add("Connection Lifetime", 0u);
        Add("Connection Reset", true);
        Add("Connection Timeout", 15u, "Connect Timeout");
        Add("Default Command Timeout", 30u, "Command Timeout");
        Add("Cancellation Timeout", 2);
        Add("Keep Alive", 0u);
        Add("Allow User Variables", false);
        Add("Use Affected Rows", false);
        Add("Ignore Command Transaction", false);
        Add("Auto Enlist", true, "Enlist");
        Add("GUID Format", MySqlGuidFormat.Default);
        Add("Old Guids", false);
        Add("Treat Tiny As Boolean", true);
        Add("No Backslash Escapes", false);
        Add("Character Set", "", "CharSet");
        Add("Application Name", "");
        Add("Persist Security Info", false);
        return keys;
    }

    private sealed record Key(string Written, object Default)
    {
        public object Parse(object value)
        {
            var text = Convert.ToString(value, CultureInfo.InvariantCulture)!;
            try
            {
                return Default switch
                {
                    bool => ParseSwitch(text),
                    uint => uint.Parse(text, CultureInfo.InvariantCulture),
                    int => int.Parse(text, CultureInfo.InvariantCulture),
                    Enum standard => ParseName(standard.GetType(), text),
                    _ when Written == "Character Set" && !text.StartsWith("utf8", StringComparison.OrdinalIgnoreCase) =>
                        throw new NotSupportedException($"Character set '{text}'; the driver speaks utf8mb4 only."),
                    _ => text,
                };
            }
            catch (Exception error) when (error is FormatException or OverflowException)
            {
                throw new ArgumentException($"Value '{text}' not supported for option '{Written}'.", error);
            }
        }

        private static bool ParseSwitch(string text) => text.ToUpperInvariant() switch
        {
            "TRUE" or "YES" or "1" or "ON" => true,
            "FALSE" or "NO" or "0" or "OFF" => false,
            _ => throw new FormatException(),
        };

        private static object ParseName(Type type, string text) =>
            Enum.TryParse(type, text, ignoreCase: true, out var value) && Enum.IsDefined(type, value) ? value : throw new FormatException();
    }
}
