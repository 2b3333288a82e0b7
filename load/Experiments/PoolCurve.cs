using System.Globalization;

namespace Dugout.Load.Experiments;

/// <summary>The results of a pool of one size: medians over the blocks.</summary>
/// <param name="Size">The maximum number of connections of a pool.</param>
/// <param name="Throughput">Ok requests per second.</param>
/// <param name="P99">The p99 of the time, in ms.</param>
/// <param name="WaitMilliseconds">The wait of an ok request for connections, in ms.</param>
/// <param name="InUse">The mean number of connections in use: uses per second times the duration of each, by Little's law.</param>
internal sealed record PoolPoint(int Size, double Throughput, double P99, double WaitMilliseconds, double InUse);

/// <summary>The curve of an experiment over sizes of a pool, and its knee. Pure functions of the trials.</summary>
internal static class PoolCurve
{
    /// <summary>The fraction of the highest throughput that a size must reach to be large enough.</summary>
    private const double Enough = 0.95;

    /// <summary>A point for each size, the smallest first; sizes whose trials had no ok response are left out.</summary>
    public static IReadOnlyList<PoolPoint> Of(IEnumerable<Trial> trials) =>
    [
        .. trials.Where(trial => trial.Ok > 0).GroupBy(trial => trial.Variant)
            .Select(variant => new PoolPoint(
                int.Parse(variant.Key, NumberStyles.None, CultureInfo.InvariantCulture), Median(variant, Metric.Throughput.Of), Median(variant, Metric.P99.Of),
                Median(variant, Metric.PoolWait.Of), Median(variant, trial => trial.UseSeconds / trial.Seconds)))
            .OrderBy(point => point.Size),
    ];

    /// <summary>The smallest size with nearly the highest throughput.</summary>
    public static PoolPoint Knee(IReadOnlyList<PoolPoint> curve) => curve.First(point => point.Throughput >= Enough * curve.Max(any => any.Throughput));

    /// <summary>A line for each size, and the conclusion.</summary>
    /// <param name="curve">The curve.</param>
    /// <param name="isQuiet">Whether the baseline showed no difference from itself: otherwise the sizes cannot be distinguished, and no knee is shown.</param>
    public static IEnumerable<string> InWords(IReadOnlyList<PoolPoint> curve, bool isQuiet)
    {
        foreach (var point in curve)
        {
            yield return string.Create(CultureInfo.InvariantCulture,
                $"pool of {point.Size}: {point.Throughput:0} ok requests a second, p99 {point.P99:0.0} ms, {point.WaitMilliseconds:0.000} ms of it waiting for connections, {point.InUse:0.0} connections in use on average");
        }

        if (curve.Count < 2) yield break;
        var (knee, largest) = (Knee(curve), curve[^1]);
        yield return isQuiet
            ? string.Create(CultureInfo.InvariantCulture, $"knee: {knee.Size}, the smallest pool that serves {Enough:0 %} of the highest throughput")
            : "no knee is shown: the baseline differs from itself";
        yield return string.Create(CultureInfo.InvariantCulture,
            $"by Little's law the pool of {largest.Size} has {largest.InUse:0.0} connections in use on average, so with fewer callers must wait");
    }

    private static double Median(IEnumerable<Trial> trials, Func<Trial, double> of) => Costs.Cost.Median([.. trials.Select(of)]);
}
