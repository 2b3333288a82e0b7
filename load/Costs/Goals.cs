namespace Dugout.Load.Costs;

/// <summary>The maximum cost of a step relative to its baseline.</summary>
/// <param name="Step">The step; null for the whole iteration.</param>
/// <param name="Baseline">Its baseline.</param>
/// <param name="Limit">The maximum ratio of CPU, over all participating processes; null where there is no goal.</param>
internal sealed record Goal(string? Step, Kind Baseline, double? Limit);

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

    /// <summary>All goals, in the order of the table.</summary>
    public static readonly Goal[] All =
    [
        new(Teams, Kind.Baseline, 1.5), new(Games, Kind.Baseline, 1.5), new(Game, Kind.Baseline, 1.5), new(Unchanged, Kind.Baseline, 1.5), new(Grades, Kind.Baseline, 1.5),
        new(Grade, Kind.Baseline, 1.5), new(Taken, Kind.Baseline, 1.5), new(Hold, Kind.Baseline, null), new(Losing, Kind.Baseline, 2), new(Reserve, Kind.Baseline, 1.5),
        new(Reserve, Kind.Insert, 2), new(Step: null, Kind.Baseline, 1.5),
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
