namespace Dugout.Load.Statistics;

/// <summary>An estimate with the bounds that it lies between, as often as the confidence says, if the whole were done again and again.</summary>
/// <param name="Estimate">The most likely value.</param>
/// <param name="Low">The lower bound.</param>
/// <param name="High">The upper bound.</param>
internal sealed record Interval(double Estimate, double Low, double High)
{
    /// <summary>Whether a value lies between the bounds.</summary>
    public bool Covers(double value) => Low <= value && value <= High;

    /// <summary>The same of every value's exponential: ratios of log ratios.</summary>
    public Interval Exponential() => new(Math.Exp(Estimate), Math.Exp(Low), Math.Exp(High));
}
