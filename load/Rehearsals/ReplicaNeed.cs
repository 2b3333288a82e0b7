namespace Dugout.Load.Rehearsals;

/// <summary>The fewest replicas with which no seat is free any more within a time while the shop has a reserve, found by simulating the sale with one number after the other.</summary>
/// <param name="Replicas">Their number; null if none up to <see cref="Most"/> is enough.</param>
/// <param name="Tried">The last number that was simulated.</param>
/// <param name="Result">The sale with <paramref name="Replicas"/>; where none is enough, with <paramref name="Tried"/>.</param>
internal sealed record ReplicaNeed(int? Replicas, int Tried, RehearsalResult Result)
{
    /// <summary>The greatest number that is tried.</summary>
    public const int Most = 64;

    /// <summary>The utilization that the shop must not exceed in its busiest seconds.</summary>
    public const double MostUtilization = 0.8;

    /// <summary>Searches. A number is taken to be enough if a smaller one is.</summary>
    /// <param name="model">The model.</param>
    /// <param name="sale">The sale.</param>
    /// <param name="seconds">The time from the opening within which all seats must be sold or held.</param>
    public static ReplicaNeed Of(RehearsalModel model, RehearsedSale sale, double seconds)
    {
        var (tooFew, enough) = (0, 1);
        var result = Simulate(1);
        while (!IsEnough(result))
        {
            // More replicas carry no more once the primary is the limit.
            var isLimited = enough > model.Replicas && model.CarriedBy(enough) >= model.CarriedBy(2 * enough);
            if (isLimited || 2 * enough > Most) return new(null, enough, result);
            (tooFew, enough) = (enough, 2 * enough);
            result = Simulate(enough);
        }

        while (enough - tooFew > 1)
        {
            var middle = (tooFew + enough) / 2;
            var tried = Simulate(middle);
            if (IsEnough(tried)) (enough, result) = (middle, tried);
            else tooFew = middle;
        }

        return new(enough, enough, result);

        RehearsalResult Simulate(int replicas) => Rehearsal.Run(model, sale with { Replicas = replicas, Until = seconds });
    }

    private static bool IsEnough(RehearsalResult result) => result.TakenAfter is not null && result.PeakUtilization <= MostUtilization;
}
