using Dugout.Load.Histories;
using Dugout.Load.Shop;
using NBomber.Contracts;
using NBomber.CSharp;

namespace Dugout.Load.Scenarios;

/// <summary>
/// The nine steps of a ticket sale: sign in, teams, games of a month, a game, its seat grades, one grade, its taken seats, a hold on one
/// or two free seats, the reservation. Month, game, grade and seats are chosen at random, evenly, from what the answers offer.
/// A flow ends at the first answer that isn't ok, or when a game has nothing left to buy.
/// </summary>
internal sealed class Ticketing(ShopClient shop, Season season, Fans fans, bool signInEach, Tally tally, Ledger ledger, TimeProvider time)
{
    /// <summary>The name under which the scenario is run.</summary>
    public const string Name = "ticketing";

    /// <summary>The scenario at so many flows a second, each started on time whatever became of the ones before.</summary>
    public ScenarioProps AtRate(int flowsASecond, TimeSpan during) => Scenario.Create(Name, FlowAsync)
        .WithoutWarmUp()
        .WithMaxFailCount(int.MaxValue) // a refusal counts as a failed step there, and is none here
        .WithLoadSimulations(Simulation.Inject(flowsASecond, TimeSpan.FromSeconds(1), during));

    private async Task<IResponse> FlowAsync(IScenarioContext context)
    {
        tally.Start();
        var fan = signInEach ? await AskAsync("1 sign in", context, () => Fans.SignInAsync(shop, fans.RandomEmail())).ConfigureAwait(false) : fans.Random();
        ledger.TakesPart(fan.Account);
        var month = OneOf(season.Months);

        await AskAsync("2 teams", context, () => shop.TeamsAsync(fan.Token, Sound.Teams)).ConfigureAwait(false);
        var games = await AskAsync("3 games", context, () => shop.GamesAsync(fan.Token, month, page => Sound.Games(page, season, month))).ConfigureAwait(false);
        if (OneOf(games.Items.Where(listed => listed.OnSale(time.GetUtcNow()))) is not { } game) return SoldOut();

        await AskAsync("4 game", context, () => shop.GameAsync(fan.Token, game.Id, detail => Sound.Game(detail, game))).ConfigureAwait(false);
        var grades = await AskAsync("5 grades", context, () => shop.GradesAsync(fan.Token, game.Id, Sound.Grades)).ConfigureAwait(false);
        if (OneOf(grades.Items.Where(listed => listed.Remaining > 0)) is not { } grade) return SoldOut();

        var plan = await AskAsync("6 grade", context, () => shop.GradeAsync(fan.Token, game.Id, grade.GradeId, found => Sound.Grade(found, grade))).ConfigureAwait(false);
        var taken = await AskAsync("7 taken", context, () => shop.TakenAsync(fan.Token, game.Id, grade.GradeId, seats => Sound.Taken(seats, grade.Capacity))).ConfigureAwait(false);
        if (FreeSeats(plan, taken.Taken) is not [_, ..] seats) return SoldOut();

        var hold = await AskAsync("8 hold", context, async () =>
        {
            var asked = ledger.Hold(fan.Account, game.Id, seats);
            var answer = await shop.HoldAsync(fan.Token, game.Id, seats, held => Sound.Hold(held, game.Id, seats, grade.Price, time.GetUtcNow())).ConfigureAwait(false);
            asked.Answered(answer, (done, held) => done.Held(held.HoldId, held.ExpiresAt.UtcDateTime));
            return answer;
        }).ConfigureAwait(false);
        await AskAsync("9 reserve", context, async () =>
        {
            var key = Guid.NewGuid().ToString("N");
            var asked = ledger.Reserve(fan.Account, game.Id, hold.HoldId, key, seats);
            var answer = await shop.ReserveAsync(fan.Token, game.Id, hold.HoldId, key, sold => Sound.Reservation(sold, hold)).ConfigureAwait(false);
            asked.Answered(answer, (done, sold) => done.Reserved(sold.ReservationId, sold.Total, sold.Seats));
            return answer;
        }).ConfigureAwait(false);

        tally.Finish();
        return Response.Ok();
    }

    /// <summary>One step: asks, counts, and leaves the flow unless the answer is ok.</summary>
    private async Task<T> AskAsync<T>(string step, IScenarioContext context, Func<Task<Answer<T>>> ask)
        where T : class
    {
        var response = await Step.Run(step, context, async () =>
        {
            var answer = await ask().ConfigureAwait(false);
            if (answer.Body is { } body) return Response.Ok(body, statusCode: answer.Status, sizeBytes: answer.Bytes);
            tally.End(step, answer);
            return Response.Fail<T>(statusCode: answer.Status, message: answer.Detail, sizeBytes: answer.Bytes);
        }).ConfigureAwait(false);
        return response.Payload!.Value;
    }

    private Response<object> SoldOut()
    {
        tally.FinishSoldOut();
        return Response.Ok(statusCode: "sold-out");
    }

    /// <summary>One free seat or, as often, two that are numbered side by side in one row; the first free one from a random place on.</summary>
    private static Seat[] FreeSeats(Grade plan, int[] taken)
    {
        var from = Random.Shared.Next(plan.Capacity);
        for (var i = 0; i < plan.Capacity; i++)
        {
            var number = ((from + i) % plan.Capacity) + 1;
            if (!Free(number)) continue;
            var two = Random.Shared.Next(2) == 0 && SameRow(plan, number, number + 1) && Free(number + 1);
            return two ? [new Seat(plan.GradeId, number), new Seat(plan.GradeId, number + 1)] : [new Seat(plan.GradeId, number)];
        }

        return [];

        bool Free(int number) => Array.BinarySearch(taken, number) < 0;
    }

    private static bool SameRow(Grade plan, int one, int other) => plan.Blocks.Any(block =>
        one >= block.FirstNumber && other < block.FirstNumber + block.Seats
        && (one - block.FirstNumber) / block.SeatsPerRow == (other - block.FirstNumber) / block.SeatsPerRow);

    private static T OneOf<T>(T[] choice) => choice[Random.Shared.Next(choice.Length)];

    private static T? OneOf<T>(IEnumerable<T> choice)
        where T : class =>
        choice.ToArray() is [_, ..] some ? OneOf(some) : null;
}
