using System.Globalization;

namespace Dugout.Load.Planning;

/// <summary>A plan in words, with the derivation of each number.</summary>
internal static class PlanTable
{
    /// <summary>Writes it, one line per number.</summary>
    public static string Of(CapacityPlan plan) => string.Create(CultureInfo.InvariantCulture,
        $"""
        requests   {plan.RequestsADay,9:#,0} a day       {plan.UsersADay:#,0} users, {plan.RequestsEach:0.##} requests each
        mean       {plan.MeanRate,9:#,0} a second    {plan.MeanRate:0.00}: the day has 86,400
        peak       {plan.PeakRate,9:#,0} a second    {plan.Peak:0.##} times the mean: {plan.MeanRate * plan.Peak:0.0}
        target     {plan.TargetRate,9:#,0} a second    {plan.Headroom:0.##} times the peak: {plan.PeakRate * plan.Headroom:0.0}
        callers    {plan.Callers,9:#,0} at once      each {plan.ResponseSeconds:0.###} s for a response and {plan.PauseSeconds:0.###} s of pause (Little's law: rate x time)
        stress     {plan.StressCallers.Least,9:#,0} to {plan.StressCallers.Most:#,0}       three to six times as many, in hundreds from 200

        Rates from 20 are rounded to tens. An iteration of the scenario ticketing is eight requests, so as an open load: --rate {Math.Ceiling(plan.TargetRate / 8):0};
        as a closed one: --callers {plan.Callers:0} --think {plan.PauseSeconds * 1_000:0}

        """);
}
