namespace Dugout.Load.Costs;

/// <summary>The maximum cost of a step relative to its baseline.</summary>
/// <param name="Step">The step; null for the whole iteration.</param>
/// <param name="Baseline">Its baseline.</param>
/// <param name="Limit">The maximum ratio of CPU, over all participating processes; null where there is no goal.</param>
internal sealed record Goal(string? Step, Kind Baseline, double? Limit)
{
    /// <summary>What is compared with the baseline.</summary>
    public Kind Of { get; init; } = Kind.Shop;

    /// <summary>The maximum with one caller, where it differs: then nothing shares a round trip or a commit.</summary>
    public double? LimitAlone { get; init; }

    /// <summary>The maximum with this number of callers.</summary>
    public double? With(int callers) => callers == 1 && LimitAlone is { } alone ? alone : Limit;
}

/// <summary>The measured steps, their baselines, and the goals.</summary>
internal static class Goals
{
    public const string Teams = "2 teams";
    public const string Games = "3 games";
    public const string Game = "4 game";
    public const string Unchanged = "4 game, 304";
    public const string Grades = "5 grades";
    public const string Grade = "6 grade";
    public const string Taken = "7 taken";
    public const string Hold = "8 hold";
    public const string Losing = "8 hold, losing";
    public const string Reserve = "9 reserve";

    /// <summary>The steps of a fan who buys; the other two steps are possible results of them.</summary>
    public static readonly string[] Iteration = [Teams, Games, Game, Grades, Grade, Taken, Hold, Reserve];

    private const double CachedRead = 1.3;
    private const double LiveRead = 1.2;

    /// <summary>All goals, in the order of the table.</summary>
    public static readonly Goal[] All =
    [
        new(Teams, Kind.Baseline, CachedRead), new(Games, Kind.Baseline, CachedRead), new(Game, Kind.Baseline, CachedRead), new(Unchanged, Kind.Baseline, CachedRead),
        new(Grades, Kind.Baseline, LiveRead), new(Grade, Kind.Baseline, CachedRead), new(Taken, Kind.Baseline, LiveRead),
        new(Hold, Kind.Baseline, 1.1), new(Losing, Kind.Baseline, 1.5), new(Reserve, Kind.Baseline, 0.7) { LimitAlone = 1.3 },
        new(Reserve, Kind.Insert, null), new(Step: null, Kind.Baseline, null), new(Step: null, Kind.Baseline, 1.1) { Of = Kind.Gateway },
    ];

    /// <summary>The display name of a variant.</summary>
    public static string NameOf(Variant variant) => (variant.Kind, variant.Step) switch
    {
        (Kind.Shop, _) => "shop",
        (Kind.Gateway, _) => "shop, gateway",
        (Kind.Idiomatic, _) => "EF Core",
        (Kind.Insert, _) => "Kestrel + insert",
        (_, Grades) => "Kestrel + select",
        (_, Taken) => "Kestrel + script + select",
        (_, Hold) => "Kestrel + script + selects",
        (_, Losing) => "Kestrel + script",
        (_, Reserve) => "Kestrel + its SQL",
        _ => "Kestrel",
    };
}
