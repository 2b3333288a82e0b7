using System.Globalization;
using System.Text;
using Dugout.Load.Costs;

namespace Dugout.Load.Growth;

/// <summary>The cost of a flow at one point of a series.</summary>
internal sealed record GrowthResult(GrowthPoint Point, long Rows, Cost Cost);

/// <summary>How the cost of a flow grows, as plain text. A pure function of the results.</summary>
internal static class GrowthTable
{
    /// <summary>A line per point, and one with the ratio of the last to the first.</summary>
    public static string Of(GrowthSeries series, IReadOnlyList<GrowthResult> results)
    {
        var text = new StringBuilder();
        text.AppendLine(CultureInfo.InvariantCulture, $"{series.Unit,-24}{"reservations",14}{"API",10}{"gateway",10}{"primary",10}{"Redis",10}{"worker",10}{"all",10}{"statements",12}{"commands",10}{"SQL B",10}{"response B",12}");
        foreach (var (point, rows, cost) in results)
        {
            text.AppendLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{point.Value,-24:N0}{rows,14:N0}{cost[Measure.Api],10:0}{cost[Measure.Gateway],10:0}{cost[Measure.Primary],10:0}{cost[Measure.Redis],10:0}{cost[Measure.Worker],10:0}{cost.All,10:0}{cost[Measure.Statements],12:0.0}{cost[Measure.RedisCommands],10:0.0}{cost[Measure.SqlBytes],10:0}{cost[Measure.ResponseBytes],12:0}"));
        }

        var ratio = RatioOf(results);
        text.AppendLine(string.Create(CultureInfo.InvariantCulture, $"primary and Redis, last relative to first: {ratio:0.00}{(series.HasGoal ? $" (goal {GrowthSeries.MostGrowth:0.0}: {(IsMet(series, results) ? "met" : "missed")})" : "")}"));
        return text.ToString();
    }

    /// <summary>Whether the cost grows no more than it may.</summary>
    public static bool IsMet(GrowthSeries series, IReadOnlyList<GrowthResult> results) => !series.HasGoal || RatioOf(results) <= GrowthSeries.MostGrowth;

    private static double RatioOf(IReadOnlyList<GrowthResult> results) => OfServers(results[^1].Cost) / OfServers(results[0].Cost);

    /// <summary>CPU of the servers that hold the data. What the API uses soon after its start is mostly compilation, and differs by a factor of three from start to start.</summary>
    private static double OfServers(Cost cost) => cost[Measure.Primary] + cost[Measure.Replica] + cost[Measure.Redis];
}
