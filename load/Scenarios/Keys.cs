using System.Collections.Concurrent;
using System.Globalization;

namespace Dugout.Load.Scenarios;

/// <summary>
/// How a fan chooses one of several things, of which the first is the most popular: months and games in the order of their time, seats by
/// their number. Written <c>uniform</c> (each as likely as the other), <c>zipf:1.1</c> (the k-th in proportion to 1 ÷ k^1.1), <c>single</c>
/// (always the first).
/// </summary>
internal sealed class Keys
{
    private readonly ConcurrentDictionary<int, double[]> _sums = new();
    private readonly double _exponent;

    private Keys(string text, double exponent) => (Text, _exponent) = (text, exponent);

    /// <summary>Each as likely as the other.</summary>
    public static Keys Uniform { get; } = new("uniform", 0);

    /// <summary>As it is written on the command line and in a record.</summary>
    public string Text { get; }

    /// <summary>Reads what was written; null when it means nothing.</summary>
    public static Keys? Parse(string text) => text switch
    {
        "uniform" => Uniform,
        "single" => new Keys(text, double.PositiveInfinity),
        _ when text.StartsWith("zipf:", StringComparison.Ordinal)
            && double.TryParse(text.AsSpan(5), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var exponent) && exponent is > 0 and <= 10 => new Keys(text, exponent),
        _ => null,
    };

    /// <summary>The place of one of so many, from 0; the number may not be 0.</summary>
    public int Index(int count, Random random)
    {
        if (double.IsPositiveInfinity(_exponent)) return 0;
        if (_exponent == 0) return random.Next(count);
        var sums = _sums.GetOrAdd(count, SumsOf);
        var at = Array.BinarySearch(sums, random.NextDouble() * sums[^1]);
        return Math.Min(at >= 0 ? at + 1 : ~at, count - 1);
    }

    /// <summary>One of these; null when there is none.</summary>
    public T? OneOf<T>(IReadOnlyList<T> choice, Random random)
        where T : class =>
        choice.Count == 0 ? null : choice[Index(choice.Count, random)];

    /// <summary>1, 1 + 1 ÷ 2^s, … : the share of the first k is the k-th of these, by the last.</summary>
    private double[] SumsOf(int count)
    {
        var sums = new double[count];
        double sum = 0;
        for (var i = 0; i < count; i++) sums[i] = sum += Math.Pow(i + 1, -_exponent);
        return sums;
    }
}
