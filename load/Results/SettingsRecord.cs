using System.Text.Json.Serialization;

namespace Dugout.Load.Results;

/// <summary>The settings of a run.</summary>
/// <param name="Preset">The shape of the load by name.</param>
/// <param name="Callers">The number of callers of a closed load; null for an open one.</param>
/// <param name="Rate">Iterations per second at the load's peak; null for a closed one.</param>
/// <param name="Phases">The load, phase by phase.</param>
/// <param name="WarmUpSeconds">The length of the warm-up before, in seconds; not in any figure.</param>
/// <param name="Keys">The choice of month, game and seats, as on the command line: <c>uniform</c>, <c>zipf:1.1</c>, <c>single</c>.</param>
/// <param name="ThinkMilliseconds">The mean pause before a step, in milliseconds.</param>
/// <param name="AbandonPercent">The percentage of iterations that leave midway.</param>
/// <param name="Accounts">The number of accounts that took part.</param>
/// <param name="SignInEach">Whether each iteration signed in.</param>
/// <param name="Seed">The seed of random choices.</param>
internal sealed record SettingsRecord(
    string Preset, int? Callers, int? Rate, IReadOnlyList<PhaseRecord> Phases, int WarmUpSeconds, string Keys, int ThinkMilliseconds, int AbandonPercent, int Accounts, bool SignInEach, int Seed)
{
    /// <summary>Whether iterations start at scheduled times, independent of earlier ones.</summary>
    public bool IsOpen => Callers is null;

    /// <summary>The factor of the rates of a published load; null for other shapes.</summary>
    public double? Scale { get; init; }

    /// <summary>The percentage of iterations that wrote; null where the scenario makes no such distinction, and in a record older than this field.</summary>
    public int? WritePercent { get; init; }
}

/// <summary>A phase of the load: a rate that changes linearly from one value to the other, in iterations per second; or a number of callers.</summary>
internal sealed record PhaseRecord(double From, double To, int? Callers, int Seconds)
{
    /// <summary>In words.</summary>
    [JsonIgnore]
    public string InWords => Callers is { } callers
        ? FormattableString.Invariant($"{callers} callers for {Seconds} s")
        : FormattableString.Invariant($"{From:0.##}{(From == To ? "" : FormattableString.Invariant($" to {To:0.##}"))} a second for {Seconds} s");

    /// <summary>The number of iterations the phase of an open load has started after this many of its seconds.</summary>
    public int Starts(int seconds) => (int)Math.Round((From * seconds) + ((To - From) * seconds * seconds / (2.0 * Seconds)), MidpointRounding.AwayFromZero);

    /// <summary>The number of iterations an open load starts: the area under it.</summary>
    public static int Starts(IReadOnlyList<PhaseRecord> phases) => phases.Sum(phase => phase.Starts(phase.Seconds));
}
