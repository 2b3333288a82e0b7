using System.Globalization;
using Dugout.Load.Disturbances;
using Dugout.Load.Exits;
using Dugout.Load.Results;

namespace Dugout.Load.Scenarios;

/// <summary>The options of a run.</summary>
internal sealed record RunOptions
{
    /// <summary>The default rate, in iterations per second.</summary>
    public const int UsualRate = 20;

    /// <summary>The default length of a load, in seconds; a published load has its original length.</summary>
    public const int UsualSeconds = 30;

    /// <summary>The scenario.</summary>
    public required ScenarioKind Scenario { get; init; }

    /// <summary>The shape of the load; one of <see cref="Shape.Names"/> or of <see cref="Stages.Names"/>.</summary>
    public string Preset { get; init; } = Shape.Weekday;

    /// <summary>The factor of the rates of a published load, or of its callers; ignored for other shapes.</summary>
    public double Scale { get; init; } = 1;

    /// <summary>Iterations started per second at the load's peak; for an open load.</summary>
    public int Rate { get; init; } = UsualRate;

    /// <summary>The number of callers, each of which begins again as soon as its iteration ends; null for an open load.</summary>
    public int? Callers { get; init; }

    /// <summary>How long iterations are started, in seconds.</summary>
    public int Seconds { get; init; } = UsualSeconds;

    /// <summary>The length of the unmeasured warm-up before, in seconds.</summary>
    public int WarmUpSeconds { get; init; }

    /// <summary>The choice of month, game and seats.</summary>
    public Keys Keys { get; init; } = Keys.Uniform;

    /// <summary>The mean pause before a step, in milliseconds; each is 0.5 to 1.5 times as long.</summary>
    public int ThinkMilliseconds { get; init; }

    /// <summary>The percentage of iterations that leave midway.</summary>
    public int AbandonPercent { get; init; }

    /// <summary>The percentage of iterations that write, where a scenario has readers and writers.</summary>
    public int WritePercent { get; init; }

    /// <summary>The number of accounts that take part; null for the default number.</summary>
    public int? Accounts { get; init; }

    /// <summary>
    /// The account, from 0, at which a scenario begins that uses another fan in each iteration; null for one drawn at random. For experiments, in which no run may reuse the fans of the
    /// run before.
    /// </summary>
    public int? FirstFan { get; init; }

    /// <summary>The opening of the sale; null for other scenarios.</summary>
    public OpeningOptions? Opening { get; init; }

    /// <summary>Whether each iteration signs in, instead of each account once before the measurement.</summary>
    public bool SignInEach { get; init; }

    /// <summary>The seed of random choices; null for a new one each time.</summary>
    public int? Seed { get; init; }

    /// <summary>The folder for the record; null for a new one in the checkout.</summary>
    public string? Out { get; init; }

    /// <summary>The file with the addresses of the system; null looks in the checkout.</summary>
    public string? AppHost { get; init; }

    /// <summary>Whether the statements that reach the SQL servers are counted: for experiments.</summary>
    public bool CountsStatements { get; init; }

    /// <summary>The CPU limit of each API replica, in cores; null for no limit. For experiments, which enforce it.</summary>
    public double? ApiCores { get; init; }

    /// <summary>The CPU limit of the first replica, in cores, where it differs; null where it does not.</summary>
    public double? FirstApiCores { get; init; }

    /// <summary>The disturbance of the system during the measurement; null for none. For experiments.</summary>
    public Disturbance? Disturbance { get; init; }

    /// <summary>The push partner's delay before each response during the measurement, in milliseconds; null leaves its setting unchanged. For experiments.</summary>
    public int? PushMilliseconds { get; init; }

    /// <summary>Whether notices to be pushed may be lost, so that losses are counted and no check fails: for experiments with strategies that lose some.</summary>
    public bool PushesMayBeLost { get; init; }

    /// <summary>The run's name.</summary>
    public string Name => Preset == Shape.Weekday || Preset == Scenario.Name ? Scenario.Name : $"{Scenario.Name}-{Preset}";

    /// <summary>The load, phase by phase.</summary>
    /// <exception cref="UsageException">It is too short for its shape, or scaled down to nothing.</exception>
    public IReadOnlyList<PhaseRecord> Phases => Callers is { } callers ? Shape.Closed(callers, Seconds)
        : Stages.Has(Preset) ? Stages.Of(Preset, Scale, Seconds)
        : Shape.Open(Preset, Rate, Seconds);

    /// <summary>The load in words.</summary>
    public string Load => Callers is { } callers ? $"{callers} callers{(Stages.Has(Preset) ? string.Create(CultureInfo.InvariantCulture, $", {Preset} at {Scale:0.######} of its callers") : "")}"
        : Preset == Shape.Weekday ? $"{Rate} iterations a second"
        : Stages.Has(Preset) ? string.Create(CultureInfo.InvariantCulture, $"{Preset} at {Scale:0.######} of its rates, up to {Rate} iterations a second")
        : $"{Preset}, up to {Rate} iterations a second";
}
