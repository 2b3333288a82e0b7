namespace Dugout.Infrastructure.Servers.Redis;

/// <summary>
/// A node of a Redis Cluster in a container of the official image. Containers get other addresses when they start again, and each node stores those of all nodes: they are
/// looked up by name and replaced before the server starts, as <see cref="RedisClusterFiles"/> does for processes.
/// </summary>
internal static class RedisClusterContainer
{
    /// <summary>Argument of the script that makes a cluster of the nodes.</summary>
    public const string Create = "create";

    /// <summary>Port of the messages between nodes: Redis' own choice.</summary>
    public const int BusPort = RedisFiles.ContainerPort + 10_000;

    /// <summary>A shell command that succeeds while the node sees a majority of masters and, if it is a replica, has its master's data.</summary>
    public const string Probe = "redis-cli cluster info | grep -q cluster_state:ok && ! redis-cli info replication | grep -q master_link_status:down";

    /// <summary>Returns the script that starts a node, or, with the argument <see cref="Create"/>, waits for all nodes and makes a cluster of them if they are not one.</summary>
    /// <param name="data">Data folder of the image.</param>
    /// <param name="configuration">Path of the shared configuration.</param>
    /// <param name="group">The name in which all hosts are.</param>
    /// <param name="hosts">The nodes.</param>
    /// <param name="password">Name of an environment variable in place of the password.</param>
    public static string Script(string data, string configuration, string group, IReadOnlyList<string> hosts, string password) => $$"""
        set -eu
        umask 077
        export REDISCLI_AUTH="{{password}}"
        nodes='{{string.Join(' ', hosts)}}'
        address() {
          getent ahostsv4 "$1" | { read -r first _ && echo "$first"; }
        }
        if [ "${1:-}" = {{Create}} ]; then
          set --
          for node in $nodes; do
            until redis-cli -h "$node" ping 2>/dev/null | grep -q PONG; do
              sleep 1
            done
            set -- "$@" "$(address "$node"):{{RedisFiles.ContainerPort}}"
          done
          if redis-cli -h "${nodes%% *}" cluster info | grep -q cluster_slots_assigned:{{RedisClusterFiles.Slots}}; then
            echo 'The cluster exists.'
            exit 0
          fi
          exec redis-cli --cluster create "$@" --cluster-replicas {{RedisClusterResource.ReplicasPerMaster}} --cluster-yes
        fi
        cat {{configuration}} - > /tmp/redis.conf <<END
        requirepass {{password}}
        masterauth {{password}}
        cluster-announce-hostname $(hostname).{{group}}
        END
        if [ -s {{data}}/{{RedisClusterFiles.Name}} ]; then
          tries=30
          for node in $nodes; do
            until now=$(address "$node") || [ "$tries" = 0 ]; do
              tries=$((tries - 1))
              sleep 1
            done
            [ -z "$now" ] || sed -i "s/ [0-9.]*:\([0-9]*@[0-9]*,$node[, ]\)/ $now:\1/" {{data}}/{{RedisClusterFiles.Name}}
          done
        fi
        exec redis-server /tmp/redis.conf

        """;
}
