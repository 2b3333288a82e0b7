using System.Collections;
using System.CommandLine;
using System.Globalization;
using Dugout.Infrastructure.Processes;

namespace Dugout.Infrastructure.Run;

/// <summary>
/// Settings of a running system. Each can be given as an option (<c>--read-replicas 2</c>) or as an environment variable
/// (<c>DUGOUT__READREPLICAS=2</c>, or <c>DUGOUT__READ_REPLICAS</c>); the option wins. An unknown name or value stops the start.
/// </summary>
public sealed class AppHostSettings
{
    private static readonly Option<int> PortOption = Number("--port", "Port of the gateway; 0 picks a free one.", 8080, 0, 65535);
    private static readonly Option<int> ReplicasOption = Number("--replicas", "Number of API replicas.", 3, 1, 16);
    private static readonly Option<int> ReadReplicasOption = Number("--read-replicas", "Number of MySQL replicas.", 1, 0, 4);
    private static readonly Option<string> RunDirOption = new("--run-dir") { Description = "Folder for data, configuration and logs. Default .run in the checkout." };
    private static readonly Option<bool> ResetOption = new("--reset") { Description = "Delete all data before the start." };
    private static readonly Option<bool> QuietOption = new("--quiet") { Description = "Print errors only." };
    private static readonly Option<string> EngineOption = Name("--engine", "auto|mariadb|mysql: the database engine.");
    private static readonly Option<string> DatabaseOption = new("--database") { Description = "pair|galera: a primary with read replicas, or three nodes that all take writes. Default pair." };
    private static readonly Option<string> ServersOption = Name("--servers", "auto|process|external|container: who runs the servers.");
    private static readonly Option<string> MySqlDownloadOption = new("--mysql-download") { Description = "off|sid: where MySQL may be downloaded from, for tests. Default off." };
    private static readonly Option<string> ServerSourceOption = Name("--server-source", "auto|installed|download: where server programs come from.");
    private static readonly Option<string> MySqlOption = new("--mysql") { Description = "Connection string of an external primary, as an administrator; better in ConnectionStrings__mysql." };
    private static readonly Option<string[]> MySqlReplicaOption = new("--mysql-replica") { Description = "Connection string of a replica of the external primary; repeat it for each replica. Or ConnectionStrings__mysql-replica-1 and so on." };
    private static readonly Option<string> RedisOption = new("--redis") { Description = "single|cluster: one Redis, or three masters and three replicas. Default single. Or the connection string host:port,… of an external Redis; better in ConnectionStrings__redis." };
    private static readonly Option<string> RedisCacheOption = new("--redis-cache") { Description = "Connection string of an external Redis of cached responses; by default the same Redis. Better in ConnectionStrings__redis-cache." };
    private static readonly Option<int> AccountsOption = Number("--accounts", "Number of seeded fans; a published system has none unless this is given.", 1_000, 0, 1_000_000);
    /// <summary>Values of <c>--volume</c>. The migrator has the same list with the contents of each; a test compares the lists, because neither program refers to the other.</summary>
    internal static readonly string[] Volumes = ["small", "report-000", "report-002", "report-002-350k", "report-002-1m", "report-003", "report-003-double"];
    private static readonly Option<string> VolumeOption = new("--volume") { Description = $"{string.Join('|', Volumes)}: amount of seeded data. Default {Volumes[0]}." };
    private static readonly Option<int> SeasonOption = Number("--season", "Year of the seeded season; 0 is the next season that has not begun.", 0, 0, 2100);
    private static readonly Option<string> SaveSnapshotOption = new("--save-snapshot") { Description = "Save a copy of the data under this name before the start." };
    private static readonly Option<string> RestoreSnapshotOption = new("--restore-snapshot") { Description = "Replace the data with the copy of this name before the start." };
    private static readonly Option<string> DashboardOption = Name("--dashboard", "auto|off: the Aspire dashboard.");
    private static readonly Option<string> OperationOption = new("--operation") { Description = "run|publish: start the system, or write deployment files. Default run." };
    private static readonly Option<string> PublisherOption = Name("--publisher", "auto|compose|kubernetes: which deployment files are written; auto is all of them.");
    private static readonly Option<string> OutputPathOption = new("--output-path") { Description = "Folder for the deployment files. Default aspire-output in the checkout." };
    private static readonly Option<string> RestartsOption = new("--restarts") { Description = "on|off: whether programs that exit by themselves are restarted. Default on." };

