using Dugout.Load.Client;

namespace Dugout.Load.Scenarios;

/// <summary>What a fan looked up before buying: the game, the grade, and its taken seats.</summary>
internal sealed record Found(Game Game, GradeInSale Listed, Grade Plan, int[] Taken);

/// <summary>The steps of a sale, shared by several scenarios. Each step is recorded before it is sent.</summary>
internal static class Buying
{
    /// <summary>Steps 2 to 7.</summary>
    /// <exception cref="WentAwayException">There was nothing left to buy.</exception>
    public static async Task<Found> LookAroundAsync(Visit visit, Fan fan)
    {
        var (lab, shop, season) = (visit.Lab, visit.Lab.Shop, visit.Lab.Season!);
        var keys = lab.Options.Keys;
        var month = season.Months[keys.Index(season.Months.Length, visit.Random)];

        await visit.AskAsync("2 teams", Repeat.Read, () => shop.TeamsAsync(fan.Token, Sound.Teams));
        var games = await visit.AskAsync("3 games", Repeat.Read, () => shop.GamesAsync(fan.Token, month, page => Sound.Games(page, season, month)));
        if (keys.OneOf([.. games.Items.Where(listed => listed.OnSale(lab.Time.GetUtcNow()))], visit.Random) is not { } game) throw new WentAwayException(WentAwayException.SoldOut);

        await visit.AskAsync("4 game", Repeat.Read, () => shop.GameAsync(fan.Token, game.Id, detail => Sound.Game(detail, game)));
        var grades = await visit.AskAsync("5 grades", Repeat.Read, () => shop.GradesAsync(fan.Token, game.Id, Sound.Grades));
        if (keys.OneOf([.. grades.Items.Where(listed => listed.Remaining > 0)], visit.Random) is not { } grade) throw new WentAwayException(WentAwayException.SoldOut);

        var plan = await visit.AskAsync("6 grade", Repeat.Read, () => shop.GradeAsync(fan.Token, game.Id, grade.GradeId, found => Sound.Grade(found, grade)));
        var taken = await visit.AskAsync("7 taken", Repeat.Read, () => shop.TakenAsync(fan.Token, game.Id, grade.GradeId, seats => Sound.Taken(seats, grade.Capacity)));
        return new Found(game, grade, plan, taken.Taken);
    }

    /// <summary>Step 8. A hold has no key, so a hold with an unknown outcome is not retried.</summary>
    public static Task<Hold> HoldAsync(Visit visit, Fan fan, long game, long price, Seat[] seats) =>
        visit.AskAsync("8 hold", Repeat.Write, () => AskForHoldAsync(visit.Lab, fan, game, price, seats));

    /// <summary>Step 9, under an idempotency key: however often it is sent, it is one reservation.</summary>
    public static Task<Reservation> ReserveAsync(Visit visit, Fan fan, Hold hold, Seat[] seats)
    {
        var key = Guid.NewGuid().ToString("N");
        return visit.AskAsync("9 reserve", Repeat.Keyed, () => AskForReservationAsync(visit.Lab, fan, hold, seats, key));
    }

    /// <summary>One request for a hold.</summary>
    public static async Task<Answer<Hold>> AskForHoldAsync(Lab lab, Fan fan, long game, long price, Seat[] seats)
    {
        var asked = lab.Ledger.Hold(fan.Account, game, seats);
        var answer = await lab.Shop.HoldAsync(fan.Token, game, seats, held => Sound.Hold(held, game, seats, price, lab.Time.GetUtcNow()));
        asked.Answered(answer, (done, held) => done.Held(held.HoldId, held.ExpiresAt.UtcDateTime));
        return answer;
    }

    /// <summary>One request for a reservation.</summary>
    public static async Task<Answer<Reservation>> AskForReservationAsync(Lab lab, Fan fan, Hold hold, Seat[] seats, string key)
    {
        var asked = lab.Ledger.Reserve(fan.Account, hold.GameId, hold.HoldId, key, seats);
        var answer = await lab.Shop.ReserveAsync(fan.Token, hold.GameId, hold.HoldId, key, sold => Sound.Reservation(sold, hold));
        asked.Answered(answer, (done, sold) => done.Reserved(sold.ReservationId, sold.Total, sold.Seats));
        lab.Tally.Reserved(hold.HoldId, answer);
        return answer;
    }

    /// <summary>One free seat or, equally often, two seats numbered side by side in one row: the first free ones from a position chosen by the keys.</summary>
    public static Seat[] FreeSeats(Grade plan, int[] taken, Keys keys, Random random)
    {
        var from = keys.Index(plan.Capacity, random);
        for (var i = 0; i < plan.Capacity; i++)
        {
            var number = ((from + i) % plan.Capacity) + 1;
            if (!Free(number)) continue;
            var two = random.Next(2) == 0 && SameRow(plan, number, number + 1) && Free(number + 1);
            return two ? [new Seat(plan.GradeId, number), new Seat(plan.GradeId, number + 1)] : [new Seat(plan.GradeId, number)];
        }

        return [];

        bool Free(int number) => Array.BinarySearch(taken, number) < 0;
    }

    private static bool SameRow(Grade plan, int one, int other) => plan.Blocks.Any(block =>
        one >= block.FirstNumber && other < block.FirstNumber + block.Seats
        && (one - block.FirstNumber) / block.SeatsPerRow == (other - block.FirstNumber) / block.SeatsPerRow);
}
