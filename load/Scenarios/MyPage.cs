using Dugout.Load.Client;

namespace Dugout.Load.Scenarios;

/// <summary>
/// What buyers look at: the list of their reservations, one of them, and their live holds of its game. Before the measurement, every account without
/// a purchase buys a seat.
/// </summary>
internal sealed class MyPage : IScenario
{
    /// <summary>The name under which the scenario is run.</summary>
    public const string Name = "my-page";

    public int Steps => 4;

    /// <summary>Ensures that every account has a reservation.</summary>
    /// <exception cref="NoSystemException">An account could not buy.</exception>
    public async Task PrepareAsync(Lab lab)
    {
        var rush = new SeatRush();
        foreach (var fan in lab.Fans.SignedIn)
        {
            if (Season.Needed(await lab.Shop.MyReservationsAsync(fan.Token, ResponseChecks.MyReservations)).Items.Length > 0) continue;
            await rush.PrepareAsync(lab);
            await rush.BuyAsync(lab, fan);
        }
    }

    public async Task RunAsync(Iteration iteration)
    {
        var shop = iteration.Lab.Shop;
        var fan = await iteration.Lab.Fans.ForAsync(iteration);
        var mine = await iteration.StepAsync("2 my reservations", Repeat.Read, () => shop.MyReservationsAsync(fan.Token, ResponseChecks.MyReservations));
        if (iteration.Lab.Options.Keys.OneOf(mine.Items, iteration.Random) is not { } one) throw new IterationLeftException(IterationLeftException.NothingBought);
        await iteration.StepAsync("3 my reservation", Repeat.Read, () => shop.MyReservationAsync(fan.Token, one.ReservationId, shown => ResponseChecks.MyReservation(shown, one)));
        await iteration.StepAsync("4 my holds", Repeat.Read, () => shop.MyHoldsAsync(fan.Token, one.GameId, page => ResponseChecks.MyHolds(page, one.GameId)));
    }
}
