namespace Dugout.Load.Costs;

/// <summary>The measures read before and after a trial.</summary>
internal enum Measure
{
    /// <summary>CPU of all API replicas, in µs.</summary>
    Api,

    /// <summary>CPU of the process with the baselines, in µs.</summary>
    Baseline,

    /// <summary>CPU of the primary, in µs.</summary>
    Primary,

    /// <summary>CPU of all read replicas, in µs.</summary>
    Replica,

    /// <summary>CPU of Redis, in µs.</summary>
    Redis,

    /// <summary>CPU of the gateway, in µs.</summary>
    Gateway,

    /// <summary>CPU of the worker, in µs.</summary>
    Worker,

    /// <summary>SQL statements of clients, on the primary and the replicas.</summary>
    Statements,

    /// <summary>Sends to the primary and the replicas; each waits for its response.</summary>
    SqlTrips,

    /// <summary>Commands that Redis ran, including those inside scripts.</summary>
    RedisCommands,

    /// <summary>Sends to Redis; concurrent callers share one.</summary>
    RedisTrips,

    /// <summary>Bodies of the responses, in bytes.</summary>
    ResponseBytes,

    /// <summary>To and from the primary and the replicas, in bytes.</summary>
    SqlBytes,

    /// <summary>To and from Redis, in bytes.</summary>
    RedisBytes,

    /// <summary>Allocated by the responding process, in bytes.</summary>
    Allocated,

    /// <summary>From the first send of each request to its whole response, in µs.</summary>
    ResponseTime,
}

/// <summary>The responder to the requests of a trial.</summary>
internal enum Kind
{
    /// <summary>One API replica, called directly.</summary>
    Shop,

    /// <summary>Kestrel and the shop's requests to its servers, nothing else.</summary>
    Baseline,

    /// <summary>ASP.NET Core and Entity Framework as the tutorials use them.</summary>
    Idiomatic,

    /// <summary>Kestrel and one row under a unique key, on disk.</summary>
    Insert,

    /// <summary>The shop through its gateway.</summary>
    Gateway,
}

/// <summary>One variant of one step.</summary>
/// <param name="Step">The step, as named in the table.</param>
/// <param name="Kind">The responder.</param>
internal sealed record Variant(string Step, Kind Kind);

/// <summary>What was used while a number of requests were answered, or while there were none.</summary>
/// <param name="Variant">The variant; null where there were no requests.</param>
/// <param name="Requests">The number of requests.</param>
/// <param name="Seconds">The duration, in seconds.</param>
/// <param name="Used">The use, by measure.</param>
internal sealed record Trial(Variant? Variant, int Requests, double Seconds, double[] Used);

/// <summary>The cost of one request, by measure.</summary>
internal sealed record Cost(Kind Kind, double[] Each)
{
    private static readonly Measure[] Shared = [Measure.Primary, Measure.Replica, Measure.Redis];

    /// <summary>One measure.</summary>
    public double this[Measure measure] => Each[(int)measure];

    /// <summary>CPU of the responding process, in µs: the API, or the process with the baselines.</summary>
    public double Own => this[IsShop ? Measure.Api : Measure.Baseline];

    /// <summary>CPU of all participating processes, in µs.</summary>
    public double All => Own + Shared.Sum(measure => this[measure]) + (IsShop ? this[Measure.Gateway] + this[Measure.Worker] : 0);

    private bool IsShop => Kind is Kind.Shop or Kind.Gateway;

    /// <summary>The cost of each of a trial's requests, less the idle use of the system, which is given by measure and second.</summary>
    public static Cost Of(Trial trial, double[] idle) => new(trial.Variant!.Kind, [.. Enum.GetValues<Measure>().Select(measure =>
        TakesPart(measure, trial.Variant) ? (trial.Used[(int)measure] - (idle[(int)measure] * trial.Seconds)) / trial.Requests : 0)]);

    /// <summary>The idle use of the system per second, by measure.</summary>
    public static double[] Idle(IReadOnlyCollection<Trial> idle) =>
        [.. Enum.GetValues<Measure>().Select(measure => idle.Sum(trial => trial.Used[(int)measure]) / idle.Sum(trial => trial.Seconds))];

    /// <summary>The sum of the costs of several steps.</summary>
    public static Cost Sum(IReadOnlyCollection<Cost> costs) =>
        new(costs.First().Kind, [.. Enum.GetValues<Measure>().Select(measure => costs.Sum(cost => cost[measure]))]);

    /// <summary>Each measure's median.</summary>
    public static Cost Median(IReadOnlyCollection<Cost> costs) =>
        new(costs.First().Kind, [.. Enum.GetValues<Measure>().Select(measure => Median(costs.Select(cost => cost[measure])))]);

    /// <summary>The gateway where it was called, the worker where something was sold: their other work was not for these requests.</summary>
    private static bool TakesPart(Measure measure, Variant variant) => measure switch
    {
        Measure.Gateway => variant.Kind is Kind.Gateway,
        Measure.Worker => variant is { Step: Goals.Reserve, Kind: Kind.Shop or Kind.Gateway },
        _ => true,
    };

    /// <summary>The middle value, or the mean of the two middle values.</summary>
    public static double Median(IEnumerable<double> values)
    {
        double[] ordered = [.. values.Order()];
        return (ordered[(ordered.Length - 1) / 2] + ordered[ordered.Length / 2]) / 2;
    }
}