    private static readonly Option[] All =
    [
        PortOption, ReplicasOption, ReadReplicasOption, RunDirOption, ResetOption, QuietOption, EngineOption, DatabaseOption,
        ServersOption, ServerSourceOption, MySqlDownloadOption, MySqlOption, MySqlReplicaOption, RedisOption, RedisCacheOption, AccountsOption,
        VolumeOption, SeasonOption, SaveSnapshotOption, RestoreSnapshotOption, DashboardOption, RestartsOption,
        OperationOption, PublisherOption, OutputPathOption,
    ];

    /// <summary>An option object refers to its parent commands, and several AppHosts of one process may start concurrently.</summary>
    private static readonly Lock Reading = new();

    private AppHostSettings(ParseResult parsed, IDictionary environment, string checkout)
    {
        Port = parsed.GetValue(PortOption);
        Replicas = parsed.GetValue(ReplicasOption);
        ReadReplicas = parsed.GetValue(ReadReplicasOption);
        var runFolder = parsed.GetValue(RunDirOption) ?? Path.Combine(checkout, ".run");
        if (string.IsNullOrWhiteSpace(runFolder) || runFolder.Contains('\0', StringComparison.Ordinal))
            throw new StartFailedException("--run-dir: the name of the folder is empty.");
        RunFolder = Path.GetFullPath(runFolder);
        Reset = parsed.GetValue(ResetOption);
        Quiet = parsed.GetValue(QuietOption);
        Volume = parsed.GetValue(VolumeOption) ?? Volumes[0];
        if (!Volumes.Contains(Volume))
            throw new StartFailedException($"--volume: '{Volume}' is not one of {string.Join(", ", Volumes)}.");
        SaveSnapshot = parsed.GetValue(SaveSnapshotOption);
        RestoreSnapshot = parsed.GetValue(RestoreSnapshotOption);
        Season = parsed.GetValue(SeasonOption) is var season and not 0 ? season : null;
        if (Season is < 2000)
            throw new StartFailedException($"--season: {Season} is not a year from 2000 to 2100.");
        Dashboard = ServerSettings.Parse<DashboardMode>("--dashboard", parsed.GetValue(DashboardOption));
        Restarts = ServerSettings.Parse<RestartMode>("--restarts", parsed.GetValue(RestartsOption));
        Operation = ServerSettings.Parse<AppHostOperation>("--operation", parsed.GetValue(OperationOption));
        // A published system has no seeded fans unless --accounts requests them, whose password is then a required secret.
        var wantsFans = Operation == AppHostOperation.Run || parsed.GetResult(AccountsOption) is { Implicit: false };
        Accounts = wantsFans ? parsed.GetValue(AccountsOption) : 0;
        // The additional data of a larger volume belong to fans, whom a published system does not have by default.
        if (!wantsFans && Volume != Volumes[0])
            throw new StartFailedException($"--volume: '{Volume}' seeds fans; to publish them, give --accounts as well.");
        Publisher = ServerSettings.Parse<Publisher>("--publisher", parsed.GetValue(PublisherOption));
        var outputPath = parsed.GetValue(OutputPathOption) ?? Path.Combine(checkout, "aspire-output");
        if (string.IsNullOrWhiteSpace(outputPath) || outputPath.Contains('\0', StringComparison.Ordinal))
            throw new StartFailedException("--output-path: the name of the folder is empty.");
        OutputPath = Path.GetFullPath(outputPath);
        var redis = parsed.GetValue(RedisOption);
        var topology = ServerSettings.TopologyOf(redis);
        Servers = new()
        {
            RedisTopology = topology ?? RedisTopology.Single,
            Mode = ServerSettings.Parse<ServerMode>("--servers", parsed.GetValue(ServersOption)),
            Engine = ServerSettings.Parse<DatabaseEngine>("--engine", parsed.GetValue(EngineOption)),
            Database = ServerSettings.Parse<DatabaseTopology>("--database", parsed.GetValue(DatabaseOption)),
            Source = ServerSettings.Parse<ServerSource>("--server-source", parsed.GetValue(ServerSourceOption)),
            MySqlDownload = ServerSettings.Parse<MySqlDownloadSource>("--mysql-download", parsed.GetValue(MySqlDownloadOption)),
            MySql = parsed.GetValue(MySqlOption) ?? EnvironmentSettings.ConnectionString(environment, "mysql"),
            MySqlReplicas = parsed.GetValue(MySqlReplicaOption) is { Length: > 0 } replicas ? replicas : [.. EnvironmentSettings.ReplicasOf(environment)],
            Redis = (topology is null ? redis : null) ?? EnvironmentSettings.ConnectionString(environment, "redis"),
            RedisCache = parsed.GetValue(RedisCacheOption) ?? EnvironmentSettings.ConnectionString(environment, "redis-cache"),
        };
    }

