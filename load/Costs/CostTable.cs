using System.Globalization;
using System.Text;

namespace Dugout.Load.Costs;

/// <summary>The cost of requests compared with the goals, as plain text. A pure function of the trials.</summary>
internal static class CostTable
{
    private static readonly (string Head, Func<Cost, double> Of)[] Columns =
    [
        ("own", cost => cost.Own),
        ("primary", cost => cost[Measure.Primary]),
        ("replica", cost => cost[Measure.Replica]),
        ("redis", cost => cost[Measure.Redis]),
        ("gateway", cost => cost[Measure.Gateway]),
        ("worker", cost => cost[Measure.Worker]),
        ("all", cost => cost.All),
        ("statements", cost => cost[Measure.Statements]),
        ("trips", cost => cost[Measure.SqlTrips]),
        ("commands", cost => cost[Measure.RedisCommands]),
        ("trips", cost => cost[Measure.RedisTrips]),
        ("response B", cost => cost[Measure.ResponseBytes]),
        ("SQL B", cost => cost[Measure.SqlBytes]),
        ("Redis B", cost => cost[Measure.RedisBytes]),
        ("allocated B", cost => cost[Measure.Allocated]),
    ];

    private const int Times = 7;
    private const int Counts = 11;

    /// <summary>A line per variant: the cost of one of its requests, as the median of the rounds.</summary>
    public static string Of(IReadOnlyCollection<Trial> trials)
    {
        var costs = CostsOf(trials);
        List<string[]> rows = [["", "", .. Columns.Select(column => column.Head)]];
        rows.AddRange(costs.Select(variant => Row(variant.Key.Step, Goals.NameOf(variant.Key), Cost.Median(variant.Value))));
        foreach (var kind in (Kind[])[Kind.Shop, Kind.Baseline, Kind.Gateway])
            rows.Add(Row("2 to 9", kind == Kind.Baseline ? "sum of the baselines" : Goals.NameOf(new Variant("", kind)), Cost.Median(IterationsOf(costs, kind))));
        return Text(rows, left: 2);
    }

    /// <summary>A line per goal: the median, minimum and maximum of the rounds' ratios for all processors, and the ratio for the responding process alone.</summary>
    public static string OfGoals(IReadOnlyCollection<Trial> trials, int callers)
    {
        var costs = CostsOf(trials);
        List<string[]> rows = [["", "baseline", "all", "from", "to", "own", "goal", ""]];
        foreach (var goal in Goals.All)
        {
            var (shop, baseline) = goal.Step is { } step
                ? (costs[new Variant(step, goal.Of)], costs[new Variant(step, goal.Baseline)])
                : (IterationsOf(costs, goal.Of), IterationsOf(costs, goal.Baseline));
            var limit = goal.With(callers);
            double[] all = [.. shop.Zip(baseline, (one, other) => one.All / other.All)];
            var ratio = Cost.Median(all);
            rows.Add([
                goal.Step ?? (goal.Of == Kind.Gateway ? "2 to 9, gateway" : "2 to 9"), goal.Step is { } of ? Goals.NameOf(new Variant(of, goal.Baseline)) : "sum of the baselines",
                Ratio(ratio), Ratio(all.Min()), Ratio(all.Max()), Ratio(Cost.Median(shop.Zip(baseline, (one, other) => one.Own / other.Own))),
                limit is { } most ? Ratio(most) : "-", limit is null ? "" : ratio <= limit ? "met" : "missed",
            ]);
        }

        return Text(rows, left: 2);
    }

    /// <summary>A line per variant: its mean response time in µs, a column per number of callers, as the median of the rounds.</summary>
    public static string OfTimes(IReadOnlyDictionary<int, List<Trial>> trialsByCallers)
    {
        var callers = trialsByCallers.Keys.Order().ToList();
        var costs = callers.ConvertAll(count => CostsOf(trialsByCallers[count]));
        List<string[]> rows = [["", "", .. callers.Select(count => string.Create(CultureInfo.InvariantCulture, $"{count} callers"))]];
        rows.AddRange(costs[0].Keys.Select(variant =>
            (string[])[variant.Step, Goals.NameOf(variant), .. costs.Select(trials => Times1(Cost.Median(trials[variant])[Measure.ResponseTime]))]));
        return Text(rows, left: 2);
    }

    /// <summary>What the system uses without requests, which was subtracted.</summary>
    public static string Idle(IReadOnlyCollection<Trial> trials)
    {
        var idle = Cost.Idle([.. trials.Where(trial => trial.Variant is null)]);
        var processes = Enum.GetValues<Measure>().Where(measure => measure <= Measure.Worker).Select(measure => $"{measure.ToString().ToLowerInvariant()} {Times1(idle[(int)measure] / 1e3)} ms");
        return $"idle per second, subtracted: CPU {string.Join(", ", processes)}; {Times1(idle[(int)Measure.Statements])} statements, {Times1(idle[(int)Measure.RedisCommands])} Redis commands";
    }

    private static Dictionary<Variant, List<Cost>> CostsOf(IReadOnlyCollection<Trial> trials)
    {
        var idle = Cost.Idle([.. trials.Where(trial => trial.Variant is null)]);
        return trials.Where(trial => trial.Variant is not null)
            .GroupBy(trial => trial.Variant!)
            .OrderBy(variant => Array.FindIndex(Goals.All, goal => goal.Step == variant.Key.Step)).ThenBy(variant => variant.Key.Kind)
            .ToDictionary(variant => variant.Key, variant => variant.Select(trial => Cost.Of(trial, idle)).ToList());
    }

    /// <summary>The whole iteration, one cost per round.</summary>
    private static List<Cost> IterationsOf(Dictionary<Variant, List<Cost>> costs, Kind kind)
    {
        var steps = Goals.Iteration.Select(step => costs[new Variant(step, kind)]).ToList();
        return [.. Enumerable.Range(0, steps[0].Count).Select(round => Cost.Sum([.. steps.Select(step => step[round])]))];
    }

    private static string[] Row(string step, string variant, Cost cost) =>
        [step, variant, .. Columns.Select((column, at) => column.Of(cost) is var value && at < Times ? Times1(value) : at < Counts ? Ratio(value) : value.ToString("N0", CultureInfo.InvariantCulture))];

    private static string Times1(double value) => value.ToString("0.0", CultureInfo.InvariantCulture);

    private static string Ratio(double value) => value.ToString("0.00", CultureInfo.InvariantCulture);

    private static string Text(List<string[]> rows, int left)
    {
        var widths = Enumerable.Range(0, rows[0].Length).Select(column => rows.Max(row => row[column].Length)).ToArray();
        var text = new StringBuilder();
        foreach (var row in rows)
            text.AppendLine(string.Join("  ", row.Select((cell, column) => column < left ? cell.PadRight(widths[column]) : cell.PadLeft(widths[column]))).TrimEnd());
        return text.ToString();
    }
}
