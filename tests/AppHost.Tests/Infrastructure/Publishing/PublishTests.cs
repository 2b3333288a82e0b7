using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Dugout.Tests.Support;
using Xunit;
using static Dugout.AppHost.Tests.Infrastructure.Publishing.YamlReader;

namespace Dugout.AppHost.Tests.Infrastructure.Publishing;

/// <summary>
/// What the true AppHost writes for other machines. No engine and no cluster reads it here: these are rules that can be seen in the files, taken from the
/// public documentation of both; CI holds the same files against their schemas where npm has them.
/// </summary>
public sealed partial class PublishTests : IAsyncLifetime
{
    private readonly TestFolder _folder = new();
    private Dictionary<string, JsonObject> _services = [];
    private readonly List<JsonObject> _objects = [];
    private string _all = "";

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    public async ValueTask InitializeAsync()
    {
        // Of the one engine that is published, whichever this run of tests is on.
        await using var appHost = AppHostProcess.Start(
            Path.Combine(_folder.Path, "run"), "--operation", "publish", "--output-path", Path.Combine(_folder.Path, "out"), "--replicas", "3", "--read-replicas", "2", "--engine", "mariadb");
        var code = await appHost.EndAsync();
        Assert.True(code == 0, appHost.Output);

        _services = Members(YamlReader.Read(await TextAsync("compose/compose.yaml")).Single()["services"]);
        foreach (var file in Directory.EnumerateFiles(Path.Combine(_folder.Path, "out/kubernetes"), "*.yaml").Order(StringComparer.Ordinal))
            _objects.AddRange(YamlReader.Read(await File.ReadAllTextAsync(file, Stop)));
        foreach (var file in Directory.EnumerateFiles(Path.Combine(_folder.Path, "out"), "*", SearchOption.AllDirectories))
            _all += await File.ReadAllTextAsync(file, Stop);
    }

    public ValueTask DisposeAsync()
    {
        _folder.Dispose();
        return ValueTask.CompletedTask;
    }

    [Fact]
    public void Every_resource_is_there_and_replicas_of_the_api_are_one_service()
    {
        Assert.Equal(
            ["api", "dashboard", "gateway", "migrator", "mysql-primary", "mysql-replica-1", "mysql-replica-2", "partners", "redis", "redis-cache", "worker"],
            _services.Keys.Order(StringComparer.Ordinal));
        Assert.Equal(3, _services["api"]["deploy"]!["replicas"]!.GetValue<int>());
        Assert.Equal(
            ["ConfigMap dugout-settings", "ConfigMap mysql-primary-files", "ConfigMap mysql-replica-1-files", "ConfigMap mysql-replica-2-files", "ConfigMap redis-cache-files", "ConfigMap redis-files",
             "Deployment api", "Deployment dashboard", "Deployment gateway", "Deployment worker", "Job migrator", "PersistentVolumeClaim dugout-keys", "PodDisruptionBudget api", "Secret dugout-secrets",
             "Service api", "Service dashboard", "Service gateway", "Service mysql-primary", "Service mysql-replica-1", "Service mysql-replica-2", "Service redis", "Service redis-cache", "Service worker",
             "StatefulSet mysql-primary", "StatefulSet mysql-replica-1", "StatefulSet mysql-replica-2", "StatefulSet redis", "StatefulSet redis-cache"],
            _objects.Select(one => $"{one["kind"]} {one["metadata"]!["name"]}").Order(StringComparer.Ordinal));
    }

    [Fact]
    public void The_gateway_asks_one_name_for_all_replicas_and_looks_it_up_again()
    {
        var environment = Texts(_services["gateway"]["environment"]);

        Assert.Equal(
            [("ReverseProxy__Clusters__api__Destinations__api__Address", "http://api:8080")],
            environment.Where(pair => pair.Key.Contains("Destinations", StringComparison.Ordinal)).Select(pair => (pair.Key, pair.Value)));
        Assert.Contains("Replicas__LookUpSeconds", environment.Keys);
        // From there it hears which cached responses are out of date.
        Assert.StartsWith("redis:6379,password=${DUGOUT_REDIS_PASSWORD:?", environment["ConnectionStrings__Redis"], StringComparison.Ordinal);
        Assert.Equal("None", _objects.Single(one => one["kind"]!.ToString() == "Service" && one["metadata"]!["name"]!.ToString() == "api")["spec"]!["clusterIP"]!.ToString());
    }