    /// <summary>Port of the gateway; 0 for any free one. Default 8080.</summary>
    public int Port { get; }

    /// <summary>Number of API replicas. Default 3, range 1 to 16.</summary>
    public int Replicas { get; }

    /// <summary>Number of MySQL replicas. Default 1, range 0 to 4.</summary>
    public int ReadReplicas { get; }

    /// <summary>Folder of data, configuration and <c>apphost.json</c>, as a full path. Default <c>.run</c> in the checkout.</summary>
    public string RunFolder { get; }

    /// <summary>Whether all data are deleted first. Default false.</summary>
    public bool Reset { get; }

    /// <summary>Whether only errors are printed: for programs that host a system in their own process. Default false.</summary>
    public bool Quiet { get; }

    /// <summary>Number of seeded fans, unless the volume has more. Default 1,000; none in a published system.</summary>
    public int Accounts { get; }

    /// <summary>Name of the seeded data volume. Default <c>small</c>.</summary>
    public string Volume { get; }

    /// <summary>Name of the snapshot saved before the start, see <see cref="Snapshots"/>; null for none.</summary>
    public string? SaveSnapshot { get; }

    /// <summary>Name of the snapshot restored before the start; null to use the existing data.</summary>
    public string? RestoreSnapshot { get; }

    /// <summary>Year of the seeded season; null for the next one that has not begun.</summary>
    public int? Season { get; }

    /// <summary>Whether the dashboard is started. Default: when it is available.</summary>
    public DashboardMode Dashboard { get; }

    /// <summary>Whether programs that exit by themselves are restarted. Default on.</summary>
    public RestartMode Restarts { get; }

    /// <summary>How servers are obtained.</summary>
    public ServerSettings Servers { get; }

    /// <summary>Whether the system is started or published as files for other machines. Default: started.</summary>
    public AppHostOperation Operation { get; }

    /// <summary>Targets of the published files. Default: all.</summary>
    public Publisher Publisher { get; }

    /// <summary>Folder of the published files, as a full path. Default <c>aspire-output</c> in the checkout.</summary>
    public string OutputPath { get; }

    /// <summary>Names of the API replicas: <c>api-1</c> and so on.</summary>
    public IEnumerable<string> ApiNames =>
        Enumerable.Range(1, Replicas).Select(number => string.Create(CultureInfo.InvariantCulture, $"api-{number}"));

    /// <summary>Reads the settings; returns null when help was requested, after printing it.</summary>
    /// <param name="args">The command line.</param>
    /// <param name="environment">The environment variables.</param>
    /// <param name="checkout">The checkout's folder.</param>
    /// <exception cref="StartFailedException">A name or value is unknown; the message names it.</exception>
    public static AppHostSettings? Read(string[] args, IDictionary environment, string checkout)
    {
        var command = new RootCommand("Starts Dugout: servers, API replicas, gateway, dashboard. Ctrl-C stops everything.");
        ParseResult parsed;
        lock (Reading)
        {
            foreach (var option in All)
                command.Add(option);
            parsed = command.Parse([.. args, .. EnvironmentSettings.OptionsOf(args, environment, command)]);
        }

        if (parsed.Errors.Count > 0)
            throw new StartFailedException(string.Join(" ", parsed.Errors.Select(error => error.Message))) { IsUsage = true };
        if (parsed.Action is not null)
        {
            parsed.Invoke();
            return null;
        }

        try
        {
            return new(parsed, environment, checkout);
        }
        catch (StartFailedException error)
        {
            throw new StartFailedException(error.Message, error) { IsUsage = true };
        }
    }

    private static Option<int> Number(string name, string description, int otherwise, int least, int most)
    {
        var option = new Option<int>(name) { Description = $"{description} Default {otherwise}.", DefaultValueFactory = _ => otherwise };
        option.Validators.Add(result =>
        {
            if (result.Tokens is [var token] && !(int.TryParse(token.Value, NumberStyles.None, CultureInfo.InvariantCulture, out var value)
                    && value >= least && value <= most))
                result.AddError($"{name}: '{token.Value}' is not a number from {least} to {most}.");
        });
        return option;
    }

    private static Option<string> Name(string name, string description) => new(name) { Description = $"{description} Default auto." };
}
