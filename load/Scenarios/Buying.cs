using Dugout.Load.Client;

namespace Dugout.Load.Scenarios;

/// <summary>What a fan looked up before buying: the game, the grade, and its taken seats.</summary>
internal sealed record Found(Game Game, GradeInSale Listed, Grade Plan, int[] Taken);

/// <summary>The steps of a sale, shared by several scenarios. Each step is recorded before it is sent.</summary>
internal static class Buying
{
    /// <summary>Steps 2 to 7.</summary>
    /// <exception cref="IterationLeftException">There was nothing left to buy.</exception>
    public static async Task<Found> BrowseAsync(Iteration iteration, Fan fan)
    {
        var (lab, shop, season) = (iteration.Lab, iteration.Lab.Shop, iteration.Lab.Season!);
        var keys = lab.Options.Keys;
        var month = season.Months[keys.Index(season.Months.Length, iteration.Random)];

        await iteration.StepAsync("2 teams", Repeat.Read, () => shop.TeamsAsync(fan.Token, ResponseChecks.Teams));
        var games = await iteration.StepAsync("3 games", Repeat.Read, () => shop.GamesAsync(fan.Token, month, page => ResponseChecks.Games(page, season, month)));
        if (keys.OneOf([.. games.Items.Where(listed => listed.OnSale(lab.Time.GetUtcNow()))], iteration.Random) is not { } game) throw new IterationLeftException(IterationLeftException.SoldOut);

        await iteration.StepAsync("4 game", Repeat.Read, () => shop.GameAsync(fan.Token, game.Id, detail => ResponseChecks.Game(detail, game)));
        var grades = await iteration.StepAsync("5 grades", Repeat.Read, () => shop.GradesAsync(fan.Token, game.Id, ResponseChecks.Grades));
        if (keys.OneOf([.. grades.Items.Where(listed => listed.Remaining > 0)], iteration.Random) is not { } grade) throw new IterationLeftException(IterationLeftException.SoldOut);

        var plan = await iteration.StepAsync("6 grade", Repeat.Read, () => shop.GradeAsync(fan.Token, game.Id, grade.GradeId, found => ResponseChecks.Grade(found, grade)));
        var taken = await iteration.StepAsync("7 taken", Repeat.Read, () => shop.TakenAsync(fan.Token, game.Id, grade.GradeId, seats => ResponseChecks.Taken(seats, grade.Capacity)));
        return new Found(game, grade, plan, taken.Taken);
    }

    /// <summary>Step 8. A hold has no key, so a hold with an unknown outcome is not retried.</summary>
    public static Task<Hold> HoldAsync(Iteration iteration, Fan fan, long game, long price, Seat[] seats, string? pass = null) =>
        iteration.StepAsync("8 hold", Repeat.Write, () => SendHoldAsync(iteration.Lab, fan, game, price, seats, pass));

    /// <summary>The same by a fan who looks for other seats when these are taken.</summary>
    /// <returns>The hold; null if the seats are taken. The last attempt ends the iteration instead.</returns>
    public static Task<Hold?> TryHoldAsync(Iteration iteration, Fan fan, long game, long price, Seat[] seats, string? pass, bool isLast) =>
        iteration.TryStepAsync("8 hold", Repeat.Write, () => SendHoldAsync(iteration.Lab, fan, game, price, seats, pass), isLast ? "" : "seat-taken");

    /// <summary>Step 9, under an idempotency key: however often it is sent, it is one reservation.</summary>
    public static Task<Reservation> ReserveAsync(Iteration iteration, Fan fan, Hold hold, Seat[] seats, string? pass = null)
    {
        var key = Guid.NewGuid().ToString("N");
        return iteration.StepAsync("9 reserve", Repeat.Keyed, () => SendReservationAsync(iteration.Lab, fan, hold, seats, key, pass));
    }

    /// <summary>One request for a hold.</summary>
    public static async Task<ShopResponse<Hold>> SendHoldAsync(Lab lab, Fan fan, long game, long price, Seat[] seats, string? pass = null)
    {
        var recorded = lab.HistoryRecorder.Hold(fan.Account, game, seats);
        var response = await lab.Shop.HoldAsync(fan.Token, game, seats, held => ResponseChecks.Hold(held, game, seats, price, lab.Time.GetUtcNow()), pass);
        recorded.RecordResponse(response, (done, held) => done.Held(held.HoldId, held.ExpiresAt.UtcDateTime));
        return response;
    }

    /// <summary>One request for a reservation.</summary>
    public static async Task<ShopResponse<Reservation>> SendReservationAsync(Lab lab, Fan fan, Hold hold, Seat[] seats, string key, string? pass = null)
    {
        var recorded = lab.HistoryRecorder.Reserve(fan.Account, hold.GameId, hold.HoldId, key, seats);
        var response = await lab.Shop.ReserveAsync(fan.Token, hold.GameId, hold.HoldId, key, sold => ResponseChecks.Reservation(sold, hold), pass);
        recorded.RecordResponse(response, (done, sold) => done.Reserved(sold.ReservationId, sold.Total, sold.Seats));
        lab.Tally.Reserved(hold.HoldId, response);
        return response;
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
