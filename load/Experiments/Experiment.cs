using Dugout.Load.Disturbances;
using Dugout.Load.Exits;
using Dugout.Load.Scenarios;
using Dugout.Load.Statistics;

namespace Dugout.Load.Experiments;

/// <summary>A question about the system, and the method to answer it. All of it is fixed before anything runs.</summary>
/// <param name="Name">Its name on the command line.</param>
/// <param name="Question">The question, in everyday words.</param>
/// <param name="Variants">Two or more variants of the system; the first is the control, and runs twice per block for the A/A comparison.</param>
/// <param name="Load">The load on each.</param>
/// <param name="Metric">The deciding metric.</param>
/// <param name="Rule">When a claim may be made.</param>
internal sealed record Experiment(string Name, string Question, IReadOnlyList<Variant> Variants, VariantLoad Load, Metric Metric, ClaimRule Rule)
{
    /// <summary>The meaning of a verdict here, where it is not the obvious one; null where it is.</summary>
    public string? Interpretation { get; init; }

    /// <summary>The goal of one of the variants; null where there is none.</summary>
    public Goal? Goal { get; init; }

    /// <summary>Whether the variants are sizes of a pool, named by the number, so that they form a curve.</summary>
    public bool IsCurve { get; init; }

    /// <summary>The name of the first variant's second run.</summary>
    public string Again => $"{Variants[0].Name} again";

    /// <summary>The variants of a block: the first, the first again, the others.</summary>
    public IReadOnlyList<Variant> Trials => [Variants[0], Variants[0] with { Name = Again }, .. Variants.Skip(1)];

    /// <summary>The load on a variant.</summary>
    public VariantLoad LoadOf(Variant variant) => variant.Load ?? Load;

    /// <summary>The same experiment with this measurement length.</summary>
    /// <exception cref="UsageException">The disturbance of the system would not be over.</exception>
    public Experiment For(int seconds) => this with { Load = Load.For(seconds), Variants = [.. Variants.Select(variant => variant with { Load = variant.Load?.For(seconds) })] };
}

/// <summary>The load on a system during one trial.</summary>
/// <param name="Scenario">The scenario's name.</param>
/// <param name="IsOpen">Whether iterations start at scheduled times, independent of earlier ones; otherwise each caller waits for its responses.</param>
/// <param name="Size">Iterations per second when open, callers when closed.</param>
/// <param name="Seconds">The length of the measurement, in seconds.</param>
/// <param name="WarmUpSeconds">The length of the discarded warm-up, in seconds: every fresh system first runs the same load for this time, in a separate run that does not
/// count.</param>
internal sealed record VariantLoad(string Scenario, bool IsOpen, int Size, int Seconds, int WarmUpSeconds)
{
    // Above every possible block number.
    private const int WarmUpSeeds = 1_000_000;

    /// <summary>The number of fans that take part. Signing in costs a tenth of a second of CPU per fan; this many have enough seats to buy.</summary>
    public int Fans { get; init; } = 24;

    /// <summary>How fans choose among months, games, grades and seats, as in <c>--keys</c>.</summary>
    public string Keys { get; init; } = Scenarios.Keys.Uniform.Text;

    /// <summary>The percentage of iterations that write, where the scenario has readers and writers; null for its default.</summary>
    public int? Writes { get; init; }

    /// <summary>The push partner's delay before each response during the measurement, in milliseconds; null for none.</summary>
    public int? PushMilliseconds { get; init; }

    /// <summary>The disturbance of the system during the measurement; null for none. The warm-up has none.</summary>
    public Disturbance? Disturbance { get; init; }

    /// <summary>In words, for the report.</summary>
    public string InWords =>
        $"{Scenario}, {(IsOpen ? $"open, {Size} iterations a second" : $"closed, {Size} callers")}, keys {Keys}{(Writes is { } writes ? $", {writes} % write" : "")}{(PushMilliseconds is { } push ? $", a push takes {push} ms" : "")}; {Seconds} s measured after a warm-up of {WarmUpSeconds} s{(Disturbance is null ? "" : $", {Disturbance.InWords}")}";

    /// <summary>The same load with this measurement length.</summary>
    /// <exception cref="UsageException">The disturbance of the system would not be over.</exception>
    public VariantLoad For(int seconds) => Disturbance is { } done && done.After + done.Seconds > seconds
        ? throw new UsageException($"--seconds {seconds} ends before the disturbance is over: {done.InWords}")
        : this with { Seconds = seconds };

    /// <summary>
    /// The options of the warm-up run. It draws anew: otherwise it would request the very pages that are measured, so that a cache would know them, and would claim the very
    /// coupons. Where each iteration uses another fan, it begins in the middle of the list, so that no fan has received its notices before the measurement.
    /// </summary>
    /// <param name="appHost">The file of the trial's system.</param>
    /// <param name="seed">The seed of the measured run's choices.</param>
    public RunOptions WarmUp(string appHost, int seed) => Options(appHost, WarmUpSeeds + seed) with { Seconds = WarmUpSeconds, FirstFan = Fans / 2, Disturbance = null };

    /// <summary>The options of the measured run.</summary>
    /// <param name="appHost">The file of the trial's system.</param>
    /// <param name="seed">The seed of its choices.</param>
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
