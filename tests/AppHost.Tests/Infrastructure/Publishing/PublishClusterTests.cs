using System.Text.RegularExpressions;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers;
using Dugout.Infrastructure.Servers.Galera;
using Dugout.Infrastructure.Servers.MariaDb;
using Dugout.Infrastructure.Servers.Redis;
using Xunit;
using static Dugout.AppHost.Tests.Infrastructure.Publishing.YamlReader;

namespace Dugout.AppHost.Tests.Infrastructure.Publishing;

/// <summary>What the AppHost writes for other machines where the database and Redis are clusters. Like <see cref="PublishTests"/>, these rules are seen in the files; no cluster runs.</summary>
public sealed partial class PublishClusterTests(PublishedClusters published) : IClassFixture<PublishedClusters>
{
    private static readonly string[] DatabaseNodes = ["mysql-1", "mysql-2", "mysql-3"];
    private static readonly string[] RedisNodes = ["redis-1", "redis-2", "redis-3", "redis-4", "redis-5", "redis-6"];

    /// <summary>Settings by which a node of this machine differs from one in a container: its addresses, and who decides after the loss of all nodes.</summary>
    private static readonly string[] OfThisMachine =
        ["basedir", "lc-messages-dir", "datadir", "tmpdir", "init-file", "user", "bind-address", "port", "socket", "pid-file", "wsrep-provider", "wsrep-provider-options", "wsrep-cluster-address", "wsrep-node-name",
         "wsrep-node-address", "wsrep-node-incoming-address", "gtid-domain-id", "wsrep-sst-auth", "wsrep-sst-receive-address", "sockopt"];

    [Fact]
    public void Programs_know_all_nodes_in_the_order_in_which_writes_fail_over()
    {
        foreach (var program in (string[])["api", "worker"])
        {
            var environment = Texts(published.Services[program]["environment"]);
            Assert.StartsWith("Server=mysql-1.mysql,mysql-2.mysql,mysql-3.mysql;Port=3306;User ID=app;Password=${DUGOUT_APP_PASSWORD:?", environment["ConnectionStrings__Primary"], StringComparison.Ordinal);
            Assert.StartsWith("Server=mysql-2.mysql;", environment["ConnectionStrings__Replica1"], StringComparison.Ordinal);
            Assert.StartsWith("Server=mysql-3.mysql;", environment["ConnectionStrings__Replica2"], StringComparison.Ordinal);
            Assert.DoesNotContain("ConnectionStrings__Replica3", environment.Keys);
            Assert.StartsWith(string.Join(',', RedisNodes.Select(node => $"{node}.redis:6379")) + ",password=${DUGOUT_REDIS_PASSWORD:?", environment["ConnectionStrings__Redis"], StringComparison.Ordinal);
            Assert.StartsWith("redis-cache:6379,", environment["ConnectionStrings__RedisCache"], StringComparison.Ordinal);
        }
    }

    /// <summary>A container has the name that its stateful set would give it, so both know the nodes by the same names.</summary>
    [Fact]
    public void Nodes_have_the_same_names_everywhere()
    {
        Assert.All(DatabaseNodes.Concat(RedisNodes), node =>
        {
            var service = published.Services[node];
            Assert.Equal(node, service["hostname"]!.ToString());
            Assert.Equal([$"{node}.{node[..^2]}"], Items(service["networks"]!["default"]!["aliases"]).Select(alias => alias!.ToString()));
        });
        Assert.All((IEnumerable<(string, int)>)[("mysql", 3), ("redis", 6)], cluster =>
        {
            var (name, nodes) = cluster;
            var set = published.Object("StatefulSet", name)["spec"]!;
            Assert.Equal((name, nodes, 1), (set["serviceName"]!.ToString(), set["replicas"]!.GetValue<int>(), set["ordinals"]!["start"]!.GetValue<int>()));
            var address = published.Object("Service", name)["spec"]!;
            Assert.Equal(("None", true), (address["clusterIP"]!.ToString(), address["publishNotReadyAddresses"]!.GetValue<bool>()));
        });
    }

