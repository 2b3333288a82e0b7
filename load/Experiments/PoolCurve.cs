using System.Globalization;

namespace Dugout.Load.Experiments;

/// <summary>What a pool of one size did: medians over the blocks.</summary>
/// <param name="Size">Most connections of a pool.</param>
/// <param name="Throughput">Ok requests a second.</param>
/// <param name="P99">The time of the slowest of a hundred, in ms.</param>
/// <param name="WaitMilliseconds">What an ok request waited for connections.</param>
/// <param name="InUse">Connections lent at a time, on the average: how many were lent a second times how long each, as Little's law has it.</param>
internal sealed record PoolPoint(int Size, double Throughput, double P99, double WaitMilliseconds, double InUse);

/// <summary>The curve of an experiment over sizes of a pool, and its knee. Pure functions of the turns.</summary>
internal static class PoolCurve
{
    /// <summary>The part of the most requests a second that a size has to reach to be large enough.</summary>
    private const double Enough = 0.95;

    /// <summary>A point for each size, the smallest first; sizes whose turns answered nothing are left out.</summary>
    public static IReadOnlyList<PoolPoint> Of(IEnumerable<ArmTurn> turns) =>
    [
        .. turns.Where(turn => turn.Ok > 0).GroupBy(turn => turn.Arm)
            .Select(arm => new PoolPoint(
                int.Parse(arm.Key, NumberStyles.None, CultureInfo.InvariantCulture), Median(arm, Metric.Throughput.Of), Median(arm, Metric.P99.Of),
                Median(arm, Metric.PoolWait.Of), Median(arm, turn => turn.UseSeconds / turn.Seconds)))
            .OrderBy(point => point.Size),
    ];

    /// <summary>The smallest size that serves nearly as much as any does.</summary>
    public static PoolPoint Knee(IReadOnlyList<PoolPoint> curve) => curve.First(point => point.Throughput >= Enough * curve.Max(any => any.Throughput));

    /// <summary>A line for each size, and what follows from them.</summary>
    public static IEnumerable<string> InWords(IReadOnlyList<PoolPoint> curve)
    {
        foreach (var point in curve)
        {
            yield return string.Create(CultureInfo.InvariantCulture,
                $"pool of {point.Size}: {point.Throughput:0} ok requests a second, p99 {point.P99:0.0} ms, {point.WaitMilliseconds:0.000} ms of it waiting for connections on the average, {point.InUse:0.0} connections in use at a time");
        }

        if (curve.Count < 2) yield break;
        var (knee, largest) = (Knee(curve), curve[^1]);
        yield return string.Create(CultureInfo.InvariantCulture,
            $"knee: {knee.Size}, the smallest pool that serves {Enough:0 %} of the most requests a second; by Little's law the pool of {largest.Size} has {largest.InUse:0.0} of its connections in use on the average, so fewer than that must make callers wait");
    }

    private static double Median(IEnumerable<ArmTurn> turns, Func<ArmTurn, double> of) => Costs.Cost.Median([.. turns.Select(of)]);
}
