using System.Globalization;
using Dugout.Load.Results;

namespace Dugout.Load.Scenarios;

/// <summary>
/// Loads that a team has published, phase by phase: so many arrivals a second, or from so many to so many; or so many callers. One factor scales all rates, or the callers, so that
/// a smaller machine gets the same shape.
/// </summary>
internal static class Stages
{
    // One team's scenarios 0 to 4, of 300, 10,000, 45,000, 95,000 and 95,000 arrivals; the last one reads and writes. And six minutes of another one's sign-ins.
    private static readonly IReadOnlyDictionary<string, PhaseRecord[]> Published = new SortedDictionary<string, PhaseRecord[]>(StringComparer.Ordinal)
    {
        ["report-003-0"] = [Level(1, 300)],
        ["report-003-1"] = [Level(100, 100)],
        ["report-003-2"] = [Level(100, 300), Ramp(100, 200, 100)],
        ["report-003-3"] = [Level(200, 200), Ramp(200, 300, 100), Level(300, 100)],
        ["report-003-4"] = [Level(200, 200), Ramp(200, 300, 100), Level(300, 100)],
        ["report-004"] = [new(0, 0, Callers: 300, 360)],
    };

    /// <summary>The loads by name.</summary>
    public static IReadOnlyList<string> Names { get; } = [.. Published.Keys];

    /// <summary>Whether there is one of this name.</summary>
    public static bool Has(string name) => Published.ContainsKey(name);

    /// <summary>How long one was, in seconds.</summary>
    public static int Length(string name) => Published[name].Sum(phase => phase.Seconds);

    /// <summary>Whether one has callers instead of rates.</summary>
    public static bool IsClosed(string name) => Published[name][0].Callers is not null;

    /// <summary>How many callers one has that is scaled; null where it has rates.</summary>
    public static int? Callers(string name, double scale) =>
        Published[name][0].Callers is { } callers ? Math.Max(1, (int)Math.Round(callers * scale, MidpointRounding.AwayFromZero)) : null;

    /// <summary>The most flows a second of one that is scaled; 0 where it has callers.</summary>
    public static int Height(string name, double scale) => (int)Math.Ceiling(Math.Round(Published[name].Max(phase => phase.To) * scale, 6));

    /// <summary>The phases of one.</summary>
    /// <param name="name">One of <see cref="Names"/>.</param>
    /// <param name="scale">By what its rates are multiplied.</param>
    /// <param name="seconds">How long it is to be, in seconds: its phases keep their shares of that, to a second.</param>
    /// <exception cref="UsageException">A phase would not last a second, or start nothing.</exception>
    public static IReadOnlyList<PhaseRecord> Of(string name, double scale, int seconds)
    {
        if (Callers(name, scale) is { } callers) return Shape.Closed(callers, seconds);
        var published = Published[name];
        if (seconds < published.Length) throw new UsageException($"{name} has {published.Length} phases of a second or more: --seconds wants {published.Length} at least");
        var lengths = Lengths(published, seconds);
        // The generator takes whole numbers of starts in an interval that no phase is shorter than.
        var interval = lengths.Min();
        if (published.Any(phase => Scaled(phase.To) == 0)) throw new UsageException(string.Create(CultureInfo.InvariantCulture, $"{name} at {scale:0.######} of its rates starts nothing in {interval} s: --scale wants more"));
        return [.. published.Zip(lengths, (phase, length) => new PhaseRecord(Scaled(phase.From), Scaled(phase.To), null, length))];

        double Scaled(double rate) => Math.Round(rate * scale * interval, MidpointRounding.AwayFromZero) / interval;
    }

    /// <summary>Each phase's share of the whole, at least a second; the last one has what is left.</summary>
    private static int[] Lengths(PhaseRecord[] published, int seconds)
    {
        var whole = published.Sum(phase => phase.Seconds);
        var lengths = new int[published.Length];
        var left = seconds;
        for (var i = 0; i < lengths.Length; i++)
        {
            var behind = lengths.Length - i - 1;
            lengths[i] = behind == 0 ? left : Math.Clamp((int)Math.Round((double)published[i].Seconds * seconds / whole, MidpointRounding.AwayFromZero), 1, left - behind);
            left -= lengths[i];
        }

        return lengths;
    }

    private static PhaseRecord Level(double rate, int seconds) => new(rate, rate, null, seconds);

    private static PhaseRecord Ramp(double from, double to, int seconds) => new(from, to, null, seconds);
}
