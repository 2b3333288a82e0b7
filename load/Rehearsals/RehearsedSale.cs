using Dugout.Load.Results;
using Dugout.Load.Scenarios;

namespace Dugout.Load.Rehearsals;

/// <summary>A sale to simulate. Times are seconds from its opening.</summary>
internal sealed record RehearsedSale
{
    /// <summary>The shop's default lifetime of a hold, in seconds (<c>SeatsOptions.HoldSeconds</c>).</summary>
    public const int UsualHoldSeconds = 420;

    /// <summary>When fans arrive, ascending; negative before the opening.</summary>
    public required IReadOnlyList<double> Arrivals { get; init; }

    /// <summary>Seats on sale.</summary>
    public required int Seats { get; init; }

    /// <summary>Whether there is a waiting room; without one all fans buy from the opening on.</summary>
    public bool HasRoom { get; init; } = true;

    /// <summary>The lowest rate of admission, in fans per second; also the first.</summary>
    public int MinRate { get; init; } = OpeningOptions.UsualMinRate;

    /// <summary>The highest.</summary>
    public int MaxRate { get; init; } = OpeningOptions.UsualMaxRate;

    /// <summary>Maximum number of fans who have a pass and no seat yet.</summary>
    public int MaxActive { get; init; } = OpeningOptions.UsualMaxActive;

    /// <summary>Percentage of holds that their fans abandon.</summary>
    public int AbandonPercent { get; init; }

    /// <summary>Lifetime of a hold.</summary>
    public double HoldSeconds { get; init; } = UsualHoldSeconds;

    /// <summary>How long a fan waits, from the arrival or the opening, whichever is later.</summary>
    public required double PatienceSeconds { get; init; }

    /// <summary>API replicas.</summary>
    public required int Replicas { get; init; }

    /// <summary>Seed of random choices.</summary>
    public int Seed { get; init; }

    /// <summary>Where the simulation ends at the latest; null for the end of all patience.</summary>
    public double? Until { get; init; }

    /// <summary>Arrivals of a rehearsal: a share at random times before the opening, the rest at random times after it.</summary>
    /// <param name="fans">All fans.</param>
    /// <param name="earlyPercent">The percentage that arrives before the opening.</param>
    /// <param name="minutes">The time over which either part arrives.</param>
    /// <param name="seed">Seed of the times.</param>
    public static IReadOnlyList<double> ArrivalsOf(int fans, int earlyPercent, int minutes, int seed)
    {
        var random = new Random(seed);
        var early = (int)((long)fans * earlyPercent / 100);
        return [.. Enumerable.Range(0, fans).Select(fan => (fan < early ? -1 : 1) * random.NextDouble() * 60 * minutes).Order()];
    }

    /// <summary>The sale of a measured run: its arrivals, its room, and fans as the scenario makes them.</summary>
    public static RehearsedSale Of(RunRecord run)
    {
        var opening = run.Opening!;
        return new()
        {
            Arrivals = [.. opening.Arrivals.SelectMany((count, second) => Enumerable.Range(0, count).Select(nth => second + ((nth + 0.5) / count) - opening.OpensAfterSeconds))],
            Seats = opening.Seats,
            HasRoom = opening.HasRoom,
            MinRate = opening.MinRate,
            MaxRate = opening.MaxRate,
            PatienceSeconds = OpeningMinute.Patience.TotalSeconds,
            Replicas = MeasuredOpening.ReplicasOf(run),
        };
    }
}
