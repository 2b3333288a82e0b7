namespace Dugout.Load.Experiments;

/// <summary>One way to run the system, as settings of its AppHost, or one way to ask it: nothing is compiled differently.</summary>
/// <param name="Name">What the report calls it.</param>
/// <param name="Options">Options of the AppHost, such as <c>--replicas 2</c>; they win over the usual ones of an experiment.</param>
internal sealed record Arm(string Name, params string[] Options)
{
    private static readonly string[] Usual = ["--port", "0", "--replicas", "1", "--read-replicas", "0", "--accounts", $"{Accounts}", "--dashboard", "off", "--quiet"];

    /// <summary>What is seeded where nothing more is needed.</summary>
    public const string UsualVolume = "small";

    /// <summary>How many fans are seeded at least, enough for every experiment.</summary>
    public const int Accounts = 200;

    /// <summary>Settings of every API replica, as environment variables: <c>Cache__Mode</c>.</summary>
    public Dictionary<string, string> Api { get; init; } = [];

    /// <summary>
    /// Whether it is a negative control: known to be wrong, and there to be caught. No verdict is given on its speed, and where it isn't caught the
    /// experiment decides nothing.
    /// </summary>
    public bool IsControl { get; init; }

    /// <summary>How much is seeded, as <c>--volume</c> has it.</summary>
    public string Volume { get; init; } = UsualVolume;

    /// <summary>The most CPU each API replica may use, in cores, where the kernel lets this user set that: a machine of its own for each, as small as that. Null for what there is.</summary>
    public double? ApiCores { get; init; }

    /// <summary>What is pushed at it, where arms differ by that; null for the experiment's load.</summary>
    public ArmLoad? Load { get; init; }

    /// <summary>The AppHost's command line, but for the run folder.</summary>
    public string[] CommandLine =>
    [
        .. Usual.Chunk(2).Where(pair => !Options.Contains(pair[0])).SelectMany(pair => pair),
        .. Options,
        .. Volume == UsualVolume ? (string[])[] : ["--volume", Volume],
    ];

    /// <summary>The environment variables that this arm gives a resource.</summary>
    public IReadOnlyDictionary<string, string> SettingsOf(string resource) =>
        AppHostFile.IsApi(resource) ? Api : new Dictionary<string, string>();
}
