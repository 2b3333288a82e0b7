namespace Dugout.Load.Scenarios;

/// <summary>
/// The nine steps of a ticket sale: sign in, teams, games of a month, a game, its seat grades, one grade, its taken seats, a hold on one or two free
/// seats, the reservation. The keys choose month, game, grade and seats from the responses. An iteration ends at the first response that is not ok,
/// or when a game has nothing left to buy.
/// </summary>
internal sealed class Ticketing : IScenario
{
    /// <summary>The name under which the scenario is run.</summary>
    public const string Name = "ticketing";

    public int Steps => 9;

    public Task PrepareAsync(Lab lab) => Task.CompletedTask;

    public async Task RunAsync(Visit visit)
    {
        var fan = await visit.Lab.Fans.ForAsync(visit);
        var found = await Buying.LookAroundAsync(visit, fan);
        if (Buying.FreeSeats(found.Plan, found.Taken, visit.Lab.Options.Keys, visit.Random) is not [_, ..] seats) throw new WentAwayException(WentAwayException.SoldOut);
        var hold = await Buying.HoldAsync(visit, fan, found.Game.Id, found.Listed.Price, seats);
        await Buying.ReserveAsync(visit, fan, hold, seats);
    }
}
