using System.Globalization;
using Dugout.Load.Exits;
using Dugout.Load.Results;

namespace Dugout.Load.Scenarios;

/// <summary>
/// Loads published by other teams, phase by phase: a constant or changing rate of arrivals per second, or a number of callers. One factor scales all rates, or the callers, so that
/// a smaller machine gets the same shape.
/// </summary>
internal static class Stages
{
    // One team's scenarios 0 to 4, of 300, 10,000, 45,000, 95,000 and 95,000 arrivals; the last one reads and writes. Also six minutes of another team's sign-ins.
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

    /// <summary>Whether a load has this name.</summary>
    public static bool Has(string name) => Published.ContainsKey(name);

    /// <summary>The original length of a load, in seconds.</summary>
    public static int Length(string name) => Published[name].Sum(phase => phase.Seconds);

    /// <summary>Whether a load has callers instead of rates.</summary>
    public static bool IsClosed(string name) => Published[name][0].Callers is not null;

    /// <summary>The number of callers of a scaled load; null where it has rates.</summary>
    public static int? Callers(string name, double scale) =>
        Published[name][0].Callers is { } callers ? Math.Max(1, (int)Math.Round(callers * scale, MidpointRounding.AwayFromZero)) : null;

    /// <summary>The peak rate of a scaled load, in iterations per second; 0 where it has callers.</summary>
    public static int Height(string name, double scale) => (int)Math.Ceiling(Math.Round(Published[name].Max(phase => phase.To) * scale, 6));

    /// <summary>The phases of a load.</summary>
    /// <param name="name">One of <see cref="Names"/>.</param>
    /// <param name="scale">The factor of its rates.</param>
    /// <param name="seconds">Its length, in seconds: its phases keep their shares of that, to a second.</param>
    /// <exception cref="UsageException">A phase would be shorter than a second, or start nothing.</exception>
    public static IReadOnlyList<PhaseRecord> Of(string name, double scale, int seconds)
    {
        if (Callers(name, scale) is { } callers) return Shape.Closed(callers, seconds);
        var published = Published[name];
        if (seconds < published.Length) throw new UsageException($"{name} has {published.Length} phases of a second or more: --seconds must be at least {published.Length}");
        var lengths = Lengths(published, seconds);
        // The generator takes whole numbers of starts in an interval that no phase is shorter than.
        var interval = lengths.Min();
        if (published.Any(phase => Scaled(phase.To) == 0)) throw new UsageException(string.Create(CultureInfo.InvariantCulture, $"{name} at {scale:0.######} of its rates starts nothing in {interval} s: increase --scale"));
        return [.. published.Zip(lengths, (phase, length) => new PhaseRecord(Scaled(phase.From), Scaled(phase.To), null, length))];

        double Scaled(double rate) => Math.Round(rate * scale * interval, MidpointRounding.AwayFromZero) / interval;
    }

    /// <summary>The length of each phase by its share of the whole, at least a second; the last phase has the rest.</summary>
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
