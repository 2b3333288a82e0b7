using System.Text;

namespace Dugout.Infrastructure;

/// <summary>
/// A database engine: what its server reads before it serves, how its data are made, and how a replica is asked whether it
/// follows. One file an engine; everything else here is the same for both.
/// </summary>
internal interface IDatabaseEngine
{
    /// <summary>What a connection string to it says beyond the usual, with a semicolon before it.</summary>
    string ConnectionSettings { get; }

    /// <summary>How a replica is asked.</summary>
    ReplicaQuestion Replica { get; }

    /// <summary>The option file of the primary.</summary>
    string PrimaryOptions(ServerPlace place);

    /// <summary>
    /// The option file of the n-th replica. A commit there reaches the file system at once and the disk within a second:
    /// its rows and its place in the log do so together, so after a crash it asks the primary for what is missing.
    /// </summary>
    string ReplicaOptions(ServerPlace place, int n);

    /// <summary>What the primary runs at each start.</summary>
    string PrimaryStatements(Secrets secrets);

    /// <summary>What a replica runs at each start: accounts, and where to read from, the port being another each time.</summary>
    string ReplicaStatements(Secrets secrets, int primaryPort);

    /// <summary>What has a replica apply what it reads so many seconds late, until it is started anew; 0 for no longer.</summary>
    DelayStatements Delay(int seconds);

    /// <summary>Makes system tables and our schema in an empty folder, with nobody who may enter.</summary>
    /// <param name="server">What starts the server.</param>
    /// <param name="data">The folder.</param>
    /// <param name="scratch">A folder for what is needed meanwhile.</param>
    /// <param name="cancellation">Gives up.</param>
    /// <exception cref="StartFailedException">The server can't make it; the message says what it complained of.</exception>
    Task MakeAsync(ServerCommand server, string data, string scratch, CancellationToken cancellation);

    /// <summary>
    /// Makes a replica's folder of a copy of the primary's, as that lay there, also after a crash: it goes on from the end of the
    /// log it was copied with.
    /// </summary>
    /// <inheritdoc cref="MakeAsync"/>
    Task BecomeReplicaAsync(ServerCommand server, string data, string scratch, CancellationToken cancellation);

    /// <summary>The option file of a server in a container, whose image says where its programs lie.</summary>
    /// <param name="n">0 for the primary, else the number of the replica.</param>
    string ContainerServerOptions(int n);

    /// <summary>What a server in a container runs at each start: accounts, and whom to follow. Its data may be a copy of the primary's.</summary>
    /// <param name="secrets">The passwords.</param>
    /// <param name="primary">The host to follow; null for the primary itself.</param>
    string ContainerStatements(Secrets secrets, string? primary);

    /// <summary>The shell command that makes system tables in a container, with root as the only account. The server's options are the script's own arguments.</summary>
    string MakeTables { get; }

    /// <summary>Removes what only the server that the data were copied from may be called.</summary>
    void ForgetIdentity(string data);
}

/// <summary>Where one server keeps and finds what it needs.</summary>
/// <param name="Data">Its data folder.</param>
/// <param name="Temporary">Where its temporary tables go. A starting server may remove those it finds there, so nobody shares one.</param>
/// <param name="Port">Where it listens, on 127.0.0.1.</param>
/// <param name="InitFile">The statements it runs at each start.</param>
internal sealed record ServerPlace(string Data, string Temporary, int Port, string InitFile);

/// <summary>How a replica is asked whether it follows.</summary>
/// <param name="Sql">The statement; one row, or none where it follows nobody.</param>
/// <param name="Reads">The column that says <c>Yes</c> while it is connected to the primary.</param>
/// <param name="Applies">The column that says <c>Yes</c> while it applies what it reads.</param>
/// <param name="LogPurged">The errors of reading that say that the primary no longer has what it lacks.</param>
internal sealed record ReplicaQuestion(string Sql, string Reads, string Applies, params int[] LogPurged);

/// <summary>Statements that change how late a replica applies what it reads, each alone and in this order.</summary>
/// <param name="Stop">Has it follow no more: it takes a delay only then.</param>
/// <param name="Delay">Says how late.</param>
/// <param name="Start">Has it go on; wanted also where the delay was refused.</param>
internal sealed record DelayStatements(string Stop, string Delay, string Start);

/// <summary>The form of option files, which both engines share.</summary>
internal static class OptionFile
{
    /// <summary>What a server of either engine is started with: its options are in that file alone.</summary>
    public static string Argument(string optionFile) => "--defaults-file=" + optionFile;

    /// <summary>A value: within quotes a space, a hash or a letter of any script is itself.</summary>
    public static string Quote(string value) =>
        new StringBuilder(value).Replace("\\", "\\\\").Replace("\"", "\\\"").Insert(0, '"').Append('"').ToString();

    /// <summary>Said to a server of root's, which wants to hear it.</summary>
    public static string User { get; } = Environment.IsPrivilegedProcess ? "user = root" : "";

    /// <summary>What servers of both engines are told.</summary>
    public static string Common(ServerPlace place) => $"""
        tmpdir = {Quote(place.Temporary)}
        init-file = {Quote(place.InitFile)}
        {User}
        bind-address = {DatabaseAccounts.Host}
        port = {place.Port}
        {Everywhere}
        """;

    /// <summary>Of a server in a container: what would else lie where the image has it, or hasn't.</summary>
    public const string InContainer = """
        socket = /tmp/server.sock
        pid-file = /tmp/server.pid
        """;

    /// <summary>What holds wherever a server runs.</summary>
    public const string Everywhere = $"""
        max-connections = 600
        skip-name-resolve
        character-set-server = utf8mb4
        collation-server = {DatabaseAccounts.Collation}
        default-time-zone = +00:00
        transaction-isolation = READ-COMMITTED
        sql-mode = STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION
        local-infile = OFF
        innodb-buffer-pool-size = 64M
        max-allowed-packet = 64M
        table-open-cache = 400
        """;
}
