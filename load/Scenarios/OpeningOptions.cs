namespace Dugout.Load.Scenarios;

/// <summary>The options of the opening of a sale.</summary>
internal sealed record OpeningOptions
{
    /// <summary>The default number of seats.</summary>
    public const int UsualSeats = 200;

    /// <summary>The maximum: the seats of the largest stand.</summary>
    public const int MostSeats = 7_000;

    /// <summary>The default of <see cref="MinRate"/>.</summary>
    public const int UsualMinRate = 10;

    /// <summary>The default of <see cref="MaxRate"/>.</summary>
    public const int UsualMaxRate = 200;

    /// <summary>The default of <see cref="MaxActive"/>.</summary>
    public const int UsualMaxActive = 5_000;

    /// <summary>Whether the game has a waiting room; without one all fans buy as soon as the sale opens.</summary>
    public bool HasRoom { get; init; } = true;

    /// <summary>The number of seats on sale.</summary>
    public int Seats { get; init; } = UsualSeats;

    /// <summary>The lowest rate of admission, in fans per second; also the first.</summary>
    public int MinRate { get; init; } = UsualMinRate;

    /// <summary>The highest.</summary>
    public int MaxRate { get; init; } = UsualMaxRate;

    /// <summary>The maximum number of fans who have a pass and no seat yet.</summary>
    public int MaxActive { get; init; } = UsualMaxActive;

    /// <summary>The percentage of accounts that a script acts for: it never hesitates and asks each second.</summary>
    public int ScriptedPercent { get; init; }
}
