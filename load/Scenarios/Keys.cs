using System.Collections.Concurrent;
using System.Globalization;

namespace Dugout.Load.Scenarios;

/// <summary>
/// How a fan chooses one of several things, the first of which is the most popular: months and games in the order of time, seats by number. Written
/// <c>uniform</c> (all equally likely), <c>zipf:1.1</c> (the k-th in proportion to 1 ÷ k^1.1), <c>single</c> (always the first).
/// </summary>
internal sealed class Keys
{
    private readonly ConcurrentDictionary<int, double[]> _sums = new();
    private readonly double _exponent;

    private Keys(string text, double exponent) => (Text, _exponent) = (text, exponent);

    /// <summary>All equally likely.</summary>
    public static Keys Uniform { get; } = new("uniform", 0);

    /// <summary>The text as on the command line and in a record.</summary>
    public string Text { get; }

    /// <summary>Parses the text; null when it is invalid.</summary>
    public static Keys? Parse(string text) => text switch
    {
        "uniform" => Uniform,
        "single" => new Keys(text, double.PositiveInfinity),
        _ when text.StartsWith("zipf:", StringComparison.Ordinal)
            && double.TryParse(text.AsSpan(5), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var exponent) && exponent is > 0 and <= 10 => new Keys(text, exponent),
        _ => null,
    };

    /// <summary>The index of one of this many things, from 0; the number may not be 0.</summary>
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

    /// <summary>1, 1 + 1 ÷ 2^s, … : the share of the first k is the k-th of these, divided by the last.</summary>
    private double[] SumsOf(int count)
    {
        var sums = new double[count];
        double sum = 0;
        for (var i = 0; i < count; i++) sums[i] = sum += Math.Pow(i + 1, -_exponent);
        return sums;
    }
}
