using System.Net;
using Dugout.Features.Seats;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Dugout.Features.Tests.Seats;

public sealed class HoldSeatsTests(Shop shop)
{
    [Fact]
    public async Task Held_seats_have_the_current_price_and_seven_minutes()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();

        var hold = await fan.HoldAsync(game, 5, 6);

        Assert.Equal(HttpStatusCode.Created, hold.Status);
        Assert.InRange(hold.Number("holdId"), 1, (1L << 53) - 1);
        Assert.Equal([50_000, 50_000], hold.Json.GetProperty("seats").EnumerateArray().Select(seat => seat.GetProperty("price").GetInt64()));
        var life = hold.Json.GetProperty("expiresAt").GetDateTime() - DateTime.UtcNow;
        Assert.InRange(life.TotalSeconds, 400, 421);
    }

    [Fact]
    public async Task A_held_seat_is_taken_on_every_replica_even_for_its_holder()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        await fan.HoldAsync(game, 7);

        foreach (var replica in shop.Replicas)
        {
            Assert.Equal([7], await TakenAsync(replica, game));
            var again = await fan.HoldAsync(replica, game, Shop.Grade(game), 7);
            Assert.Equal((HttpStatusCode.Conflict, "seat-taken"), (again.Status, again.Code));
            var seat = Assert.Single(again.Json.GetProperty("seats").EnumerateArray());
            Assert.Equal((Shop.Grade(game), 7, "held"),
                (seat.GetProperty("gradeId").GetInt64(), seat.GetProperty("number").GetInt32(), seat.GetProperty("reason").GetString()));
        }
    }

    [Fact]
    public async Task One_taken_seat_rejects_the_whole_hold()
    {
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        await fans[0].HoldAsync(game, 10);

        var refused = await fans[1].HoldAsync(game, 9, 10, 11);

        Assert.Equal("seat-taken", refused.Code);
        Assert.Equal([10], await TakenAsync(shop.Http, game));
    }

    [Fact]
    public async Task A_sold_seat_cannot_be_held()
    {
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var hold = await fans[0].HoldAsync(game, 20);
        await fans[0].ReserveAsync(game, hold.Number("holdId"));

        var refused = await fans[1].HoldAsync(game, 20, 21);

        Assert.Equal((HttpStatusCode.Conflict, "seat-taken"), (refused.Status, refused.Code));
        var seat = Assert.Single(refused.Json.GetProperty("seats").EnumerateArray());
        Assert.Equal((Shop.Grade(game), 20, "sold"),
            (seat.GetProperty("gradeId").GetInt64(), seat.GetProperty("number").GetInt32(), seat.GetProperty("reason").GetString()));
        Assert.Equal([20], await TakenAsync(shop.Http, game));
    }

    [Fact]
    public async Task Sold_and_held_seats_count_together_against_the_limit()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var hold = await fan.HoldAsync(game, 1, 2);
        await fan.ReserveAsync(game, hold.Number("holdId"));
        Assert.Equal(HttpStatusCode.Created, (await fan.HoldAsync(game, 3)).Status);

        var refused = await fan.HoldAsync(game, 4, 5);

        Assert.Equal((HttpStatusCode.Conflict, "limit-reached"), (refused.Status, refused.Code));
        Assert.Equal([1, 2, 3], await TakenAsync(shop.Http, game));
    }

    [Fact]
    public async Task A_grade_can_have_a_limit_of_its_own()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var by = await shop.NextOperatorAsync();
        Assert.Equal(HttpStatusCode.OK, (await by.PatchAsync(shop.Http, $"/api/admin/games/{game}/grades/{Shop.Grade(game)}", new { seatsPerAccount = 1 })).Status);

        Assert.Equal("limit-reached", (await fan.HoldAsync(game, 1, 2)).Code);
        var hold = await fan.HoldAsync(game, 1);
        Assert.Equal(HttpStatusCode.Created, (await fan.ReserveAsync(game, hold.Number("holdId"))).Status);
        Assert.Equal("limit-reached", (await fan.HoldAsync(game, 2)).Code);
        Assert.Equal(HttpStatusCode.Created, (await fan.HoldAsync(shop.Http, game, Shop.Grade(game, 2), 1)).Status);
    }

    [Fact]
    public async Task A_hold_of_another_account_cannot_be_released()
    {
        await using var replica = shop.Replica();
        var holds = replica.Services.GetRequiredService<Holds>();
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var hold = (await fans[0].HoldAsync(game, 50)).Number("holdId");
        var own = new Holds.Hold(hold, game, fans[0].Id, default, [new(Shop.Grade(game), 50, 50_000)]);

        await holds.LetGoAsync(own with { AccountId = fans[1].Id }, TestContext.Current.CancellationToken);
        Assert.Equal([50], await TakenAsync(shop.Http, game));

        await holds.LetGoAsync(own, TestContext.Current.CancellationToken);
        Assert.Empty(await TakenAsync(shop.Http, game));
    }

    [Fact]
    public async Task A_hold_expires()
    {
        await using var replica = shop.Replica(("Seats:HoldSeconds", "1"));
        using var http = replica.CreateClient();
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var hold = await fans[0].HoldAsync(http, game, Shop.Grade(game), 30);
        Assert.Equal(HttpStatusCode.Created, hold.Status);

        var deadline = DateTime.UtcNow.AddSeconds(60);
        Answer second;
        do
            second = await fans[1].HoldAsync(game, 30);
        while (second.Code == "seat-taken" && DateTime.UtcNow < deadline);

        Assert.Equal(HttpStatusCode.Created, second.Status);
        Assert.True(DateTime.UtcNow >= hold.Json.GetProperty("expiresAt").GetDateTime());
        Assert.Equal("hold-expired", (await fans[0].ReserveAsync(game, hold.Number("holdId"))).Code);
    }

    [Theory]
    [InlineData(Shop.GameNotOnSaleYet, "sale-not-open")]
    [InlineData(Shop.GameNoLongerOnSale, "sale-closed")]
    public async Task Seats_cannot_be_held_outside_the_sale(long game, string code)
    {
        var fan = await shop.NextFanAsync();

        var refused = await fan.HoldAsync(game, 1);

        Assert.Equal((HttpStatusCode.Conflict, code), (refused.Status, refused.Code));
    }

    [Fact]
    public async Task Unknown_seats_are_rejected()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var grade = Shop.Grade(game);

        foreach (var (of, number) in ((long, int)[])[(grade, 0), (grade, -1), (grade, 1_001), (Shop.Grade(game + 1), 1), (0, 1)])
        {
            var refused = await fan.HoldAsync(shop.Http, game, of, number);
            Assert.Equal((of, number, HttpStatusCode.NotFound, "no-such-seat"), (of, number, refused.Status, refused.Code));
        }

        Assert.Equal("no-such-game", (await fan.HoldAsync(shop.Http, 100721, grade, 1)).Code);
        Assert.Empty(await TakenAsync(shop.Http, game));
    }

    [Fact]
    public async Task A_hold_has_one_to_eight_different_seats()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();

        foreach (var numbers in (int[][])[[], [.. Enumerable.Range(1, 9)], [1, 1]])
        {
            var refused = await fan.HoldAsync(game, numbers);
            Assert.Equal((HttpStatusCode.BadRequest, "invalid"), (refused.Status, refused.Code));
        }
    }

    [Fact]
    public async Task While_Redis_is_unavailable_holds_return_busy()
    {
        // No server listens on the discard port.
        await using var replica = shop.Replica(("ConnectionStrings:Redis", "127.0.0.1:9"));
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();

        var refused = await fan.HoldAsync(http, game, Shop.Grade(game), 1);

        Assert.Equal((HttpStatusCode.ServiceUnavailable, "busy"), (refused.Status, refused.Code));
        Assert.NotNull(refused.Headers.RetryAfter);
        Assert.Equal(HttpStatusCode.OK, (await http.GetAnswerAsync($"/api/games/{game}/grades/{Shop.Grade(game)}/taken")).Status);
    }

    private static async Task<List<int>> TakenAsync(HttpClient replica, long game)
    {
        var answer = await replica.GetAnswerAsync($"/api/games/{game}/grades/{Shop.Grade(game)}/taken");
        return [.. answer.Json.GetProperty("taken").EnumerateArray().Select(number => number.GetInt32())];
    }
}
