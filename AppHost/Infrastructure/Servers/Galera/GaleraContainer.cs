using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers.MariaDb;

namespace Dugout.Infrastructure.Servers.Galera;

/// <summary>
/// A node of a Galera cluster in a container of the official image: the options of a process, and a script that starts it. All nodes have the same files; a node's name is
/// the host name of its container. Ports between nodes are Galera's own.
/// </summary>
internal static class GaleraContainer
{
    /// <summary>The replication library in the image.</summary>
    public const string Provider = "/usr/lib/galera/libgalera_smm.so";

    /// <summary>Argument of the script that creates the data of the first node.</summary>
    public const string Bootstrap = "bootstrap";

    /// <summary>Ports between nodes.</summary>
    public static GaleraPorts Ports { get; } = new(Group: 4567, Increment: 4568, Snapshot: 4444);

    /// <summary>The query of a node's readiness: 2 while it belongs to the majority and takes statements.</summary>
    public const string Readiness =
        "SELECT COUNT(*) FROM information_schema.global_status WHERE (variable_name, variable_value) IN (('WSREP_READY', 'ON'), ('WSREP_CLUSTER_STATUS', 'Primary'))";

    /// <summary>
    /// Returns the options that all nodes share. Nothing here decides which node forms the cluster after the loss of all: they restore it themselves once all are back
    /// (<c>pc.recovery=yes</c>).
    /// </summary>
    /// <param name="hosts">The nodes, in the order in which writes fail over.</param>
    public static string Options(IEnumerable<string> hosts) => $"""
        [mariadbd]
        datadir = /var/lib/mysql
        bind-address = 0.0.0.0
        {OptionFile.InContainer}
        {OptionFile.Everywhere}
        {MariaDbEngine.OfMariaDb}
        {GaleraOptions.Everywhere}
        wsrep-provider = {Provider}
        wsrep-provider-options = "pc.recovery=yes;{GaleraOptions.Provider}"
        wsrep-cluster-address = gcomm://{string.Join(',', hosts)}

        """;

    /// <summary>
    /// Returns the script that starts a node. A node forms the cluster only where its own data say that it was the last one to stop, and no other node takes connections, which a node does only once it has joined. An empty node joins:
    /// the first data are created by a run with the argument <see cref="Bootstrap"/>, which changes nothing where there are data.
    /// </summary>
    /// <param name="optionFile">Path of the shared options.</param>
    /// <param name="hosts">The nodes; the first gets the first data.</param>
    /// <param name="secrets">Names of environment variables in place of passwords.</param>
    /// <param name="rootPassword">The same for the administrator.</param>
    public static string Script(string optionFile, IReadOnlyList<string> hosts, Secrets secrets, string rootPassword) => $$"""
        set -eu
        umask 077
        data=/var/lib/mysql
        options=/tmp/node.cnf
        statements=/tmp/node.sql
        node=$(hostname)
        if [ "${1:-}" = {{Bootstrap}} ]; then
          node={{hosts[0].Split('.')[0]}}
          if [ -d "$data/mysql" ]; then
            echo "$node has data; it is not bootstrapped again." >&2
            exit 1
          fi
          mariadb-install-db --no-defaults --datadir="$data" --skip-test-db --auth-root-authentication-method=normal
        fi
        cat > "$statements" <<SQL
        {{GaleraOptions.Statements(DatabaseAccounts.Published(secrets, MariaDbEngine.Rights), secrets)}}
        ALTER USER 'root'@'localhost' IDENTIFIED BY '{{rootPassword}}';
        DELETE FROM mysql.global_priv WHERE User = '' OR (User = 'root' AND Host <> 'localhost');
        DELETE FROM mysql.proxies_priv;
        FLUSH PRIVILEGES;
        SQL
        cat {{optionFile}} - > "$options" <<OPTIONS
        init-file = $statements
        wsrep-node-name = $node
        wsrep-node-address = $(getent ahostsv4 "$(hostname)" | { read -r address _; echo "$address"; })
        gtid-domain-id = ${node##*-}
        wsrep-sst-auth = {{GaleraOptions.Authentication(secrets)}}
        OPTIONS
        if [ "${1:-}" = {{Bootstrap}} ]; then
          echo 'SHUTDOWN;' > "$statements"
          exec mariadbd --defaults-file="$options" --wsrep-new-cluster
        fi
        if [ -d "$data/mysql" ]; then
          # A killed server could not write its position down; without it, a node gets a copy of all data.
          position=$(mariadbd --defaults-file="$options" --wsrep-recover 2>&1 | sed -n 's/.*Recovered position: *//p' | tail -n 1)
          [ -z "$position" ] || set -- --wsrep-start-position="$position"
        fi
        if [ -d "$data/mysql" ] && grep -qs 'safe_to_bootstrap: 1' "$data/grastate.dat"; then
          alone=yes
          for peer in {{string.Join(' ', hosts)}}; do
            if [ "${peer%%.*}" != "$node" ] && timeout 2 bash -c "exec 3<>/dev/tcp/$peer/{{MariaDbEngine.ContainerPort}}" 2>/dev/null; then
              alone=no
            fi
          done
          [ "$alone" = no ] || set -- "$@" --wsrep-new-cluster
        fi
        exec mariadbd --defaults-file="$options" "$@"

        """;
}
