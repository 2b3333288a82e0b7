namespace Dugout.Load.Experiments;

/// <summary>One way to run the system, as settings of its AppHost and faults that are injected into its programs, or one way to ask it: nothing is compiled differently.</summary>
/// <param name="Name">What the report calls it.</param>
/// <param name="Options">Options of the AppHost, such as <c>--replicas 2</c>; they win over the usual ones of an experiment.</param>
internal sealed record Arm(string Name, params string[] Options)
{
    private const string GatewayName = "gateway";
    private const string Migrator = "migrator";
    private const string Worker = "worker";
    private const string EngineOption = "--engine";

    /// <summary>What is seeded where nothing more is needed.</summary>
    public const string UsualVolume = "small";

    /// <summary>How many fans are seeded at least, enough for nearly every experiment.</summary>
    public const int Accounts = 200;

    /// <summary>The fault by which sign-ins push notices within the request.</summary>
    public const string PushInline = "push-inline";

    /// <summary>The fault by which they are pushed by a pool in the API process.</summary>
    public const string PushPool = "push-pool";

    /// <summary>How many fans are seeded at least.</summary>
    public int Fans { get; init; } = Accounts;

    /// <summary>
    /// Rounds of new password hashes, of the seeded one, too, and so what a sign-in costs; null for the shop's own number. Where it is given, nothing that is found of sign-ins in all
    /// holds for the shop as it ships.
    /// </summary>
    public int? HashRounds { get; init; }

    /// <summary>Whether there is something to tell every fan when they sign in: see <see cref="News"/>.</summary>
    public bool HasNews { get; init; }

    /// <summary>Settings of every API replica, as environment variables: <c>Cache__Mode</c>.</summary>
    public Dictionary<string, string> Api { get; init; } = [];

    /// <summary>What differs from the product that ships, by the names of <c>tests/Faults</c>: services of the API and the worker, or the schema.</summary>
    public IReadOnlyList<string> Faults { get; init; } = [];

    /// <summary>
    /// Whether it is a negative control: known to be wrong, and there to be caught. No verdict is given on its speed, and where it isn't caught the
    /// experiment decides nothing.
    /// </summary>
    public bool IsControl { get; init; }

    /// <summary>How much is seeded, as <c>--volume</c> has it.</summary>
    public string Volume { get; init; } = UsualVolume;

    /// <summary>
    /// Which engine the database is, as <c>--engine</c> has it: the arm's own, or else what the environment says of every system that is started.
    /// </summary>
    public string Engine => Options.SkipWhile(option => option != EngineOption).ElementAtOrDefault(1) ?? Environment.GetEnvironmentVariable("DUGOUT__ENGINE") ?? "auto";

    /// <summary>The most CPU each API replica may use, in cores, where the kernel lets this user set that: a machine of its own for each, as small as that. Null for what there is.</summary>
    public double? ApiCores { get; init; }

    /// <summary>The most CPU the first of the API replicas may use, where it is to be slower than the others; null where it isn't.</summary>
    public double? FirstApiCores { get; init; }

    /// <summary>Settings of the gateway, as environment variables: <c>Gateway__Policy</c>.</summary>
    public Dictionary<string, string> Gateway { get; init; } = [];

    /// <summary>Through what requests come to the replicas.</summary>
    public Door Door { get; init; }

    /// <summary>How an nginx is set up that is the door.</summary>
    public NginxSettings Nginx { get; init; } = new();

    /// <summary>What is pushed at it, where arms differ by that; null for the experiment's load.</summary>
    public ArmLoad? Load { get; init; }

    /// <summary>The AppHost's command line, but for the run folder.</summary>
    public string[] CommandLine =>
    [
        .. Usual.Chunk(2).Where(pair => !Options.Contains(pair[0])).SelectMany(pair => pair),
        .. Options,
        .. Volume == UsualVolume ? (string[])[] : ["--volume", Volume],
    ];

    /// <summary>What is seeded, in a name for a folder: arms of which it is the same begin with the same data.</summary>
    public string Data => $"{(Engine is "auto" or "mariadb" ? "" : $"{Engine}-")}{Volume}{(HashRounds is { } rounds ? $"-{rounds}rounds" : "")}-{Fans}";

    /// <summary>An arm that differs from this one in nothing that is seeded, and in all else is as the shop ships.</summary>
    public Arm AsPrepared() => new("prepared", EngineOption, Engine) { Volume = Volume, Fans = Fans, HashRounds = HashRounds };

    /// <summary>Whether notices may be lost that were to be pushed, as they are where they don't wait in rows.</summary>
    public bool LosesPushes => Faults.Intersect([PushInline, PushPool]).Any();

    private string[] Usual => ["--port", "0", "--replicas", "1", "--read-replicas", "0", "--accounts", $"{Fans}", "--dashboard", "off", "--restarts", "off", "--quiet"];

    /// <summary>The environment variables that this arm gives a resource.</summary>
    public IReadOnlyDictionary<string, string> SettingsOf(string resource)
    {
        var settings = AppHostFile.IsApi(resource) ? new Dictionary<string, string>(Api) : resource == GatewayName ? new(Gateway) : [];
        // The worker would tell everybody within seconds, before they sign in: its first look comes before there is news, the second one after the turn.
        if (HasNews && resource == Worker) settings["Notices__PollSeconds"] = "3600";
        if (HashRounds is { } rounds && (AppHostFile.IsApi(resource) || resource == Migrator)) settings["Accounts__HashRounds"] = $"{rounds}";
        if (AppHostFile.IsApi(resource) || resource is Worker or Migrator)
        {
            foreach (var (name, value) in FaultInjection.SettingsFor(Faults)) settings[name] = value;
        }

        return settings;
    }
}
