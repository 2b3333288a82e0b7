namespace Dugout.Load.Statistics;

/// <summary>Quantiles of Student's t and of the normal distribution.</summary>
internal static class StudentT
{
    private const double Wide = 1e6;

    /// <summary>The value below which t lies with this probability.</summary>
    /// <param name="probability">Between ½ and 1.</param>
    /// <param name="freedom">Degrees of freedom, at least 1.</param>
    public static double Quantile(double probability, int freedom) => Bisect(t => Below(t, freedom), probability);

    /// <summary>The same quantile of the normal distribution: t with infinite degrees of freedom.</summary>
    public static double NormalQuantile(double probability) => Bisect(Normal, probability);

    /// <summary>
    /// P(T ≤ t) for t ≥ 0 in closed form, a finite sum for whole degrees of freedom (Abramowitz and Stegun, 26.7.3 and 26.7.4).
    /// </summary>
    private static double Below(double t, int freedom)
    {
        var angle = Math.Atan(t / Math.Sqrt(freedom));
        var (sin, cos) = Math.SinCos(angle);
        var term = freedom % 2 == 1 ? cos : 1;
        var sum = freedom == 1 ? 0 : term;
        for (var k = freedom % 2 == 1 ? 3 : 2; k <= freedom - 2; k += 2)
        {
            term *= cos * cos * (k - 1) / k;
            sum += term;
        }

        var between = freedom % 2 == 1 ? 2 / Math.PI * (angle + (sin * sum)) : sin * sum;
        return 0.5 + (between / 2);
    }

    /// <summary>P(Z ≤ z) for z ≥ 0: the integral of the density by Simpson's rule, exact to 1e-10.</summary>
    private static double Normal(double z)
    {
        const int parts = 400;
        var end = Math.Min(z, 10);
        var step = end / parts;
        var sum = 0.0;
        for (var i = 0; i <= parts; i++) sum += (i is 0 or parts ? 1 : i % 2 == 1 ? 4 : 2) * Math.Exp(-i * step * i * step / 2);
        return 0.5 + (sum * step / 3 / Math.Sqrt(2 * Math.PI));
    }

    private static double Bisect(Func<double, double> below, double probability)
    {
        var (low, high) = (0.0, Wide);
        for (var i = 0; i < 200 && high - low > 1e-12 * Math.Max(1, low); i++)
        {
            var middle = (low + high) / 2;
            if (below(middle) < probability) low = middle;
            else high = middle;
        }

        return (low + high) / 2;
    }
}
