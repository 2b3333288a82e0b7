using System.Globalization;
using Dugout.Load.Disturbances;
using Dugout.Load.Results;
using Dugout.Load.Scenarios;

namespace Dugout.Load;

/// <summary>What a run was asked to do.</summary>
internal sealed record RunOptions
{
    /// <summary>Flows a second unless said.</summary>
    public const int UsualRate = 20;

    /// <summary>How long a load is unless said, in seconds; one that was published is as long as it was.</summary>
    public const int UsualSeconds = 30;

    /// <summary>What fans do.</summary>
    public required ScenarioKind Scenario { get; init; }

    /// <summary>The shape of the load; one of <see cref="Shape.Names"/> or of <see cref="Stages.Names"/>.</summary>
    public string Preset { get; init; } = Shape.Weekday;

    /// <summary>By what the rates of a published load, or its callers, are multiplied; without a meaning for other shapes.</summary>
    public double Scale { get; init; } = 1;

    /// <summary>Flows started a second where the load is highest; of an open load.</summary>
    public int Rate { get; init; } = UsualRate;

    /// <summary>So many fans, each of whom begins again as soon as it is through; null for an open load.</summary>
    public int? Callers { get; init; }

    /// <summary>For so long flows are started, in seconds.</summary>
    public int Seconds { get; init; } = UsualSeconds;

    /// <summary>For so long, in seconds, the load runs before and isn't measured.</summary>
    public int WarmUpSeconds { get; init; }

    /// <summary>How month, game and seats are chosen.</summary>
    public Keys Keys { get; init; } = Keys.Uniform;

    /// <summary>The mean pause before a step, in milliseconds; each is between half and one and a half of it.</summary>
    public int ThinkMilliseconds { get; init; }

    /// <summary>Of 100 flows so many leave midway.</summary>
    public int AbandonPercent { get; init; }

    /// <summary>Of 100 flows so many write, where a scenario has readers and writers.</summary>
    public int WritePercent { get; init; }

    /// <summary>How many accounts take part; null for a sensible number.</summary>
    public int? Accounts { get; init; }

    /// <summary>
    /// Behind which of the accounts, from 0, a scenario begins whose fans come one after the other; null for one that is drawn: for experiments, of which no run may meet
    /// the fans of the one before.
    /// </summary>
    public int? FirstFan { get; init; }

    /// <summary>Whether each flow signs in, instead of each account once before the clock.</summary>
    public bool SignInEach { get; init; }

    /// <summary>What the choices are drawn from; null for another one each time.</summary>
    public int? Seed { get; init; }

    /// <summary>The folder for the record; null for one of its own in the checkout.</summary>
    public string? Out { get; init; }

    /// <summary>The file that says where the system is; null looks in the checkout.</summary>
    public string? AppHost { get; init; }

    /// <summary>Whether the statements that reach the SQL servers are counted: for experiments.</summary>
    public bool CountsStatements { get; init; }

    /// <summary>The most CPU each API replica may use, in cores; null for all there is: for experiments, which see to it.</summary>
    public double? ApiCores { get; init; }

    /// <summary>The same for the first one, where that is another; null where it isn't.</summary>
    public double? FirstApiCores { get; init; }

    /// <summary>What is done to the system meanwhile; null for nothing: for experiments.</summary>
    public Disturbance? Disturbance { get; init; }

    /// <summary>For how long the push partner thinks before each answer meanwhile, in milliseconds, and no longer; null for whatever it was told: for experiments.</summary>
    public int? PushMilliseconds { get; init; }

    /// <summary>Whether a notice may be lost that was to be pushed, so that it is counted and no check fails: for experiments with ways that lose some.</summary>
    public bool PushesMayBeLost { get; init; }

    /// <summary>What the run is called.</summary>
    public string Name => Preset == Shape.Weekday ? Scenario.Name : $"{Scenario.Name}-{Preset}";

    /// <summary>The load, phase by phase.</summary>
    /// <exception cref="UsageException">It is too short for its shape, or scaled down to nothing.</exception>
    public IReadOnlyList<PhaseRecord> Phases => Callers is { } callers ? Shape.Closed(callers, Seconds)
        : Stages.Has(Preset) ? Stages.Of(Preset, Scale, Seconds)
        : Shape.Open(Preset, Rate, Seconds);

    /// <summary>The load in words.</summary>
    public string Load => Callers is { } callers ? $"{callers} callers{(Stages.Has(Preset) ? string.Create(CultureInfo.InvariantCulture, $", {Preset} at {Scale:0.######} of its callers") : "")}"
        : Preset == Shape.Weekday ? $"{Rate} flows a second"
        : Stages.Has(Preset) ? string.Create(CultureInfo.InvariantCulture, $"{Preset} at {Scale:0.######} of its rates, up to {Rate} flows a second")
        : $"{Preset}, up to {Rate} flows a second";
}
