using Dugout.Load.Client;
using Dugout.Load.Costs;
using Dugout.Load.Running;
using Dugout.Load.Scenarios;

namespace Dugout.Load.Growth;

/// <summary>Measures what a fan's way from the list of teams to a reservation costs all processes of a system, through its gateway, step by step.</summary>
internal sealed class FlowCosts(RunningSystem system, TimeProvider time)
{
    private const int Fans = 32;

    /// <summary>Rounds that don't count: the first ones compile.</summary>
    private const int WarmUps = 3;

    private static readonly TimeSpan IdleTime = TimeSpan.FromSeconds(1);
    private static readonly string[] Reading = [Goals.Teams, Goals.Games, Goals.Game, Goals.Grades, Goals.Grade, Goals.Taken];

    /// <summary>The cost of a flow, as the median of the rounds.</summary>
    /// <param name="callers">Connections that send requests at the same time.</param>
    /// <param name="flows">Flows in each round.</param>
    /// <param name="rounds">The number of rounds.</param>
    /// <exception cref="NoSystemException">The system, or a part of it, is unavailable.</exception>
    /// <exception cref="NotMeasuredException">A response was not the expected one.</exception>
    public async Task<Cost> MeasureAsync(int callers, int flows, int rounds)
    {
        using var shop = new ShopClient(system.Gateway);
        var fans = new Fans(Fans);
        await fans.SignInFirstAsync(shop, Fans, time);
        var sale = await Sale.FindAsync(shop, [.. fans.SignedIn], flows, time);
        await using var meter = await Meter.OpenAsync(system.Contents);
        using var loop = new ClosedLoop(callers);
        var (idle, measured) = (new List<Trial>(), new List<IReadOnlyList<Trial>>());
        for (var round = 1; round <= WarmUps + rounds; round++)
        {
            var trials = await RoundAsync(meter, loop, sale, flows);
            idle.Add(await meter.IdleAsync(IdleTime));
            if (round > WarmUps) measured.Add(trials);
        }

        var rest = AtRest(idle);
        return Cost.Median([.. measured.Select(trials => Cost.Sum([.. trials.Select(trial => Cost.Of(trial, rest))]))]);
    }

    /// <summary>The use per second of a system without requests: of each measure the least, because programs compile and collect in the background after their work.</summary>
    private static double[] AtRest(List<Trial> idle) =>
        [.. Enum.GetValues<Measure>().Select(measure => Math.Max(0, idle.Min(trial => trial.Used[(int)measure] / trial.Seconds)))];

    private async Task<IReadOnlyList<Trial>> RoundAsync(Meter meter, ClosedLoop loop, Sale sale, int flows)
    {
        var trials = new List<Trial>();
        foreach (var step in Reading) await TrialAsync(step, [.. Enumerable.Repeat(sale.Read(system.Gateway, step), flows)]);
        var holds = await TrialAsync(Goals.Hold, sale.Holds(system.Gateway, flows, Kind.Gateway));
        var bought = await TrialAsync(Goals.Reserve, sale.Reservations(system.Gateway, holds));
        await loop.RunAsync(sale.Cancellations(system.Gateway, bought));
        await Outbox.EmptyAsync(system.Primary);
        return trials;

        async Task<byte[][]> TrialAsync(string step, Request[] requests)
        {
            var (trial, bodies) = await meter.SendAsync(new Variant(step, Kind.Gateway), requests, loop, system.Primary);
            trials.Add(trial);
            return bodies;
        }
    }
}
