using Dugout.Load.Scenarios;

namespace Dugout.Load.Admission;

/// <summary>A way to admit fans.</summary>
/// <param name="Name">Its name in the table.</param>
/// <param name="Room">The options of the opening, from what the shop can carry, in fans per second.</param>
internal sealed record AdmissionMode(string Name, Func<double, OpeningOptions> Room)
{
    /// <summary>No room; three guessed rates, too low, right and too high; a number of active fans, guessed right; and the rate that follows the shop, between bounds far from what it carries.</summary>
    public static IReadOnlyList<AdmissionMode> All { get; } =
    [
        new("no room", _ => new() { HasRoom = false }),
        new("fixed, half", carried => Fixed(carried / 2)),
        new("fixed", Fixed),
        new("fixed, double", carried => Fixed(carried * 2)),
        // At a rate that never limits: as many fans as the shop serves in the second until the next step.
        new("active fans", carried => Fixed(carried * 4) with { MaxActive = Whole(carried) }),
        new("closed loop", carried => new() { MinRate = Whole(carried / 5), MaxRate = Whole(carried * 4) }),
    ];

    private static OpeningOptions Fixed(double rate) => new() { MinRate = Whole(rate), MaxRate = Whole(rate) };

    private static int Whole(double rate) => Math.Max(1, (int)Math.Round(rate));
}
