using Dugout.Load.Running;

namespace Dugout.Load.Experiments;

/// <summary>A variant: one configuration of the system, as settings of its AppHost and faults injected into its programs, or one kind of load. No variant is compiled
/// differently.</summary>
/// <param name="Name">Its name in the report.</param>
/// <param name="Options">Options of the AppHost, such as <c>--replicas 2</c>; they override the defaults of an experiment.</param>
internal sealed record Variant(string Name, params string[] Options)
{
    private const string Migrator = "migrator";
    private const string Worker = "worker";
    private const string EngineOption = "--engine";

    /// <summary>The options whose servers keep their data in folders of their own.</summary>
    private static readonly string[] TopologyOptions = ["--database", "--redis"];

    /// <summary>The gateway's resource name.</summary>
    public const string GatewayName = "gateway";

    /// <summary>The default data volume.</summary>
    public const string UsualVolume = "small";

    /// <summary>The minimum number of seeded fans, enough for nearly every experiment.</summary>
    public const int Accounts = 200;

    /// <summary>The fault by which sign-ins push notices within the request.</summary>
    public const string PushInline = "push-inline";

    /// <summary>The fault by which a pool in the API process pushes them.</summary>
    public const string PushPool = "push-pool";

    /// <summary>The minimum number of seeded fans.</summary>
    public int Fans { get; init; } = Accounts;

    /// <summary>
    /// Rounds of new and seeded password hashes, and so the cost of a sign-in; null for the shop's own number. Where it is set, absolute results about sign-ins do not apply to the
    /// shop as it ships.
    /// </summary>
    public int? HashRounds { get; init; }

    /// <summary>Whether every fan has a notice to receive at sign-in.</summary>
    public bool HasSignInNotices { get; init; }

    /// <summary>Settings of every API replica, as environment variables: <c>Cache__Mode</c>.</summary>
    public Dictionary<string, string> Api { get; init; } = [];

    /// <summary>The differences from the shipped product, by the names of <c>tests/Faults</c>: services of the API and the worker, or the schema.</summary>
    public IReadOnlyList<string> Faults { get; init; } = [];

    /// <summary>Statements that weaken what the database servers promise, for negative controls; the programs then do not check their settings.</summary>
    public IReadOnlyList<string> WeakSettings { get; init; } = [];

    /// <summary>
    /// Whether it is a negative control: known to be wrong, so that the checks must detect it. Its speed gets no verdict, and if it is not detected the experiment decides
    /// nothing.
    /// </summary>
    public bool IsNegativeControl { get; init; }

    /// <summary>The seeded data volume, as in <c>--volume</c>.</summary>
    public string Volume { get; init; } = UsualVolume;

    /// <summary>The database engine, as in <c>--engine</c>: the variant's own, or else the one the environment sets for every started system.</summary>
    public string Engine => ValueOf(EngineOption) ?? Environment.GetEnvironmentVariable("DUGOUT__ENGINE") ?? "auto";

    /// <summary>The CPU limit of each API replica, in cores, where the kernel lets this user set one: it simulates a small machine for each. Null for no limit.</summary>
    public double? ApiCores { get; init; }

    /// <summary>The CPU limit of the first API replica, in cores, where it is slower than the others; null where it is not.</summary>
    public double? FirstApiCores { get; init; }

    /// <summary>Settings of the gateway, as environment variables: <c>Gateway__Policy</c>.</summary>
    public Dictionary<string, string> Gateway { get; init; } = [];

    /// <summary>Whether the gateway answers from its memory, as it ships. Not by default: experiments compare what requests cost the replicas, so all must reach one.</summary>
    public bool GatewayCaches { get; init; }

    /// <summary>The proxy between requests and replicas.</summary>
    public Proxy Proxy { get; init; }

    /// <summary>The configuration of an nginx in place of the gateway.</summary>
    public NginxSettings Nginx { get; init; } = new();

    /// <summary>The load, where variants differ by that; null for the experiment's load.</summary>
    public VariantLoad? Load { get; init; }

    /// <summary>The AppHost's command line, without the run folder.</summary>
    public string[] CommandLine =>
    [
        .. Usual.Chunk(2).Where(pair => !Options.Contains(pair[0])).SelectMany(pair => pair),
        .. Options,
        .. Volume == UsualVolume ? (string[])[] : ["--volume", Volume],
    ];

    /// <summary>The seeded data, as a folder name: variants with the same name start with the same data.</summary>
    public string Data => $"{(Engine is "auto" or "mariadb" ? "" : $"{Engine}-")}{string.Concat(Topology.Chunk(2).Select(option => $"{option[1]}-"))}{Volume}{(HashRounds is { } rounds ? $"-{rounds}rounds" : "")}-{Fans}";

    /// <summary>A variant with the same seeded data, and otherwise as the shop ships.</summary>
    public Variant AsPrepared() => new("prepared", [EngineOption, Engine, .. Topology]) { Volume = Volume, Fans = Fans, HashRounds = HashRounds };

    /// <summary>Whether notices to be pushed may be lost, as is the case where they do not wait in rows.</summary>
    public bool LosesPushes => Faults.Intersect([PushInline, PushPool]).Any();

    private string[] Topology => [.. TopologyOptions.Select(option => (Option: option, Value: ValueOf(option))).Where(option => option.Value is not null).SelectMany(option => (string[])[option.Option, option.Value!])];

    private string[] Usual => ["--port", "0", "--replicas", "1", "--read-replicas", "0", "--accounts", $"{Fans}", "--dashboard", "off", "--restarts", "off", "--quiet"];

    private string? ValueOf(string name) => Options.SkipWhile(option => option != name).ElementAtOrDefault(1);

    /// <summary>The environment variables that this variant gives a resource.</summary>
    public IReadOnlyDictionary<string, string> SettingsOf(string resource)
    {
        var settings = AppHostFile.IsApi(resource) ? new Dictionary<string, string>(Api) : resource == GatewayName ? new(Gateway) : [];
        if (resource == GatewayName && !GatewayCaches) settings["Gateway__Cache__MemoryMegabytes"] = "0";
        // The worker would send the notices within seconds, before the fans sign in. With this interval its first poll comes before there are notices, the second one after the
        // trial.
        if (HasSignInNotices && resource == Worker) settings["Notices__PollSeconds"] = "3600";
        if (HashRounds is { } rounds && (AppHostFile.IsApi(resource) || resource == Migrator)) settings["Accounts__HashRounds"] = $"{rounds}";
        if (AppHostFile.IsApi(resource) || resource is Worker or Migrator)
        {
            foreach (var (name, value) in FaultInjection.SettingsFor(Faults)) settings[name] = value;
            if (WeakSettings.Count > 0) settings["Database__RequireDurability"] = "false";
        }

        return settings;
    }
}
