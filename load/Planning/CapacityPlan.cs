namespace Dugout.Load.Planning;

/// <summary>
/// How much load a service has to be tried with, from how many people use it: visits a day, requests a second at the mean, at the
/// peak and with room above it, and how many callers that is. Rates from 20 on are planned in tens: the inputs are estimates.
/// </summary>
/// <param name="UsersADay">People who come on a day.</param>
/// <param name="VisitsEach">Requests each of them makes that day.</param>
/// <param name="Peak">How many times the mean the busiest second is.</param>
/// <param name="Headroom">How many times the peak the service should bear.</param>
/// <param name="AnswerSeconds">How long an answer may take, in seconds.</param>
/// <param name="PauseSeconds">How long a caller waits before asking again, in seconds.</param>
internal sealed record CapacityPlan(double UsersADay, double VisitsEach, double Peak, double Headroom, double AnswerSeconds, double PauseSeconds)
{
    private const double SecondsADay = 86_400;

    /// <summary>Requests a day.</summary>
    public double VisitsADay => UsersADay * VisitsEach;

    /// <summary>Requests a second if they came evenly over the day.</summary>
    public double MeanRate => VisitsADay / SecondsADay;

    /// <summary>Requests a second at the busiest time.</summary>
    public double PeakRate => Planned(MeanRate * Peak);

    /// <summary>Requests a second the service is tried with.</summary>
    public double TargetRate => Planned(PeakRate * Headroom);

    /// <summary>
    /// Callers of a closed loop that make this rate, by Little's law: as many as are in the system at once if each is there for an answer
    /// and a pause.
    /// </summary>
    public double Callers => Math.Ceiling(Math.Round(TargetRate * (AnswerSeconds + PauseSeconds), 6));

    /// <summary>Callers of a stress test: three times as many at least, six times at most, in hundreds from 200 on.</summary>
    public (double Least, double Most) StressCallers => (InHundreds(3 * Callers), InHundreds(6 * Callers));

    private static double Planned(double rate) => rate < 20 ? Math.Ceiling(Math.Round(rate, 6)) : 10 * Math.Round(rate / 10, MidpointRounding.AwayFromZero);

    private static double InHundreds(double callers) => callers < 200 ? callers : 100 * Math.Round(callers / 100, MidpointRounding.AwayFromZero);
}
