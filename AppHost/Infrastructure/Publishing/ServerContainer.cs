using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers.Galera;
using Dugout.Infrastructure.Servers.MariaDb;
using Dugout.Infrastructure.Servers.Redis;

namespace Dugout.Infrastructure.Publishing;

/// <summary>A configuration file of a container.</summary>
/// <param name="Name">Its name among the published files.</param>
/// <param name="Path">Its path in the container.</param>
/// <param name="Text">Its content. It contains names of variables instead of secrets.</param>
internal sealed record ConfigFile(string Name, string Path, string Text);

/// <summary>A server in a container of its official image, under that image's own user.</summary>
/// <param name="Image">Name and series.</param>
/// <param name="Data">Its data folder.</param>
/// <param name="Command">Replaces the image's command; empty for the image's own.</param>
/// <param name="Probe">A shell command that exits with 0 when the server is healthy; null for one that ends.</param>
/// <param name="Files">Its configuration files.</param>
internal sealed record ServerContainer(string Image, string Data, IReadOnlyList<string> Command, string? Probe, IReadOnlyList<ConfigFile> Files)
{
    /// <summary>User id of the servers in both official images.</summary>
    public const int User = 999;

    private const string MariaDbImage = "mariadb:10.11";
    private const string MariaDbData = "/var/lib/mysql";
    private const string RedisImage = "redis:7.2";
    private const string RedisData = "/data";
    private const string NodeScript = "/etc/dugout/node.sh";
    private const string Options = "/etc/mysql/conf.d/dugout.cnf";
    private const string FirstScript = "/docker-entrypoint-initdb.d/dugout.sh";
    private const string RedisOptions = "/etc/redis/redis.conf";

    /// <summary>Its environment.</summary>
    public SortedDictionary<string, string> Environment { get; init; } = new(StringComparer.Ordinal);

    /// <summary>Returns the container of a service.</summary>
    /// <param name="service">A server.</param>
    public static ServerContainer Of(PublishedService service) => service.Kind switch
    {
        ServiceKind.Redis or ServiceKind.RedisCache => Redis(service),
        ServiceKind.RedisNode or ServiceKind.RedisCreate => RedisNode(service),
        ServiceKind.GaleraNode or ServiceKind.GaleraBootstrap => GaleraNode(service),
        _ => MariaDb(service),
    };

    private static ServerContainer MariaDb(PublishedService service)
    {
        var number = service.Kind == ServiceKind.Primary ? 0 : int.Parse(service.Name[(service.Name.LastIndexOf('-') + 1)..], System.Globalization.CultureInfo.InvariantCulture);
        return new(
            MariaDbImage,
            MariaDbData,
            [],
            // A replica must have both lines: it reads the log, and it applies it.
            number == 0 ? $"{Query} --execute='SELECT 1'" : $"test \"$({Query} --execute='SHOW SLAVE STATUS\\G' | grep -c '_Running: Yes')\" = 2",
            [
                new ConfigFile($"{service.Name}.cnf", Options, MariaDbEngine.ContainerOptions(number)),
                new ConfigFile($"{service.Name}.sh", FirstScript, MariaDbEngine.ContainerScript(Passwords, service.Follows)),
            ])
        {
            Environment = Sorted([("MARIADB_ROOT_HOST", "localhost"), ("MARIADB_ROOT_PASSWORD", Variables.RootPassword), .. Accounts]),
        };
    }

    private static ServerContainer GaleraNode(PublishedService service) => new(
        MariaDbImage,
        MariaDbData,
        ["bash", NodeScript, .. service.IsOneShot ? (string[])[GaleraContainer.Bootstrap] : []],
        service.IsOneShot ? null : $"test \"$({Query} --batch --skip-column-names --execute=\"{GaleraContainer.Readiness}\")\" = 2",
        [
            new ConfigFile($"{service.Group}.cnf", Options, GaleraContainer.Options(service.Nodes)),
            new ConfigFile($"{service.Group}.sh", NodeScript, GaleraContainer.Script(Options, service.Nodes, Passwords, Variables.RootPassword)),
        ])
    {
        Environment = Sorted([(Variables.In(Variables.RootPassword).Single(), Variables.RootPassword), .. Accounts]),
    };

    private static ServerContainer Redis(PublishedService service) => new(
        RedisImage,
        RedisData,
        // The password reaches the server through a file that only it can read, never through an argument in the process list.
        ["sh", "-c", $"umask 077 && {{ cat {RedisOptions} && echo \"requirepass $DUGOUT_REDIS_PASSWORD\"; }} > /tmp/redis.conf && exec redis-server /tmp/redis.conf"],
        "REDISCLI_AUTH=\"$DUGOUT_REDIS_PASSWORD\" redis-cli ping | grep -q PONG",
        [new ConfigFile($"{service.Name}.conf", RedisOptions, RedisFiles.ContainerConfiguration(RedisData, service.Kind == ServiceKind.RedisCache ? RedisPurpose.Cache : RedisPurpose.Holds))])
    {
        Environment = Sorted([Password("redis")]),
    };

    private static ServerContainer RedisNode(PublishedService service) => new(
        RedisImage,
        RedisData,
        ["bash", NodeScript, .. service.IsOneShot ? (string[])[RedisClusterContainer.Create] : []],
        service.IsOneShot ? null : $"export REDISCLI_AUTH=\"$DUGOUT_REDIS_PASSWORD\"; {RedisClusterContainer.Probe}",
        [
            new ConfigFile($"{service.Group}.conf", RedisOptions, RedisFiles.ContainerNodeConfiguration(RedisData)),
            new ConfigFile($"{service.Group}.sh", NodeScript, RedisClusterContainer.Script(RedisData, RedisOptions, service.Group!, service.Nodes, Passwords.Redis)),
        ])
    {
        Environment = Sorted([Password("redis")]),
    };

    /// <summary>The command that runs one statement as the account of checks.</summary>
    private static string Query { get; } =
        $"MYSQL_PWD=\"$DUGOUT_{Secrets.NameOf(DatabaseAccount.Checks).ToUpperInvariant()}_PASSWORD\" mariadb --host=127.0.0.1 --user={Secrets.NameOf(DatabaseAccount.Checks)} --connect-timeout=3";

    private static Secrets Passwords { get; } = Secrets.Named(Variables.PasswordOf);

    private static IEnumerable<(string Name, string Value)> Accounts =>
        ((DatabaseAccount[])[DatabaseAccount.App, DatabaseAccount.Migrator, DatabaseAccount.Checks, DatabaseAccount.Replication]).Select(account => Password(Secrets.NameOf(account)));

    /// <summary>Returns the variable of a password under its own name.</summary>
    private static (string Name, string Value) Password(string account) => (Variables.In(Variables.PasswordOf(account)).Single(), Variables.PasswordOf(account));

    private static SortedDictionary<string, string> Sorted(IEnumerable<(string Name, string Value)> variables) =>
        new(variables.ToDictionary(variable => variable.Name, variable => variable.Value), StringComparer.Ordinal);
}
