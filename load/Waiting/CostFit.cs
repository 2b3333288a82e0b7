namespace Dugout.Load.Waiting;

/// <summary>What a crowd cost the gateway.</summary>
/// <param name="Fans">Number of fans.</param>
/// <param name="PollsASecond">Polls of all fans per second.</param>
/// <param name="MicrosecondsASecond">CPU time of the gateway in µs per second, without that of an idle gateway.</param>
internal sealed record CrowdCost(int Fans, double PollsASecond, double MicrosecondsASecond);

/// <summary>The cost of a waiting fan, split by least squares: CPU time = fans · a + polls · b.</summary>
/// <param name="MicrosecondsAFan">What a fan costs in µs per second without polling.</param>
/// <param name="MicrosecondsAPoll">What a poll costs, in µs.</param>
/// <param name="WorstError">The greatest deviation of a measured cost from the fitted one, as a fraction of the measured cost.</param>
internal sealed record CostFit(double MicrosecondsAFan, double MicrosecondsAPoll, double WorstError)
{
    /// <summary>Below this fraction of the largest possible determinant, fans and polls are proportional.</summary>
    private const double Proportional = 1e-6;

    /// <summary>Fits measured costs. Neither part is negative: where the smallest squares would make one so, it is 0.</summary>
    /// <param name="crowds">Crowds with different numbers of polls a fan.</param>
    /// <exception cref="ArgumentException">Fans and polls are proportional in all crowds, so that their costs cannot be separated.</exception>
    public static CostFit Of(IReadOnlyList<CrowdCost> crowds)
    {
        var (ff, pp, fp) = (Sum(one => (double)one.Fans * one.Fans), Sum(one => one.PollsASecond * one.PollsASecond), Sum(one => one.Fans * one.PollsASecond));
        var (fc, pc) = (Sum(one => one.Fans * one.MicrosecondsASecond), Sum(one => one.PollsASecond * one.MicrosecondsASecond));
        var determinant = (ff * pp) - (fp * fp);
        if (determinant <= Proportional * ff * pp) throw new ArgumentException("fans and polls are proportional: measure crowds with different pauses", nameof(crowds));
        var (fan, poll) = (((fc * pp) - (pc * fp)) / determinant, ((pc * ff) - (fc * fp)) / determinant);
        if (fan < 0) (fan, poll) = (0, pc / pp);
        if (poll < 0) (fan, poll) = (fc / ff, 0);
        var fit = new CostFit(fan, poll, 0);
        return fit with { WorstError = crowds.Max(one => Math.Abs((fit.MicrosecondsASecond(one.Fans, one.PollsASecond) / one.MicrosecondsASecond) - 1)) };

        double Sum(Func<CrowdCost, double> term) => crowds.Sum(term);
    }

    /// <summary>The fitted cost of a crowd, in µs per second.</summary>
    public double MicrosecondsASecond(double fans, double pollsASecond) => (MicrosecondsAFan * fans) + (MicrosecondsAPoll * pollsASecond);
}
