using System.Globalization;
using System.Text.Json.Serialization;

namespace Dugout.Load.Results;

/// <summary>
/// Whether a load of a minute or more stayed steady: no second without an ok iteration after the first one, and at the end about as many as early on. In a load of six minutes, the
/// sixths are minutes.
/// </summary>
/// <param name="EmptySeconds">The seconds of the load in which no iteration ended ok, except those before the first such iteration.</param>
/// <param name="SecondSixth">Iterations that ended ok per second, in the second sixth of the load.</param>
/// <param name="LastSixth">The same in the last sixth.</param>
internal sealed record SteadyRecord(IReadOnlyList<int> EmptySeconds, double SecondSixth, double LastSixth)
{
    /// <summary>The minimum ratio of the last sixth to the second one.</summary>
    public const double LeastLeft = 0.9;

    private const int Parts = 6;

    /// <summary>The minimum length of the load, in seconds.</summary>
    private const int Shortest = 60;

    /// <summary>The violation; null where the load stayed steady.</summary>
    [JsonIgnore]
    public string? Violation => EmptySeconds is [var first, ..]
        ? string.Create(CultureInfo.InvariantCulture, $"in {EmptySeconds.Count} of its seconds no iteration ended ok, first in second {first}")
        : LastSixth < LeastLeft * SecondSixth
            ? string.Create(CultureInfo.InvariantCulture, $"{LastSixth:0.0} iterations a second ended ok in its last sixth, {LastSixth / SecondSixth:0.0 %} of the {SecondSixth:0.0} in its second one, which is less than {LeastLeft:0 %}")
            : null;

    /// <summary>In words.</summary>
    [JsonIgnore]
    public string InWords => string.Create(CultureInfo.InvariantCulture,
        $"{EmptySeconds.Count} seconds without an ok iteration; {SecondSixth:0.0} a second in the second sixth, {LastSixth:0.0} in the last{(SecondSixth > 0 ? string.Create(CultureInfo.InvariantCulture, $" ({LastSixth / SecondSixth:0.0 %})") : "")}");

    /// <summary>Computes the record from the ok iterations; null where the load was too short.</summary>
    /// <param name="ok">By the second; iterations that ended after the load do not count.</param>
    /// <param name="seconds">The length of the load, in seconds.</param>
    public static SteadyRecord? Of(IReadOnlyList<int> ok, int seconds)
    {
        if (seconds < Shortest) return null;
        int[] ended = [.. ok.Take(seconds), .. Enumerable.Repeat(0, Math.Max(0, seconds - ok.Count))];
        var sixth = seconds / Parts;
        var first = Math.Max(0, Array.FindIndex(ended, count => count > 0));
        return new SteadyRecord([.. Enumerable.Range(first, seconds - first).Where(second => ended[second] == 0)], ended.Skip(sixth).Take(sixth).Average(), ended.Skip(seconds - sixth).Average());
    }
}
