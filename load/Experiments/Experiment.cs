using Dugout.Load.Disturbances;
using Dugout.Load.Statistics;

namespace Dugout.Load.Experiments;

/// <summary>A question to the system, and how it is answered. All of it is settled before anything runs.</summary>
/// <param name="Name">What the command line calls it.</param>
/// <param name="Question">The question, as somebody would ask it.</param>
/// <param name="Arms">Two or more ways to run the system; the first is what the others are compared with, and runs twice a block: A and A again.</param>
/// <param name="Load">What is pushed at each.</param>
/// <param name="Metric">What decides.</param>
/// <param name="Rule">When something may be claimed.</param>
internal sealed record Experiment(string Name, string Question, IReadOnlyList<Arm> Arms, ArmLoad Load, Metric Metric, ClaimRule Rule)
{
    /// <summary>What a verdict means here, where that isn't what one would think; null where it is.</summary>
    public string? Reading { get; init; }

    /// <summary>What was promised of one of the arms; null where nothing was.</summary>
    public Goal? Goal { get; init; }

    /// <summary>Whether the arms are sizes of a pool, named by the number, so that a curve goes through them.</summary>
    public bool IsCurve { get; init; }

    /// <summary>What the second run of the first arm is called.</summary>
    public string Again => $"{Arms[0].Name} again";

    /// <summary>The arms of a block: the first, the first again, the others.</summary>
    public IReadOnlyList<Arm> Turns => [Arms[0], Arms[0] with { Name = Again }, .. Arms.Skip(1)];

    /// <summary>What is pushed at an arm.</summary>
    public ArmLoad LoadOf(Arm arm) => arm.Load ?? Load;

    /// <summary>The same question, measured for so long.</summary>
    /// <exception cref="UsageException">What is done to the system meanwhile would not be over.</exception>
    public Experiment For(int seconds) => this with { Load = Load.For(seconds), Arms = [.. Arms.Select(arm => arm with { Load = arm.Load?.For(seconds) })] };
}

/// <summary>What is pushed at a system during one turn.</summary>
/// <param name="Scenario">What fans do, by the scenario's name.</param>
/// <param name="IsOpen">Flows are started at their times, whatever became of the ones before; else each caller waits for its answers.</param>
/// <param name="Size">Flows a second when open, callers when closed.</param>
/// <param name="Seconds">How long is measured.</param>
/// <param name="WarmUpSeconds">The rule that discards the warm-up: every fresh system first runs the same load for so many seconds, in a run of its own that doesn't count.</param>
internal sealed record ArmLoad(string Scenario, bool IsOpen, int Size, int Seconds, int WarmUpSeconds)
{
    // Above every block there may be.
    private const int WarmUpSeeds = 1_000_000;

    /// <summary>How many fans take part. Signing in costs a tenth of a second of CPU a fan; so many have enough seats to buy.</summary>
    public int Fans { get; init; } = 24;

    /// <summary>How fans choose among months, games, grades and seats, as <c>--keys</c> has it.</summary>
    public string Keys { get; init; } = Scenarios.Keys.Uniform.Text;

    /// <summary>Of 100 flows so many write, where the scenario has readers and writers; null for its own share.</summary>
    public int? Writes { get; init; }

    /// <summary>For how long the push partner thinks before each answer meanwhile, in milliseconds; null for not at all.</summary>
    public int? PushMilliseconds { get; init; }

    /// <summary>What is done to the system while it is measured; null for nothing. Nothing is done to it while it warms up.</summary>
    public Disturbance? Disturbance { get; init; }

    /// <summary>In words, for the report.</summary>
    public string InWords =>
        $"{Scenario}, {(IsOpen ? $"open, {Size} flows a second" : $"closed, {Size} callers")}, keys {Keys}{(Writes is { } writes ? $", {writes} of 100 write" : "")}{(PushMilliseconds is { } push ? $", a push takes {push} ms" : "")}; {Seconds} s measured after {WarmUpSeconds} s of warm-up{(Disturbance is null ? "" : $", {Disturbance.InWords}")}";

    /// <summary>The same, measured for so long.</summary>
    /// <exception cref="UsageException">What is done to the system meanwhile would not be over.</exception>
    public ArmLoad For(int seconds) => Disturbance is { } done && done.After + done.Seconds > seconds
        ? throw new UsageException($"--seconds {seconds} is over before the system has been disturbed: {done.InWords}")
        : this with { Seconds = seconds };

    /// <summary>
    /// What the run before it is asked to do. It draws anew: else it would have asked for the very pages that are measured, which a cache would then know,
    /// and would have claimed the very coupons. Where fans come one after the other it has those of the second half, so that nobody has heard the news when it counts.
    /// </summary>
    /// <param name="appHost">The file of the turn's system.</param>
    /// <param name="seed">What choices of the run that counts are drawn from.</param>
    public RunOptions WarmUp(string appHost, int seed) => Options(appHost, WarmUpSeeds + seed) with { Seconds = WarmUpSeconds, FirstFan = Fans / 2, Disturbance = null };

    /// <summary>What the run of a turn is asked to do.</summary>
    /// <param name="appHost">The file of the turn's system.</param>
    /// <param name="seed">What choices are drawn from.</param>
    public RunOptions Options(string appHost, int seed)
    {
        var kind = Scenarios.Scenarios.All.Single(one => one.Name == Scenario);
        return new()
        {
            Scenario = kind,
            WritePercent = Writes ?? kind.UsualWrites,
            Rate = IsOpen ? Size : RunOptions.UsualRate,
            Callers = IsOpen ? null : Size,
            Seconds = Seconds,
            Accounts = Fans,
            FirstFan = 0,
            PushMilliseconds = PushMilliseconds,
            Keys = Scenarios.Keys.Parse(Keys) ?? throw new InvalidOperationException($"There are no keys '{Keys}'."),
            Seed = seed,
            AppHost = appHost,
            CountsStatements = true,
            Disturbance = Disturbance,
        };
    }
}
