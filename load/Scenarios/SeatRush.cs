using Dugout.Load.Client;

namespace Dugout.Load.Scenarios;

/// <summary>
/// Many fans want the same few seats of one game: each requests a hold on one of them, chosen by the keys, and reserves it. Nearly all are rejected;
/// no seat may be sold twice.
/// </summary>
internal sealed class SeatRush : IScenario
{
    /// <summary>The name under which the scenario is run.</summary>
    public const string Name = "seat-rush";

    /// <summary>The number of contested seats.</summary>
    public const int Seats = 20;

    private long _game;
    private long _price;
    private Seat[] _seats = [];

    public int Steps => 3;

    /// <summary>Finds the first game on sale that has a grade with enough free seats.</summary>
    /// <exception cref="NoSystemException">There is no such game.</exception>
    public async Task PrepareAsync(Lab lab)
    {
        var (shop, token) = (lab.Shop, lab.Fans.Scout.Token);
        foreach (var month in lab.Season!.Months)
        {
            var games = Season.Needed(await shop.GamesAsync(token, month, page => ResponseChecks.Games(page, month)));
            foreach (var game in games.Items.Where(listed => listed.OnSale(lab.Time.GetUtcNow())))
            {
                foreach (var grade in Season.Needed(await shop.GradesAsync(token, game.Id, ResponseChecks.Grades)).Items.Where(grade => grade.Remaining >= Seats))
                {
                    var taken = Season.Needed(await shop.TakenAsync(token, game.Id, grade.GradeId, seats => ResponseChecks.Taken(seats, grade.Capacity))).Taken;
                    (_game, _price) = (game.Id, grade.Price);
                    _seats = [.. Enumerable.Range(1, grade.Capacity).Except(taken).Take(Seats).Select(number => new Seat(grade.GradeId, number))];
                    if (_seats.Length == Seats) return;
                }
            }
        }

        throw new NoSystemException($"no game on sale has {Seats} free seats of one grade: nothing to rush for (a reset system has: dotnet run --project AppHost -- --reset)");
    }

    /// <summary>Buys the first of the seats, outside of any iteration.</summary>
    /// <exception cref="NoSystemException">The shop rejected the purchase.</exception>
    public async Task BuyAsync(Lab lab, Fan fan)
    {
        Seat[] seat = [_seats[0]];
        var hold = Season.Needed(await Buying.SendHoldAsync(lab, fan, _game, _price, seat));
        Season.Needed(await Buying.SendReservationAsync(lab, fan, hold, seat, Guid.NewGuid().ToString("N")));
    }

    public async Task RunAsync(Iteration iteration)
    {
        var fan = await iteration.Lab.Fans.ForAsync(iteration);
        Seat[] seat = [_seats[iteration.Lab.Options.Keys.Index(_seats.Length, iteration.Random)]];
        var hold = await Buying.HoldAsync(iteration, fan, _game, _price, seat);
        await Buying.ReserveAsync(iteration, fan, hold, seat);
    }
}
