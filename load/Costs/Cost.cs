namespace Dugout.Load.Costs;

/// <summary>What is read before and after a turn.</summary>
internal enum Measure
{
    /// <summary>CPU of all API replicas, in µs.</summary>
    Api,

    /// <summary>CPU of the process with the bare arms, in µs.</summary>
    Bare,

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

    /// <summary>Sends to the primary and the replicas; each waits for its answer.</summary>
    SqlTrips,

    /// <summary>Commands that Redis ran, those inside scripts too.</summary>
    RedisCommands,

    /// <summary>Sends to Redis; callers at the same time share one.</summary>
    RedisTrips,

    /// <summary>Bodies of the answers, in bytes.</summary>
    AnswerBytes,

    /// <summary>To and from the primary and the replicas, in bytes.</summary>
    SqlBytes,

    /// <summary>To and from Redis, in bytes.</summary>
    RedisBytes,

    /// <summary>Allocated by the process that answered, in bytes.</summary>
    Allocated,
}

/// <summary>Who answers the requests of a turn.</summary>
internal enum Kind
{
    /// <summary>One API replica, asked directly.</summary>
    Shop,

    /// <summary>Kestrel and what the shop asks of its servers, nothing else.</summary>
    Bare,

    /// <summary>ASP.NET Core and Entity Framework as the tutorials have them.</summary>
    Idiomatic,

    /// <summary>Kestrel and one row under a unique key, on disk.</summary>
    Insert,

    /// <summary>The shop through its gateway.</summary>
    Gateway,
}

/// <summary>One way to answer one step.</summary>
/// <param name="Step">The step, as the table calls it.</param>
/// <param name="Kind">Who answers.</param>
internal sealed record Arm(string Step, Kind Kind);

/// <summary>What was used while somebody answered so many requests, or nobody asked.</summary>
/// <param name="Arm">Who answered; null where nobody asked.</param>
/// <param name="Requests">How many.</param>
/// <param name="Seconds">For so long.</param>
/// <param name="Used">By measure.</param>
internal sealed record Turn(Arm? Arm, int Requests, double Seconds, double[] Used);

/// <summary>What one request costs, by measure.</summary>
internal sealed record Cost(Kind Kind, double[] Each)
{
    private static readonly Measure[] Shared = [Measure.Primary, Measure.Replica, Measure.Redis];

    /// <summary>One measure.</summary>
    public double this[Measure measure] => Each[(int)measure];

    /// <summary>CPU of whoever answered, in µs: the API, or the process with the bare arms.</summary>
    public double Own => this[IsShop ? Measure.Api : Measure.Bare];

    /// <summary>CPU of all who took part, in µs.</summary>
    public double All => Own + Shared.Sum(measure => this[measure]) + (IsShop ? this[Measure.Gateway] + this[Measure.Worker] : 0);

    private bool IsShop => Kind is Kind.Shop or Kind.Gateway;

    /// <summary>What a turn's requests cost each, less what the system uses anyway, by measure and second.</summary>
    public static Cost Of(Turn turn, double[] idle) => new(turn.Arm!.Kind, [.. Enum.GetValues<Measure>().Select(measure =>
        TakesPart(measure, turn.Arm) ? (turn.Used[(int)measure] - (idle[(int)measure] * turn.Seconds)) / turn.Requests : 0)]);

    /// <summary>What the system uses a second while nobody asks, by measure.</summary>
    public static double[] Idle(IReadOnlyCollection<Turn> idle) =>
        [.. Enum.GetValues<Measure>().Select(measure => idle.Sum(turn => turn.Used[(int)measure]) / idle.Sum(turn => turn.Seconds))];

    /// <summary>The sum of the costs of several steps.</summary>
    public static Cost Sum(IReadOnlyCollection<Cost> costs) =>
        new(costs.First().Kind, [.. Enum.GetValues<Measure>().Select(measure => costs.Sum(cost => cost[measure]))]);

    /// <summary>Each measure's median.</summary>
    public static Cost Median(IReadOnlyCollection<Cost> costs) =>
        new(costs.First().Kind, [.. Enum.GetValues<Measure>().Select(measure => Median(costs.Select(cost => cost[measure])))]);

    /// <summary>The gateway where it was asked, the worker where something was sold: what else they did was not for these requests.</summary>
    private static bool TakesPart(Measure measure, Arm arm) => measure switch
    {
        Measure.Gateway => arm.Kind is Kind.Gateway,
        Measure.Worker => arm is { Step: Goals.Reserve, Kind: Kind.Shop or Kind.Gateway },
        _ => true,
    };

    /// <summary>The one in the middle, or between the two in the middle.</summary>
    public static double Median(IEnumerable<double> values)
    {
        double[] ordered = [.. values.Order()];
        return (ordered[(ordered.Length - 1) / 2] + ordered[ordered.Length / 2]) / 2;
    }
}
