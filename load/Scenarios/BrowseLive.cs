using Dugout.Load.Client;

namespace Dugout.Load.Scenarios;

/// <summary>
/// Fans with the map of a game open, of whom each buys: open the stream of seat changes, hold one or two seats that it shows as free, wait until it shows them as held, reserve them,
/// wait until it shows them as sold. The waits are the delay from a write to the screen. Besides, one page of each game stays open for the whole run; the check
/// compares it with the rows.
/// </summary>
internal sealed class BrowseLive : IScenario
{
    /// <summary>The name under which the scenario is run.</summary>
    public const string Name = "browse-live";

    public int Steps => 9;

    public Task PrepareAsync(Lab lab) => Task.CompletedTask;

    public async Task RunAsync(Iteration iteration)
    {
        var lab = iteration.Lab;
        var fan = await lab.Fans.ForAsync(iteration);
        var month = lab.Season!.Months[lab.Options.Keys.Index(lab.Season.Months.Length, iteration.Random)];
        var games = await iteration.StepAsync("3 games", Repeat.Read, () => lab.Shop.GamesAsync(fan.Token, month, page => ResponseChecks.Games(page, lab.Season, month)));
        if (lab.Options.Keys.OneOf([.. games.Items.Where(listed => listed.OnSale(lab.Time.GetUtcNow()))], iteration.Random) is not { } game) throw new IterationLeftException(IterationLeftException.SoldOut);
        var grades = await iteration.StepAsync("5 grades", Repeat.Read, () => lab.Shop.GradesAsync(fan.Token, game.Id, ResponseChecks.Grades));
        if (lab.Options.Keys.OneOf([.. grades.Items.Where(listed => listed.Remaining > 0)], iteration.Random) is not { } grade) throw new IterationLeftException(IterationLeftException.SoldOut);
        var plan = await iteration.StepAsync("6 grade", Repeat.Read, () => lab.Shop.GradeAsync(fan.Token, game.Id, grade.GradeId, found => ResponseChecks.Grade(found, grade)));

        await lab.Watched.WatchAsync(lab.Shop, game.Id);
        await using var live = await iteration.StepAsync("7 live map", Repeat.Read, () => lab.Shop.LiveSeatsAsync(game.Id));
        var taken = Enum.GetValues<LiveSeat>().Where(state => state != LiveSeat.Free).SelectMany(live.Of).Where(seat => seat.GradeId == grade.GradeId).Select(seat => seat.Number).Order().ToArray();
        if (Buying.FreeSeats(plan, taken, lab.Options.Keys, iteration.Random) is not [_, ..] seats) throw new IterationLeftException(IterationLeftException.SoldOut);
        var hold = await Buying.HoldAsync(iteration, fan, game.Id, grade.Price, seats);
        await iteration.StepAsync("8 hold shown", Repeat.Read, () => ShopClient.ShownAsync(live, seats, LiveSeat.Held));
        await Buying.ReserveAsync(iteration, fan, hold, seats);
        await iteration.StepAsync("9 sale shown", Repeat.Read, () => ShopClient.ShownAsync(live, seats, LiveSeat.Sold));
    }
}
