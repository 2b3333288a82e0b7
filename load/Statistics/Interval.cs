namespace Dugout.Load.Statistics;

/// <summary>An estimate with its confidence bounds.</summary>
/// <param name="Estimate">The point estimate.</param>
/// <param name="Low">The lower bound.</param>
/// <param name="High">The upper bound.</param>
internal sealed record Interval(double Estimate, double Low, double High)
{
    /// <summary>Whether a value lies between the bounds.</summary>
    public bool Covers(double value) => Low <= value && value <= High;

    /// <summary>The exponential of every value: converts log ratios to ratios.</summary>
    public Interval Exponential() => new(Math.Exp(Estimate), Math.Exp(Low), Math.Exp(High));
}
