namespace Dugout.Load.Rehearsals;

/// <summary>The waiting times of fans with neighbouring numbers.</summary>
/// <param name="From">The lowest number, from 1.</param>
/// <param name="To">The highest.</param>
/// <param name="P50">Their p50, in seconds.</param>
internal readonly record struct NumberWait(int From, int To, double P50);

/// <summary>What a simulated sale came to. Times are seconds from the opening.</summary>
internal sealed record RehearsalResult
{
    private const int Groups = 10;

    /// <summary>When the last seat was sold; null if some were left.</summary>
    public double? SoldOutAfter { get; init; }

    /// <summary>When nine tenths were sold; null if they were not.</summary>
    public double? NineTenthsAfter { get; init; }

    /// <summary>When for the first time no seat was free, sold or held; null if never.</summary>
    public double? TakenAfter { get; init; }

    /// <summary>Seats sold.</summary>
    public int Sold { get; init; }

    /// <summary>Fans who bought.</summary>
    public int Buyers { get; init; }

    /// <summary>Holds requested, lost ones included.</summary>
    public int Holds { get; init; }

    /// <summary>Holds that their fans abandoned.</summary>
    public int Abandoned { get; init; }

    /// <summary>Fans whose patience ended.</summary>
    public int GaveUp { get; init; }

    /// <summary>Fans who had their turn and got no seat.</summary>
    public int FoundNone { get; init; }

    /// <summary>Utilization of the shop in its busiest seconds, 0 to 1.</summary>
    public double PeakUtilization { get; init; }

    /// <summary>The longest time a request waited in the shop's queue, in seconds.</summary>
    public double LongestQueue { get; init; }

    /// <summary>Most reads of the waiting room's public document in a second.</summary>
    public int PeakRoomReads { get; init; }

    /// <summary>Seconds in which the number of active fans limited the admission.</summary>
    public int SecondsLimitedByActive { get; init; }

    /// <summary>The waiting time of each fan whose turn came, by number: from the arrival or the opening to the pass; without a room to the first response with free seats.</summary>
    public required IReadOnlyList<(int Number, double Wait)> Waits { get; init; }

    /// <summary>p50 of the waiting times; 0 without any.</summary>
    public double WaitP50 => RehearsalModel.Median(Waits.Select(wait => wait.Wait));

    /// <summary>The waiting times in at most ten equal groups of neighbouring numbers.</summary>
    public IEnumerable<NumberWait> WaitsByNumber =>
        Waits.Chunk(Math.Max(1, (Waits.Count + Groups - 1) / Groups)).Select(group => new NumberWait(group[0].Number + 1, group[^1].Number + 1, RehearsalModel.Median(group.Select(fan => fan.Wait))));
}
