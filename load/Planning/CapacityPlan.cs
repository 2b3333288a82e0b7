namespace Dugout.Load.Planning;

/// <summary>
/// The load for a test of a service, computed from its number of users: requests a day, requests per second at the mean, at the peak and with
/// headroom, and the number of callers for that. Rates from 20 on are rounded to tens: the inputs are estimates.
/// </summary>
/// <param name="UsersADay">Users per day.</param>
/// <param name="RequestsEach">Requests of each user per day.</param>
/// <param name="Peak">The ratio of the busiest second to the mean.</param>
/// <param name="Headroom">The ratio of the required capacity to the peak.</param>
/// <param name="ResponseSeconds">The allowed time of a response, in seconds.</param>
/// <param name="PauseSeconds">A caller's pause before its next request, in seconds.</param>
internal sealed record CapacityPlan(double UsersADay, double RequestsEach, double Peak, double Headroom, double ResponseSeconds, double PauseSeconds)
{
    private const double SecondsADay = 86_400;

    /// <summary>Requests a day.</summary>
    public double RequestsADay => UsersADay * RequestsEach;

    /// <summary>Requests per second if they were spread evenly over the day.</summary>
    public double MeanRate => RequestsADay / SecondsADay;

    /// <summary>Requests per second at the busiest time.</summary>
    public double PeakRate => Planned(MeanRate * Peak);

    /// <summary>Requests per second of the test.</summary>
    public double TargetRate => Planned(PeakRate * Headroom);

    /// <summary>
    /// Callers of a closed loop that produce this rate, by Little's law: the number in the system at once if each is there for a response and a
    /// pause.
    /// </summary>
    public double Callers => Math.Ceiling(Math.Round(TargetRate * (ResponseSeconds + PauseSeconds), 6));

    /// <summary>Callers of a stress test: at least three times as many, at most six times, rounded to hundreds from 200 on.</summary>
    public (double Least, double Most) StressCallers => (InHundreds(3 * Callers), InHundreds(6 * Callers));

    private static double Planned(double rate) => rate < 20 ? Math.Ceiling(Math.Round(rate, 6)) : 10 * Math.Round(rate / 10, MidpointRounding.AwayFromZero);

    private static double InHundreds(double callers) => callers < 200 ? callers : 100 * Math.Round(callers / 100, MidpointRounding.AwayFromZero);
}
