using System.Text.RegularExpressions;
using Xunit;
using static Dugout.AppHost.Tests.Infrastructure.Publishing.YamlReader;

namespace Dugout.AppHost.Tests.Infrastructure.Publishing;

/// <summary>Published files contain no secrets, and grant no more rights than needed.</summary>
public sealed partial class PublishTests
{
    /// <summary>Here it has no door that is open to all, as it has on a developer's own machine.</summary>
    [Fact]
    public void Whoever_looks_at_the_dashboard_needs_a_token_and_whoever_sends_to_it_a_key()
    {
        var compose = Texts(_services["dashboard"]["environment"]);
        var cluster = EnvironmentOf("dashboard");

        Assert.Equal(["DASHBOARD__FRONTEND__AUTHMODE", "DASHBOARD__FRONTEND__BROWSERTOKEN", "DASHBOARD__OTLP__AUTHMODE", "DASHBOARD__OTLP__PRIMARYAPIKEY"], compose.Keys.Order(StringComparer.Ordinal));
        Assert.All([compose, cluster], environment => Assert.Equal(("BrowserToken", "ApiKey"), (environment["DASHBOARD__FRONTEND__AUTHMODE"], environment["DASHBOARD__OTLP__AUTHMODE"])));
        Assert.DoesNotMatch("(?i)unsecured|anonymous", _all);
    }

    [Fact]
    public void No_fan_is_seeded_whose_password_everybody_knows()
    {
        Assert.Equal(("0", "0"), (Texts(_services["migrator"]["environment"])["Seed__Accounts"], EnvironmentOf("migrator")["Seed__Accounts"]));
        Assert.DoesNotContain("take-me-out", _all, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_password_of_seeded_fans_is_a_secret_that_the_operator_must_set()
    {
        await using var appHost = AppHostProcess.Start(
            Path.Combine(_folder.Path, "run"), "--operation", "publish", "--output-path", Path.Combine(_folder.Path, "out"), "--accounts", "10", "--engine", "mariadb");
        Assert.Equal(0, await appHost.EndAsync());

        var migrator = Texts(YamlReader.Read(await TextAsync("compose/compose.yaml")).Single()["services"]!["migrator"]!["environment"]);
        Assert.Equal(("10", "${DUGOUT_FAN_PASSWORD:?set it in .env}"), (migrator["Seed__Accounts"], migrator["Seed__FanPassword"]));
        Assert.Equal("Production", migrator["DOTNET_ENVIRONMENT"]);
        Assert.Contains("DUGOUT_FAN_PASSWORD=", (await TextAsync("compose/.env.example")).Split('\n'));
        Assert.Contains("DUGOUT_FAN_PASSWORD: \"\"", await TextAsync("kubernetes/secret.example.yaml"), StringComparison.Ordinal);
    }

    /// <summary>Each secret is a variable that the operator must set.</summary>
    [Fact]
    public void Where_a_secret_belongs_stands_a_variable_without_a_value_of_its_own()
    {
        Assert.DoesNotMatch(Literal(), _all);
        Assert.Matches(@"requirepass \$\$DUGOUT_REDIS_PASSWORD", _all);
        Assert.Matches(@"IDENTIFIED BY '\$\{DUGOUT_APP_PASSWORD\}'", _all);
        Assert.Equal(["DUGOUT_NETWORK", "DUGOUT_PARTNERS"], Defaulted().Matches(_all).Select(match => match.Groups[1].Value).Distinct().Order(StringComparer.Ordinal));
        Assert.All(Texts(_objects.Single(one => one["kind"]!.ToString() == "Secret")["stringData"]).Values, value => Assert.Equal("", value));
        Assert.All(_services.Values.SelectMany(service => Texts(service["environment"])).Where(IsSecret), pair => Assert.Matches(@"^\$\{DUGOUT_[A-Z_]+:\?[^{}]*\}$", pair.Value));
        Assert.All(Pods().SelectMany(pair => EnvironmentOf(pair.Owner["metadata"]!["name"]!.ToString())).Where(IsSecret), pair => Assert.Matches(@"^\$\(DUGOUT_[A-Z_]+\)$", pair.Value));

        static bool IsSecret(KeyValuePair<string, string> variable) => SecretName().IsMatch(variable.Key);
    }

    [Fact]
    public void Compose_takes_every_right_away_that_can_be_and_programs_write_nowhere() => Assert.All(_services, service =>
    {
        Assert.Equal(["ALL"], Items(service.Value["cap_drop"]).Select(right => right!.ToString()));
        Assert.Null(service.Value["cap_add"]);
        Assert.Null(service.Value["privileged"]);
        Assert.Equal(["no-new-privileges:true"], Items(service.Value["security_opt"]).Select(option => option!.ToString()));
        // The images of servers and of the dashboard write to places of their own.
        Assert.Equal((service.Key, service.Value["build"] is not null), (service.Key, service.Value["read_only"]?.GetValue<bool>() ?? false));
        if (service.Key != "dashboard")
            Assert.Equal(["/tmp"], Items(service.Value["tmpfs"]).Select(folder => folder!.ToString()));
    });

    [Fact]
    public void So_does_a_cluster() => Assert.All(Pods(), pair =>
    {
        var (rights, container) = (pair.Pod["securityContext"]!, pair.Pod["containers"]![0]!);
        var own = container["securityContext"]!;
        Assert.Equal(["ALL"], Items(own["capabilities"]!["drop"]).Select(right => right!.ToString()));
        Assert.Null(own["capabilities"]!["add"]);
        Assert.Null(own["privileged"]);
        var image = container["image"]!.ToString();
        Assert.Equal((image, image.StartsWith("dugout/", StringComparison.Ordinal)), (image, own["readOnlyRootFilesystem"]!.GetValue<bool>()));
        Assert.Equal("RuntimeDefault", rights["seccompProfile"]!["type"]!.ToString());
        // No program calls the API of the cluster.
        Assert.False(pair.Pod["automountServiceAccountToken"]!.GetValue<bool>());
    });

    [Fact]
    public async Task An_engine_that_is_not_published_is_refused_in_one_line()
    {
        await using var appHost = AppHostProcess.Start(Path.Combine(_folder.Path, "run"), "--operation", "publish", "--output-path", Path.Combine(_folder.Path, "other"), "--engine", "mysql");

        Assert.Equal(1, await appHost.EndAsync());
        Assert.Equal(["dugout: --engine mysql: published systems run MariaDB only; omit the option."], appHost.Lines);
        Assert.False(Directory.Exists(Path.Combine(_folder.Path, "other")));
    }

    /// <summary>The literal environment variables of a container in the cluster, by name.</summary>
    private Dictionary<string, string> EnvironmentOf(string owner) =>
        Items(Pods().Single(pair => pair.Owner["metadata"]!["name"]!.ToString() == owner).Pod["containers"]![0]!["env"])
            .Where(variable => variable!["value"] is not null).ToDictionary(variable => variable!["name"]!.ToString(), variable => variable!["value"]!.ToString());

    /// <summary>A word that a secret follows, and one that is no variable.</summary>
    [GeneratedRegex(@"(?i)(?:requirepass|masterauth|identified by|password *[=:]|(?:_pwd|cli_auth|api-key) *=) *[\\""']*[A-Za-z0-9]")]
    private static partial Regex Literal();

    [GeneratedRegex(@"(?<!\$)\$\{(DUGOUT_[A-Z_]+):-")]
    private static partial Regex Defaulted();

    [GeneratedRegex("(?i)(?:password|token|key|secret)$")]
    private static partial Regex SecretName();
}