    [Fact]
    public void A_node_is_ready_while_it_is_in_the_majority()
    {
        Assert.All(DatabaseNodes.Select(node => published.Services[node]["healthcheck"]!["test"]![1]!.ToString()).Append(Probe("mysql")), probe =>
        {
            Assert.Contains("('WSREP_READY', 'ON'), ('WSREP_CLUSTER_STATUS', 'Primary')", probe, StringComparison.Ordinal);
            Assert.EndsWith("= 2", probe, StringComparison.Ordinal);
        });
        Assert.All(RedisNodes.Select(node => published.Services[node]["healthcheck"]!["test"]![1]!.ToString()).Append(Probe("redis")), probe =>
        {
            Assert.Contains("grep -q cluster_state:ok", probe, StringComparison.Ordinal);
            Assert.Contains("! redis-cli info replication | grep -q master_link_status:down", probe, StringComparison.Ordinal);
        });

        string Probe(string name) => Server(name)["containers"]![0]!["readinessProbe"]!["exec"]!["command"]![2]!.ToString();
    }

    [Fact]
    public void One_pod_at_a_time_is_replaced_or_evicted_and_no_machine_has_two_database_nodes()
    {
        Assert.All(["mysql", "redis", "api", "gateway"], name => Assert.Equal(1, published.Object("PodDisruptionBudget", name)["spec"]!["maxUnavailable"]!.GetValue<int>()));
        Assert.All(["mysql", "redis"], name => Assert.Equal("RollingUpdate", published.Object("StatefulSet", name)["spec"]!["updateStrategy"]!["type"]!.ToString()));
        Assert.Equal("OrderedReady", published.Object("StatefulSet", "mysql")["spec"]!["podManagementPolicy"]!.ToString());
        Assert.Single(Items(Server("mysql")["affinity"]!["podAntiAffinity"]!["requiredDuringSchedulingIgnoredDuringExecution"]));
        Assert.Single(Items(Server("redis")["affinity"]!["podAntiAffinity"]!["preferredDuringSchedulingIgnoredDuringExecution"]));
    }

    /// <summary>A selector of pods finds no job's pods: those are no nodes.</summary>
    [Fact]
    public void Jobs_have_labels_of_their_own() => Assert.All(["mysql-bootstrap", "redis-create"], name =>
        Assert.Equal(name, published.Object("Job", name)["spec"]!["template"]!["metadata"]!["labels"]!["app.kubernetes.io/name"]!.ToString()));

    [Fact]
    public void Files_are_in_the_order_of_an_upgrade()
    {
        Assert.Equal(
            ["0-bootstrap.yaml mysql-bootstrap", "1-servers.yaml mysql", "1-servers.yaml redis", "1-servers.yaml redis-cache", "2-jobs.yaml migrator", "2-jobs.yaml redis-create", "3-worker.yaml worker", "4-api.yaml api",
             "5-gateway.yaml gateway", "6-dashboard.yaml dashboard"],
            published.Objects.Where(pair => pair.One["kind"]!.ToString() is "StatefulSet" or "Job" or "Deployment").Select(pair => $"{pair.File} {pair.One["metadata"]!["name"]}").Order(StringComparer.Ordinal));
        var page = published.Text("kubernetes/README.md");
        Assert.Contains("`mysql-1` takes the writes while it is healthy, so it is replaced last.", page, StringComparison.Ordinal);
        Assert.Matches(@"(?s)2-jobs\.yaml.*3-worker\.yaml.*4-api\.yaml.*5-gateway\.yaml", page);
    }

    /// <summary>It starts only at an operator's command; nothing waits for it, and it is not started again.</summary>
    [Fact]
    public void A_cluster_is_bootstrapped_by_command_and_never_over_data()
    {
        var bootstrap = published.Services["mysql-bootstrap"];
        Assert.Equal(("bootstrap", "no", "mysql-1:/var/lib/mysql"), (bootstrap["profiles"]![0]!.ToString(), bootstrap["restart"]!.ToString(), bootstrap["volumes"]![0]!.ToString()));
        Assert.DoesNotContain("mysql-bootstrap", published.Services.Values.SelectMany(service => Members(service["depends_on"]).Keys));
        Assert.Equal("data-mysql-1", published.Object("PersistentVolumeClaim", "data-mysql-1")["metadata"]!["name"]!.ToString());

        var script = published.Text("compose/config/mysql.sh");
        Assert.Equal(script, published.Object("ConfigMap", "mysql-files")["data"]!["mysql.sh"]!.ToString());
        Assert.Matches(@"(?s)= bootstrap \].*if \[ -d ""\$data/mysql"" \]; then.*exit 1.*mariadb-install-db", script);
        Assert.Matches(@"(?s)-d ""\$data/mysql"" \] && grep -qs 'safe_to_bootstrap: 1'.*/dev/tcp/\$peer/3306.*""\$alone"" = no \] \|\| set -- ""\$@"" --wsrep-new-cluster", script);
    }

