using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers.MariaDb;

namespace Dugout.Infrastructure.Servers.Galera;

/// <summary>Option files and first statements of the nodes.</summary>
internal sealed class GaleraOptions(GaleraProgram program, Secrets secrets, IReadOnlyList<GaleraNode> nodes)
{
    /// <summary>
    /// When a node is lost: the others hear nothing for 1.5 s, agree for at most 3 s, and go on; until then no commit ends. A node that is only slow for longer is
    /// excluded and rejoins. The last commits are stored in a file of 128 MB, from which a returning node gets what it lacks.
    /// A read waits for earlier commits as long as the application waits for a replica; then it goes to the node that takes writes.
    /// </summary>
    internal const string Provider =
        "gcache.size=128M;gcache.recover=yes;repl.causal_read_timeout=PT0.05S;"
        + "evs.keepalive_period=PT0.3S;evs.inactive_check_period=PT0.2S;evs.suspect_timeout=PT1.5S;evs.inactive_timeout=PT3S;evs.install_timeout=PT3S";

    /// <summary>Options of every node, as a process and in a container.</summary>
    internal const string Everywhere = """
        # The same on all nodes: positions in commits have it in their text.
        server-id = 1
        default-storage-engine = InnoDB
        innodb-autoinc-lock-mode = 2
        innodb-flush-log-at-trx-commit = 1
        binlog-format = ROW
        wsrep-on = ON
        wsrep-cluster-name = dugout
        wsrep-gtid-mode = ON
        wsrep-gtid-domain-id = 0
        wsrep-slave-threads = 4
        wsrep-sst-method = mariabackup
        """;

    /// <summary>Returns a node's option file. The first start of a cluster names no other node. After the loss of all, the AppHost decides who forms the cluster (<c>pc.recovery=no</c>).</summary>
    public string For(GaleraNode node, GaleraStart start) => Engine.Options(node.Place, $"""
        {Everywhere}
        wsrep-provider = {OptionFile.Quote(program.Provider)}
        wsrep-provider-options = "base_host={node.Place.Host};base_port={node.Ports.Group};gmcast.listen_addr=tcp://{node.GroupAddress};ist.recv_addr={node.Address(node.Ports.Increment)};pc.recovery=no;{Provider}"
        wsrep-cluster-address = gcomm://{(start.IsFirst ? "" : string.Join(',', nodes.Select(other => other.GroupAddress)))}
        wsrep-node-name = {node.Name}
        wsrep-node-address = {node.GroupAddress}
        wsrep-node-incoming-address = {node.Address(node.Place.Port)}
        gtid-domain-id = {node.Number}
        wsrep-sst-auth = {Authentication(secrets)}
        wsrep-sst-receive-address = {node.Address(node.Ports.Snapshot)}
        {(start.Position is null ? "" : $"wsrep-start-position = {start.Position}")}

        # Otherwise the program that receives all data listens on every address of the machine.
        [sst]
        sockopt = bind={node.Place.Host}
        """);

    /// <summary>The statements that a node runs at each start.</summary>
    public string Statements() => Statements(Engine.PrimaryStatements(secrets), secrets);

    /// <summary>
    /// Returns the statements that a node runs at each start: accounts, on this node alone; the one that sends all data to another node connects through the server's socket.
    /// </summary>
    /// <param name="accounts">Creates the other accounts.</param>
    /// <param name="secrets">The passwords.</param>
    internal static string Statements(string accounts, Secrets secrets) => $"""
        SET SESSION wsrep_on = OFF;
        {accounts}
        DROP USER IF EXISTS {Sender};
        CREATE USER {Sender} IDENTIFIED BY '{secrets[DatabaseAccount.Replication]}';
        GRANT RELOAD, PROCESS, LOCK TABLES, BINLOG MONITOR, REPLICA MONITOR ON *.* TO {Sender};

        """;

    /// <summary>Returns the account that sends all data to another node, with its password.</summary>
    internal static string Authentication(Secrets secrets) => $"\"{Secrets.NameOf(DatabaseAccount.Replication)}:{secrets[DatabaseAccount.Replication]}\"";

    private static string Sender => $"'{Secrets.NameOf(DatabaseAccount.Replication)}'@'localhost'";

    private MariaDbEngine Engine => (MariaDbEngine)program.Engine;
}
