using System.Text;
using Dugout.Infrastructure.Processes;
using Dugout.Infrastructure.Run;

namespace Dugout.Infrastructure.Servers;

/// <summary>
/// A database engine: its option files and statements, the creation of its data, and the query of a replica's replication
/// status. One file per engine; everything else here is the same for both.
/// </summary>
internal interface IDatabaseEngine
{
    /// <summary>Additional settings of its connection strings, with a leading semicolon.</summary>
    string ConnectionSettings { get; }

    /// <summary>The query of a replica's replication status.</summary>
    ReplicaQuestion Replica { get; }

    /// <summary>Returns the option file of the primary.</summary>
    string PrimaryOptions(ServerPlace place);

    /// <summary>
    /// Returns the option file of the n-th replica. A commit there reaches the file system at once and the disk within a second:
    /// its rows and its log position do so together, so after a crash it requests what is missing from the primary.
    /// </summary>
    string ReplicaOptions(ServerPlace place, int n);

    /// <summary>Returns the statements that the primary runs at each start.</summary>
    string PrimaryStatements(Secrets secrets);

    /// <summary>Returns the statements that a replica runs at each start: accounts, and the primary's address, whose port differs each time.</summary>
    string ReplicaStatements(Secrets secrets, int primaryPort);

    /// <summary>Returns the statements that delay a replica by a number of seconds until it is restarted; 0 removes the delay.</summary>
    DelayStatements Delay(int seconds);

    /// <summary>Creates system tables and the schema in an empty folder, without any account that can log in.</summary>
    /// <param name="server">The command that starts the server.</param>
    /// <param name="data">The folder.</param>
    /// <param name="scratch">A folder for temporary files.</param>
    /// <param name="cancellation">Cancels.</param>
    /// <exception cref="StartFailedException">The server failed; the message quotes its error.</exception>
    Task MakeAsync(ServerCommand server, string data, string scratch, CancellationToken cancellation);

    /// <summary>
    /// Converts a copy of the primary's folder, possibly taken after a crash, into a replica's: the replica continues from the end of the
    /// binary log it was copied with.
    /// </summary>
    /// <inheritdoc cref="MakeAsync"/>
    Task BecomeReplicaAsync(ServerCommand server, string data, string scratch, CancellationToken cancellation);

    /// <summary>Returns the option file of a server in a container, whose image defines where its programs are.</summary>
    /// <param name="n">0 for the primary, else the number of the replica.</param>
    string ContainerServerOptions(int n);

    /// <summary>Returns the statements that a server in a container runs at each start: accounts, and the primary to follow. Its data may be a copy of the primary's.</summary>
    /// <param name="secrets">The passwords.</param>
    /// <param name="primary">The host to follow; null for the primary itself.</param>
    string ContainerStatements(Secrets secrets, string? primary);

    /// <summary>The shell command that creates system tables in a container, with root as the only account. The server's options are the script's own arguments.</summary>
    string MakeTables { get; }

    /// <summary>Removes the server identity from a copy of its data.</summary>
    void ForgetIdentity(string data);
}

/// <summary>Folders, address and first statements of a server.</summary>
/// <param name="Data">Its data folder.</param>
/// <param name="Temporary">Folder of temporary tables. A starting server may delete the tables in it, so each server has its own.</param>
/// <param name="Port">Its port.</param>
/// <param name="InitFile">The statements it runs at each start.</param>
/// <param name="Host">The loopback address it listens on.</param>
internal sealed record ServerPlace(string Data, string Temporary, int Port, string InitFile, string Host = DatabaseAccounts.Host)
{
    /// <summary>Writes what the server reads at its start, and empties its folder of temporary tables, which a killed server could not.</summary>
    public void Write(string optionFile, string options, string statements)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(optionFile)!);
        if (Directory.Exists(Temporary))
            Directory.Delete(Temporary, recursive: true);
        Directory.CreateDirectory(Temporary);
        PrivateFile.Write(optionFile, options);
        PrivateFile.Write(InitFile, statements);
    }
}

/// <summary>The query of a replica's replication status.</summary>
/// <param name="Sql">The statement; one row, or none where no replication is configured.</param>
/// <param name="Reads">The column that is <c>Yes</c> while it is connected to the primary.</param>
/// <param name="Applies">The column that is <c>Yes</c> while it applies what it reads.</param>
/// <param name="LogPurged">Error numbers that mean that the primary has purged the log the replica needs.</param>
internal sealed record ReplicaQuestion(string Sql, string Reads, string Applies, params int[] LogPurged);

/// <summary>Statements that change a replica's delay, to be run one by one and in this order.</summary>
/// <param name="Stop">Stops replication, which changing the delay requires.</param>
/// <param name="Delay">Sets the delay.</param>
/// <param name="Start">Starts replication; required even where the delay was rejected.</param>
internal sealed record DelayStatements(string Stop, string Delay, string Start);

/// <summary>The format of option files, which both engines share.</summary>
internal static class OptionFile
{
    /// <summary>Returns the argument that makes a server of either engine read its options from that file alone.</summary>
    public static string Argument(string optionFile) => "--defaults-file=" + optionFile;

    /// <summary>Returns a quoted value: within quotes spaces, hashes and all Unicode letters are literal.</summary>
    public static string Quote(string value) =>
        new StringBuilder(value).Replace("\\", "\\\\").Replace("\"", "\\\"").Insert(0, '"').Append('"').ToString();

    /// <summary>The option that a server started by root requires.</summary>
    public static string User { get; } = Environment.IsPrivilegedProcess ? "user = root" : "";

    /// <summary>Returns the options of processes of both engines.</summary>
    public static string Common(ServerPlace place) => $"""
        tmpdir = {Quote(place.Temporary)}
        init-file = {Quote(place.InitFile)}
        {User}
        bind-address = {place.Host}
        port = {place.Port}
        {Everywhere}
        """;

    /// <summary>Options of a server in a container that override the image's defaults.</summary>
    public const string InContainer = """
        socket = /tmp/server.sock
        pid-file = /tmp/server.pid
        """;

    /// <summary>Options for every kind of server.</summary>
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
