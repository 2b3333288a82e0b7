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
            if (Season.Needed(await lab.Shop.MyReservationsAsync(fan.Token, Sound.MyReservations)).Items.Length > 0) continue;
            await rush.PrepareAsync(lab);
            await rush.BuyAsync(lab, fan);
        }
    }

    public async Task RunAsync(Visit visit)
    {
        var shop = visit.Lab.Shop;
        var fan = await visit.Lab.Fans.ForAsync(visit);
        var mine = await visit.AskAsync("2 my reservations", Repeat.Read, () => shop.MyReservationsAsync(fan.Token, Sound.MyReservations));
        if (visit.Lab.Options.Keys.OneOf(mine.Items, visit.Random) is not { } one) throw new WentAwayException(WentAwayException.NothingBought);
        await visit.AskAsync("3 my reservation", Repeat.Read, () => shop.MyReservationAsync(fan.Token, one.ReservationId, shown => Sound.MyReservation(shown, one)));
        await visit.AskAsync("4 my holds", Repeat.Read, () => shop.MyHoldsAsync(fan.Token, one.GameId, page => Sound.MyHolds(page, one.GameId)));
    }
}
