using Dugout.Load.Experiments;

namespace Dugout.Load.Growth;

/// <summary>One measurement of a series.</summary>
/// <param name="Value">What grows: callers, replicas, rows.</param>
/// <param name="System">The system; points with the same one share it.</param>
internal sealed record GrowthPoint(int Value, Variant System)
{
    /// <summary>Connections that send requests at the same time.</summary>
    public int Callers { get; init; } = 32;

    /// <summary>The rows to add before the measurement.</summary>
    public GrowthRows Rows { get; init; } = new();
}

/// <summary>A dimension in which the shop grows.</summary>
/// <param name="Name">Its name on the command line.</param>
/// <param name="Unit">What its values count.</param>
/// <param name="Points">The measurements, ascending.</param>
internal sealed record GrowthSeries(string Name, string Unit, IReadOnlyList<GrowthPoint> Points)
{
    private const string Usual = "usual";
    private const int SeatsAGame = 20_000;
    private const int GamesOnSale = 706;

    /// <summary>The greatest cost of a flow with the most data, relative to that with the least.</summary>
    public const double MostGrowth = 1.2;

    /// <summary>Whether the series is one of growing data, whose cost has a goal.</summary>
    public bool HasGoal { get; init; } = true;

    /// <summary>All series.</summary>
    public static readonly GrowthSeries[] All =
    [
        new("callers", "callers", [.. ((int[])[1, 2, 4, 8, 16, 32, 64]).Select(callers => new GrowthPoint(callers, new Variant(Usual)) { Callers = callers })]) { HasGoal = false },
        new("replicas", "API replicas", [.. ((int[])[1, 2, 3]).Select(replicas => new GrowthPoint(replicas, new Variant($"{replicas} replicas", "--replicas", $"{replicas}")))]) { HasGoal = false },
        new("seats", "seats a game", [.. ((int[])[1, 10]).Select(times => new GrowthPoint(times * SeatsAGame, new Variant($"{times} times the seats")) { Rows = new() { TimesSeats = times } })]),
        new("sold", "sold seats in the game", [.. ((int[])[0, 2_000, 10_000]).Select(sold => new GrowthPoint(sold, new Variant($"{sold} sold")) { Rows = new() { SoldShare = (double)sold / SeatsAGame, Games = 12 } })]),
        new("accounts", "accounts", [.. ((int[])[1_000, 100_000, 1_000_000]).Select(accounts => new GrowthPoint(accounts, new Variant($"{accounts} accounts") { Fans = accounts }))]),
        new("reservations", "reservations", [.. ((int[])[10_000, 100_000, 1_000_000]).Select(rows => new GrowthPoint(rows, new Variant($"{rows} reservations")) { Rows = new() { SoldShare = (double)rows / SeatsAGame / GamesOnSale, Games = GamesOnSale } })]),
    ];
}

/// <summary>Rows that a system gets beyond its seeded ones.</summary>
internal sealed record GrowthRows
{
    /// <summary>The factor by which every game has more seats.</summary>
    public int TimesSeats { get; init; } = 1;

    /// <summary>The share of each grade's seats that is sold.</summary>
    public double SoldShare { get; init; }

    /// <summary>The number of games of which they are sold: the first ones on sale.</summary>
    public int Games { get; init; }
}