    [Fact]
    public void No_secret_is_written_and_each_is_required()
    {
        Assert.Equal(["DUGOUT_NETWORK", "DUGOUT_PARTNERS"], Defaulted().Matches(published.Text("compose/compose.yaml")).Select(match => match.Groups[1].Value).Distinct().Order(StringComparer.Ordinal));
        Assert.DoesNotMatch(@"(?i)(?:requirepass|masterauth|identified by|password *[=:]|sst-auth *=|(?:_pwd|cli_auth) *=) *[\\""']*(?!replication:\$)[A-Za-z0-9]", published.All);
        Assert.All(Texts(published.Object("Secret", "dugout-secrets")["stringData"]).Values, value => Assert.Equal("", value));
        Assert.DoesNotContain("take-me-out", published.All, StringComparison.Ordinal);
    }

    /// <summary>The processes run in the tests of this project; the containers do not.</summary>
    [Fact]
    public void A_database_node_has_the_options_of_a_process()
    {
        var program = new GaleraProgram(new MariaDbProgram(new(10, 11, 0), "mariadbd", ServerProgram.NoEnvironment, "/usr", "/usr/share/mysql"), "/provider.so", "");
        var nodes = GaleraNode.Plan(RunFolder.Elsewhere("/run"), "mysql");
        var process = PublishedClusters.Settings(new GaleraOptions(program, Secrets.Named(name => name), nodes).For(nodes[0], new(IsFirst: false, Position: null)));
        var container = PublishedClusters.Settings(published.Text("compose/config/mysql.cnf"));

        Assert.Equal(Common(process), Common(container));
        Assert.Equal(("1", "ROW", "mariabackup"), (container["innodb-flush-log-at-trx-commit"], container["binlog-format"], container["wsrep-sst-method"]));
        Assert.Equal("gcomm://mysql-1.mysql,mysql-2.mysql,mysql-3.mysql", container["wsrep-cluster-address"]);
        Assert.Equal("pc.recovery=yes", Assert.Single(Provider(container).Except(Provider(process))));
        Assert.Equal(["base_host", "base_port", "gmcast.listen_addr", "ist.recv_addr", "pc.recovery"], Provider(process).Except(Provider(container)).Select(option => option.Split('=')[0]).Order(StringComparer.Ordinal));

        static IEnumerable<KeyValuePair<string, string>> Common(Dictionary<string, string> settings) => settings.ExceptBy(OfThisMachine, setting => setting.Key).OrderBy(setting => setting.Key, StringComparer.Ordinal);
        static string[] Provider(Dictionary<string, string> settings) => settings["wsrep-provider-options"].Trim('"').Split(';');
    }

    [Fact]
    public void A_Redis_node_has_the_configuration_of_a_process()
    {
        var process = PublishedClusters.Settings(RedisFiles.NodeConfiguration("/data", 6379, 16379, "secret"));
        var container = PublishedClusters.Settings(published.Text("compose/config/redis.conf"));
        Assert.All(["bind", "requirepass", "masterauth", "cluster-port", "dir"], name => process.Remove(name));
        Assert.All(["bind", "dir"], name => container.Remove(name));

        Assert.Equal(process.OrderBy(pair => pair.Key, StringComparer.Ordinal), container.OrderBy(pair => pair.Key, StringComparer.Ordinal));
        Assert.Equal(("yes", "everysec", "1500"), (container["appendonly"], container["appendfsync"], container["cluster-node-timeout"]));
    }

    [Fact]
    public void Programs_wait_for_the_cluster_and_nodes_for_each_other_only_to_start()
    {
        Assert.Equal("service_completed_successfully", published.Services["api"]["depends_on"]!["redis-create"]!["condition"]!.ToString());
        Assert.Equal(DatabaseNodes, Members(published.Services["migrator"]["depends_on"]).Where(on => on.Value["condition"]!.ToString() == "service_healthy").Select(on => on.Key).Order(StringComparer.Ordinal));
        Assert.All(["mysql-2", "mysql-3"], node => Assert.Equal("service_started", Assert.Single(Members(published.Services[node]["depends_on"])).Value["condition"]!.ToString()));
        Assert.Null(published.Services["mysql-1"]["depends_on"]);
    }

    private System.Text.Json.Nodes.JsonNode Server(string name) => published.Object("StatefulSet", name)["spec"]!["template"]!["spec"]!;

    [GeneratedRegex(@"(?<!\$)\$\{(DUGOUT_[A-Z_]+):-")]
    private static partial Regex Defaulted();
}
