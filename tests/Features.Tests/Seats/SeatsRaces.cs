using System.Net;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>Every limit of the sale with everybody let go at once, over two API processes.</summary>
public sealed class SeatsRaces(Shop shop)
{
    private const int Callers = 200;

    [Fact]
    public async Task A_seat_is_never_sold_twice()
    {
        var fans = await shop.NextFansAsync(Callers);
        var game = shop.NextGame();
        var grade = Shop.Grade(game);

        var answers = await Together.RunAsync(Callers, async caller =>
        {
            var replica = shop.Replicas[caller % shop.Replicas.Count];
            var hold = await fans[caller].HoldAsync(replica, game, grade, 77);
            return hold.Status == HttpStatusCode.Created
                ? await fans[caller].ReserveAsync(replica, game, hold.Number("holdId"))
                : hold;
        });

        Assert.Single(answers, answer => answer.Status == HttpStatusCode.Created);
        Assert.Equal(Callers - 1, answers.Count(answer => answer is { Status: HttpStatusCode.Conflict, Code: "seat-taken" }));
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM reservations WHERE game_id = @game", new { game }));
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM seat_claims WHERE game_id = @game", new { game }));
    }

    [Fact]
    public async Task One_hold_makes_one_reservation_however_often_it_is_sent()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var hold = (await fan.HoldAsync(game, 78)).Number("holdId");

        var answers = await Together.RunAsync(50, caller =>
            fan.ReserveAsync(shop.Replicas[caller % shop.Replicas.Count], game, hold, $"race-{caller}"));

        Assert.Single(answers, answer => answer.Status == HttpStatusCode.Created);
        Assert.Equal(49, answers.Count(answer => answer is { Status: HttpStatusCode.Conflict, Code: "hold-expired" }));
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM reservations WHERE game_id = @game", new { game }));
    }

    [Fact]
    public async Task One_key_makes_one_reservation_and_all_repeats_get_its_response()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var hold = (await fan.HoldAsync(game, 79)).Number("holdId");

        var answers = await Together.RunAsync(20, caller =>
            fan.ReserveAsync(shop.Replicas[caller % shop.Replicas.Count], game, hold, "the-one-key"));

        Assert.All(answers, answer => Assert.Equal((HttpStatusCode.Created, answers[0].Body), (answer.Status, answer.Body)));
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM reservations WHERE game_id = @game", new { game }));
    }

    [Fact]
    public async Task Parallel_reservations_stop_at_the_limit()
    {
        // Two replicas that leave the limit to the reservation.
        await using var one = shop.Replica(("Seats:LimitHolds", "false"));
        await using var two = shop.Replica(("Seats:LimitHolds", "false"));
        HttpClient[] replicas = [one.CreateClient(), two.CreateClient()];
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var holds = new List<long>();
        for (var number = 1; number <= 12; number++)
            holds.Add((await fans[0].HoldAsync(replicas[0], game, Shop.Grade(game, 3), number)).Number("holdId"));
        var other = (await fans[1].HoldAsync(replicas[0], game, Shop.Grade(game, 3), 13)).Number("holdId");

        var answers = await Together.RunAsync(13, caller => caller < 12
            ? fans[0].ReserveAsync(replicas[caller % 2], game, holds[caller])
            : fans[1].ReserveAsync(replicas[0], game, other));

        Assert.Equal(4, answers[..12].Count(answer => answer.Status == HttpStatusCode.Created));
        Assert.Equal(8, answers[..12].Count(answer => answer is { Status: HttpStatusCode.Conflict, Code: "limit-reached" }));
        Assert.Equal(HttpStatusCode.Created, answers[12].Status);
        Assert.Equal(5, await shop.QueryAsync<long>("SELECT COUNT(*) FROM seat_claims WHERE game_id = @game", new { game }));
    }
}
