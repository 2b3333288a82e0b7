using System.Globalization;

namespace Dugout.Load.Report;

/// <summary>An axis: maps a value to a position between 0 and 1, and has tick marks.</summary>
/// <param name="Label">Its label, with its unit.</param>
/// <param name="Min">The value at its beginning.</param>
/// <param name="Max">The value at its end.</param>
/// <param name="IsLog">Whether the scale is logarithmic.</param>
public sealed record Axis(string Label, double Min, double Max, bool IsLog = false)
{
    private const int Marks = 5;

    /// <summary>Texts at values, in place of numbers.</summary>
    public IReadOnlyList<(double Value, string Text)>? Names { get; init; }

    /// <summary>A row of height 1 for each name, from the top down: the axis begins with its highest value.</summary>
    public static Axis Rows(IReadOnlyCollection<string> names) => new("", names.Count, 0) { Names = [.. names.Select((name, at) => (at + 0.5, name))] };

    /// <summary>From 0 to at least this value.</summary>
    public static Axis UpTo(string label, double max)
    {
        var step = Step(Math.Max(max, 1e-9) / Marks);
        return new Axis(label, 0, step * Math.Max(1, Math.Ceiling((max / step) - 1e-9)));
    }

    /// <summary>Whole decades around two positive values.</summary>
    public static Axis Decades(string label, double min, double max)
    {
        var from = Math.Floor(Math.Log10(Math.Max(min, 1e-9)) + 1e-9);
        var to = Math.Ceiling(Math.Log10(Math.Max(max, 1e-9)) - 1e-9);
        return new Axis(label, Math.Pow(10, from), Math.Pow(10, Math.Max(to, from + 1)), IsLog: true);
    }

    /// <summary>The position of a value: 0 at the beginning, 1 at the end; a value outside is drawn at the edge.</summary>
    public double At(double value) => Math.Clamp(
        IsLog ? Math.Log(Math.Max(value, Min) / Min) / Math.Log(Max / Min) : (value - Min) / (Max - Min), 0, 1);

    /// <summary>The text of a value: its name where it has one, else the number with at most two decimals.</summary>
    public string TextAt(double value) => (Names ?? []).FirstOrDefault(name => Math.Abs(name.Value - value) <= 1e-9 * Math.Abs(value)).Text ?? value.ToString("0.##", CultureInfo.InvariantCulture);

    /// <summary>The tick values with their texts.</summary>
    public IEnumerable<(double Value, string Text)> Ticks() => Names ?? Numbers();

    private IEnumerable<(double Value, string Text)> Numbers()
    {
        if (IsLog)
        {
            for (var value = Min; value <= Max * 1.000_001; value *= 10) yield return (value, Number(value));
            yield break;
        }

        var step = Step((Max - Min) / Marks);
        for (var i = Math.Max(0, Math.Ceiling((Min / step) - 1e-9)); i * step <= Max + (step * 1e-9); i++) yield return (i * step, Number(i * step));
    }

    /// <summary>A number with as many digits as it needs.</summary>
    public static string Number(double value) => value.ToString(Math.Abs(value) >= 1_000 ? "#,0" : "0.####", CultureInfo.InvariantCulture);

    /// <summary>The smallest of 1, 2 and 5 times a power of ten that is not below.</summary>
    private static double Step(double least)
    {
        var power = Math.Pow(10, Math.Floor(Math.Log10(least) + 1e-9));
        return Array.Find([power, 2 * power, 5 * power], step => step >= least * (1 - 1e-9)) is var step and > 0 ? step : 10 * power;
    }
}