    [Fact]
    public void What_replicas_are_told_is_what_they_share()
    {
        var environment = Texts(_services["api"]["environment"]);

        Assert.Contains("ConnectionStrings__Replica2", environment.Keys);
        Assert.StartsWith("Server=mysql-replica-2;Port=3306;User ID=app;Password=${DUGOUT_APP_PASSWORD:?", environment["ConnectionStrings__Replica2"], StringComparison.Ordinal);
        Assert.StartsWith("redis:6379,password=${DUGOUT_REDIS_PASSWORD:?", environment["ConnectionStrings__Redis"], StringComparison.Ordinal);
        Assert.StartsWith("redis-cache:6379,password=${DUGOUT_REDIS_PASSWORD:?", environment["ConnectionStrings__RedisCache"], StringComparison.Ordinal);
        Assert.Equal("Production", environment["ASPNETCORE_ENVIRONMENT"]);
        // Whom they believe on whose behalf they ask: the network that the file itself makes.
        Assert.Equal("${DUGOUT_NETWORK:-172.30.42.0/24}", environment["TrustedProxies__0"]);
        Assert.Equal("${DUGOUT_PARTNERS:-http://partners:8080}", environment["Feed__Pictures"]);
        Assert.DoesNotContain("ReplicaName", environment.Keys);
        Assert.DoesNotContain("127.0.0.1", _services["api"]["environment"]!.ToJsonString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task No_secret_is_written_and_each_is_asked_for_by_name()
    {
        Assert.DoesNotMatch(@"(?i)password *[=:] *[""']?[A-Za-z0-9]", _all);
        Assert.False(File.Exists(Path.Combine(_folder.Path, "run/secrets.json")));

        var example = (await TextAsync("compose/.env.example")).Split('\n');
        var asked = Secret().Matches(await TextAsync("compose/compose.yaml")).Select(match => match.Groups[1].Value).Distinct().Order(StringComparer.Ordinal).ToList();
        Assert.Equal(["DUGOUT_APP_PASSWORD", "DUGOUT_CHECKS_PASSWORD", "DUGOUT_DASHBOARD_TOKEN", "DUGOUT_MIGRATOR_PASSWORD", "DUGOUT_OTLP_KEY", "DUGOUT_REDIS_PASSWORD", "DUGOUT_REPLICATION_PASSWORD", "DUGOUT_ROOT_PASSWORD"], asked);
        Assert.All(asked, name => Assert.Contains($"{name}=", example));
        Assert.Equal(asked, Texts(_objects.Single(one => one["kind"]!.ToString() == "Secret")["stringData"]).Keys.Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Compose_opens_loopback_alone_runs_nobody_as_root_and_waits_for_what_there_is()
    {
        Assert.All(_services.Values.SelectMany(service => Items(service["ports"])), port => Assert.StartsWith("127.0.0.1:", port!.ToString(), StringComparison.Ordinal));
        Assert.All(_services.Where(service => service.Key != "dashboard"), service =>
        {
            Assert.Matches("^[1-9][0-9]*:[1-9][0-9]*$", service.Value["user"]!.ToString());
            if (service.Key != "migrator")
                Assert.NotNull(service.Value["healthcheck"]);
            Assert.All(Members(service.Value["depends_on"]), on => Assert.Equal(
                on.Key == "migrator" ? "service_completed_successfully" : "service_healthy", on.Value["condition"]!.ToString()));
            Assert.All(Members(service.Value["depends_on"]).Keys, name => Assert.Contains(name, _services.Keys));
        });
        Assert.Equal(["mysql-primary", "mysql-replica-1", "mysql-replica-2"], Members(_services["migrator"]["depends_on"]).Keys.Order(StringComparer.Ordinal));
        Assert.Equal(["simulators"], Items(_services["partners"]["profiles"]).Select(profile => profile!.ToString()));
    }

    [Fact]
    public void In_a_cluster_selectors_find_their_pods_which_are_bounded_and_not_root()
    {
        foreach (var (owner, pod) in Pods())
        {
            var labels = Texts(owner["spec"]!["template"]!["metadata"]!["labels"]);
            if (owner["spec"]!["selector"] is { } selector)
                Assert.Equal(labels, Texts(selector["matchLabels"]));
            Assert.True(pod["securityContext"]!["runAsNonRoot"]!.GetValue<bool>());
            var container = Assert.Single(Items(pod["containers"]))!;
            Assert.NotNull(container["resources"]!["limits"]!["memory"]);
            Assert.False(container["securityContext"]!["allowPrivilegeEscalation"]!.GetValue<bool>());
            if (owner["kind"]!.ToString() != "Job")
                Assert.NotNull(container["readinessProbe"]);
            var volumes = Items(pod["volumes"]).Concat(Items(owner["spec"]!["volumeClaimTemplates"]).Select(claim => claim!["metadata"])).Select(volume => volume!["name"]!.ToString()).ToList();
            Assert.All(Items(container["volumeMounts"]), mount => Assert.Contains(mount!["name"]!.ToString(), volumes));
        }
    }

    /// <summary>A variable that stands behind the value that uses it would be left as it is written.</summary>
    [Fact]
    public void In_a_cluster_every_variable_is_known_before_it_is_used_and_comes_from_what_there_is()
    {
        var kept = _objects.Where(one => one["kind"]!.ToString() is "ConfigMap" or "Secret")
            .SelectMany(one => Texts(one["data"] ?? one["stringData"]).Keys.Select(key => $"{one["metadata"]!["name"]} {key}")).ToHashSet();
        foreach (var (_, pod) in Pods())
        {
            HashSet<string> known = [];
            foreach (var variable in Items(pod["containers"]![0]!["env"]))
            {
                if ((variable!["valueFrom"]?["secretKeyRef"] ?? variable["valueFrom"]?["configMapKeyRef"]) is { } source)
                    Assert.Contains($"{source["name"]} {source["key"]}", kept);
                Assert.All(Used().Matches(variable["value"]?.ToString() ?? "").Select(match => match.Groups[1].Value), name => Assert.Contains(name, known));
                Assert.True(known.Add(variable["name"]!.ToString()));
            }
        }
    }

    private IEnumerable<(JsonObject Owner, JsonNode Pod)> Pods() =>
        from one in _objects
        where one["spec"]?["template"]?["spec"] is not null
        select (one, one["spec"]!["template"]!["spec"]!);

    private Task<string> TextAsync(string path) => File.ReadAllTextAsync(Path.Combine(_folder.Path, "out", path), Stop);

    [GeneratedRegex(@"\$\{(DUGOUT_[A-Z_]+):\?")]
    private static partial Regex Secret();

    [GeneratedRegex(@"(?<!\$)\$\(([A-Z_]+)\)")]
    private static partial Regex Used();
}
