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

    public async Task RunAsync(Iteration iteration)
    {
        var fan = await iteration.Lab.Fans.ForAsync(iteration);
        var found = await Buying.BrowseAsync(iteration, fan);
        if (Buying.FreeSeats(found.Plan, found.Taken, iteration.Lab.Options.Keys, iteration.Random) is not [_, ..] seats) throw new IterationLeftException(IterationLeftException.SoldOut);
        var hold = await Buying.HoldAsync(iteration, fan, found.Game.Id, found.Listed.Price, seats);
        await Buying.ReserveAsync(iteration, fan, hold, seats);
    }
}
