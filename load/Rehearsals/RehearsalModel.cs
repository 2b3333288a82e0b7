using Dugout.Load.Costs;
using Dugout.Load.Exits;
using Dugout.Load.Results;
using Dugout.Load.Scenarios;

namespace Dugout.Load.Rehearsals;

/// <summary>The time of a step while the shop is quiet, in seconds.</summary>
/// <param name="P50">Its p50.</param>
/// <param name="P99">Its p99.</param>
internal readonly record struct StepTime(double P50, double P99)
{
    private const double DeviationsOfP99 = 2.326;

    /// <summary>A random time of a lognormal distribution with this p50 and p99.</summary>
    public double Sample(Random random)
    {
        if (P50 <= 0 || P99 <= P50) return P50;
        // Box-Muller.
        var normal = Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
        return P50 * Math.Exp(Math.Log(P99 / P50) / DeviationsOfP99 * normal);
    }
}

/// <summary>
/// The shop at an opening, as measured runs show it. The unit of work is a purchase: one read of the taken seats, one hold, one reservation; the work of another step is in proportion to its quiet
/// time.
/// </summary>
internal sealed record RehearsalModel
{
    private const int FewestSeconds = 2;

    /// <summary>Purchases per second that the measured replicas together carry.</summary>
    public required double Carried { get; init; }

    /// <summary>API replicas of the measured runs.</summary>
    public required int Replicas { get; init; }

    /// <summary>Purchases per second at which the primary alone would use all processors of the measured machine; null where its processor time is unknown.</summary>
    public double? PrimaryCarries { get; init; }

    /// <summary>Work of one read of the room's public document, in purchases: what saturated shops with a waiting room sold less than those without, divided by the reads.</summary>
    public double RoomReadWork { get; init; }

    /// <summary>Taking a ticket.</summary>
    public StepTime Ticket { get; init; }

    /// <summary>Exchanging it for the pass.</summary>
    public StepTime Pass { get; init; }

    /// <summary>Reading the taken seats.</summary>
    public required StepTime Taken { get; init; }

    /// <summary>Holding seats.</summary>
    public required StepTime Hold { get; init; }

    /// <summary>Reserving them.</summary>
    public required StepTime Reserve { get; init; }

    /// <summary>Holds requested per sale in the measured runs, those included that another fan had won. Only printed: the simulation makes its own.</summary>
    public double AttemptsASale { get; init; } = 1;

    /// <summary>Seats per sale in the measured runs. Only printed, likewise.</summary>
    public double SeatsASale { get; init; } = 1;

    /// <summary>p50 of the time of a purchase while the shop is quiet, in seconds.</summary>
    public double PurchaseSeconds => Taken.P50 + Hold.P50 + Reserve.P50;

    /// <summary>Mean time from when a number is up until its fan asks for the pass, in seconds: half the shortest pause of the page, and half the greatest age of the public document.</summary>
    public static double ReactionSeconds => (PagePolls.Shortest + OpeningMinute.Staleness).TotalSeconds / 2;

    /// <summary>Purchases per second that a number of replicas carries: in proportion to the measured number, until the primary limits it.</summary>
    public double CarriedBy(int replicas) => replicas <= Replicas
        ? Carried * replicas / Replicas
        : Math.Max(Carried, Math.Min(Carried * replicas / Replicas, PrimaryCarries ?? double.PositiveInfinity));

    /// <summary>The work of a step, in purchases.</summary>
    public double WorkOf(StepTime step) => PurchaseSeconds > 0 ? step.P50 / PurchaseSeconds : 0;

    /// <summary>Fits the model: quiet times from the quietest run, what the shop carries from the seconds in which it was saturated, the rest from the medians of all runs.</summary>
    /// <exception cref="UsageException">A record is not a valid run of the scenario, the runs had different numbers of replicas, or none saturated the shop.</exception>
    public static RehearsalModel Fit(IReadOnlyList<RunRecord> runs)
    {
        if (runs.Count == 0) throw new UsageException("a rehearsal needs the record of at least one run");
        foreach (var run in runs) MeasuredOpening.EnsureUsable(run);
        int[] replicas = [.. runs.Select(MeasuredOpening.ReplicasOf).Distinct()];
        if (replicas.Length > 1) throw new UsageException($"the records are of systems with {string.Join(" and ", replicas.Order())} API replicas: a model has one number");
        var quiet = MeasuredOpening.Quietest(runs);
        var model = new RehearsalModel
        {
            Carried = 0,
            Replicas = replicas[0],
            Ticket = Quietest(MeasuredOpening.Ticket),
            Pass = Quietest(MeasuredOpening.Pass),
            Taken = Quietest(MeasuredOpening.Taken),
            Hold = Quietest(MeasuredOpening.Hold),
            Reserve = Quietest(MeasuredOpening.Reserve),
            AttemptsASale = Median(runs.Select(run => MeasuredOpening.Of(run, MeasuredOpening.Hold).Total / (double)run.Sales.Acknowledged)),
            SeatsASale = Median(runs.Select(run => run.Sales.Seats / (double)run.Sales.Acknowledged)),
        };
        List<SaturatedTime> saturated = [.. runs.Select(run => MeasuredOpening.Saturated(run, model)).Where(time => time.Seconds > 0)];
        if (saturated.Sum(time => time.Seconds) < FewestSeconds) throw new UsageException("no run saturated the shop for two seconds, so what it carries is unknown: add one with --room none, or with more fans");
        // Readers of the room cost processor time that the shop shares: without them it carries most.
        List<SaturatedTime> unread = [.. saturated.Where(time => time.RoomReads == 0)];
        List<SaturatedTime> most = unread.Count > 0 ? unread : saturated;
        var carried = most.Sum(time => time.Work) / most.Sum(time => time.Seconds);
        List<SaturatedTime> read = [.. saturated.Where(time => time.RoomReads > 0)];
        return model with
        {
            Carried = carried,
            RoomReadWork = unread.Count > 0 && read.Count > 0 ? Math.Max(0, ((carried * read.Sum(time => time.Seconds)) - read.Sum(time => time.Work)) / read.Sum(time => time.RoomReads)) : 0,
            PrimaryCarries = PrimaryOf(runs, model),
        };

        StepTime Quietest(string step) => quiet.Select(run => MeasuredOpening.TimeOf(run, step)).FirstOrDefault(time => time.P50 > 0);
    }

    /// <summary>The median of the finite ones; 0 of nothing.</summary>
    public static double Median(IEnumerable<double> values)
    {
        double[] finite = [.. values.Where(double.IsFinite)];
        return finite.Length == 0 ? 0 : Cost.Median(finite);
    }

    private static double? PrimaryOf(IReadOnlyList<RunRecord> runs, RehearsalModel model)
    {
        double[] carried = [.. runs.Where(run => run.ProcessorSeconds.GetValueOrDefault(MeasuredOpening.Primary) > 0)
            .Select(run => run.Machine.Cores * MeasuredOpening.WorkOf(run, model) / run.ProcessorSeconds[MeasuredOpening.Primary])];
        return carried.Length == 0 ? null : Median(carried);
    }
}
