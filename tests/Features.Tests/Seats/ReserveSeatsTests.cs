using System.Net;
using Xunit;

namespace Dugout.Features.Tests.Seats;

public sealed class ReserveSeatsTests(Shop shop)
{
    [Fact]
    public async Task A_reservation_is_visible_at_once_on_every_replica()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var hold = await fan.HoldAsync(game, 3, 1);

        var sold = await fan.ReserveAsync(shop.Replicas[1], game, hold.Number("holdId"));

        Assert.Equal(HttpStatusCode.Created, sold.Status);
        Assert.Equal(100_000, sold.Number("total"));
        Assert.Equal(game, sold.Number("gameId"));
        Assert.Equal([3, 1], sold.Json.GetProperty("seats").EnumerateArray().Select(seat => seat.GetProperty("number").GetInt32()));
        foreach (var replica in shop.Replicas)
        {
            var grades = (await replica.GetAnswerAsync($"/api/games/{game}/grades")).Json.GetProperty("items");
            Assert.Equal([998, 3_000, 4_000, 5_000, 7_000], grades.EnumerateArray().Select(grade => grade.GetProperty("remaining").GetInt32()));
            var taken = (await replica.GetAnswerAsync($"/api/games/{game}/grades/{Shop.Grade(game)}/taken")).Json.GetProperty("taken");
            Assert.Equal([1, 3], taken.EnumerateArray().Select(number => number.GetInt32()));
        }
    }

    [Fact]
    public async Task Equal_versions_of_taken_seats_mean_equal_content()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var path = $"/api/games/{game}/grades/{Shop.Grade(game)}/taken";
        var before = (await shop.Http.GetAnswerAsync(path)).Json.GetProperty("version").GetString();

        await fan.HoldAsync(game, 8);

        var after = (await shop.Replicas[1].GetAnswerAsync(path)).Json.GetProperty("version").GetString();
        Assert.NotEqual(before, after);
        Assert.Equal(after, (await shop.Http.GetAnswerAsync(path)).Json.GetProperty("version").GetString());
    }

    [Fact]
    public async Task A_repeat_gets_the_same_bytes_from_any_replica_and_has_no_effect()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var hold = (await fan.HoldAsync(game, 40)).Number("holdId");
        var first = await fan.ReserveAsync(game, hold, "key-1");

        foreach (var replica in shop.Replicas)
        {
            var again = await fan.ReserveAsync(replica, game, hold, "key-1");
            Assert.Equal((first.Status, first.Body), (again.Status, again.Body));
        }

        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM reservations WHERE game_id = @game", new { game }));
    }

    [Fact]
    public async Task A_key_used_for_another_request_is_rejected()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var holds = new[] { await fan.HoldAsync(game, 41), await fan.HoldAsync(game, 42) };
        await fan.ReserveAsync(game, holds[0].Number("holdId"), "key-2");

        var refused = await fan.ReserveAsync(game, holds[1].Number("holdId"), "key-2");

        Assert.Equal((HttpStatusCode.UnprocessableEntity, "idempotency-key-reused"), (refused.Status, refused.Code));
    }

    [Fact]
    public async Task Keys_belong_to_the_account()
    {
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        for (var i = 0; i < 2; i++)
        {
            var hold = await fans[i].HoldAsync(game, 43 + i);
            Assert.Equal(HttpStatusCode.Created, (await fans[i].ReserveAsync(game, hold.Number("holdId"), "key-3")).Status);
        }
    }

    [Fact]
    public async Task An_error_stores_nothing_so_the_key_can_be_used_again()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        Assert.Equal("hold-expired", (await fan.ReserveAsync(game, 12345, "key-4")).Code);
        var hold = await fan.HoldAsync(game, 45);

        var sold = await fan.ReserveAsync(game, hold.Number("holdId"), "key-4");

        Assert.Equal(HttpStatusCode.Created, sold.Status);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("with space")]
    [InlineData("12345678901234567890123456789012345678901234567890123456789012345")]
    public async Task A_reservation_without_a_valid_key_is_rejected(string? key)
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var hold = await fan.HoldAsync(game, 46);

        var refused = await fan.PostAsync(shop.Http, "/api/reservations", new { gameId = game, holdId = hold.Number("holdId") }, key);

        Assert.Equal((HttpStatusCode.BadRequest, "idempotency-key-missing"), (refused.Status, refused.Code));
    }

    [Fact]
    public async Task A_hold_of_another_account_is_not_found()
    {
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var hold = (await fans[0].HoldAsync(game, 47)).Number("holdId");

        var refused = await fans[1].ReserveAsync(game, hold);

        Assert.Equal((HttpStatusCode.NotFound, "no-such-hold"), (refused.Status, refused.Code));
        Assert.Equal(HttpStatusCode.Created, (await fans[0].ReserveAsync(game, hold)).Status);
    }

    [Fact]
    public async Task A_hold_is_reserved_once()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var hold = (await fan.HoldAsync(game, 48)).Number("holdId");
        await fan.ReserveAsync(game, hold);

        var refused = await fan.ReserveAsync(game, hold);

        Assert.Equal((HttpStatusCode.Conflict, "hold-expired"), (refused.Status, refused.Code));
    }

    [Fact]
    public async Task A_seat_has_the_price_of_the_moment_it_was_held()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var hold = (await fan.HoldAsync(game, 49)).Number("holdId");
        await shop.ChangeAsync("UPDATE grades SET price = price + 1000 WHERE game_id = @game", new { game });

        var sold = await fan.ReserveAsync(game, hold);

        Assert.Equal(50_000, sold.Number("total"));
        Assert.Equal(50_000, sold.Json.GetProperty("seats")[0].GetProperty("price").GetInt64());
    }

    [Fact]
    public async Task No_account_exceeds_the_seat_limit_of_a_grade()
    {
        await using var replica = shop.Replica(("Seats:LimitHolds", "false"));
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        await shop.ChangeAsync("UPDATE grades SET seats_per_account = 1 WHERE id = @grade", new { grade = Shop.Grade(game) });
        var two = (await fan.HoldAsync(http, game, Shop.Grade(game), 1, 2)).Number("holdId");

        Assert.Equal("limit-reached", (await fan.ReserveAsync(http, game, two)).Code);

        var other = (await fan.HoldAsync(http, game, Shop.Grade(game, 2), 1, 2)).Number("holdId");
        Assert.Equal(HttpStatusCode.Created, (await fan.ReserveAsync(http, game, other)).Status);
    }

    [Fact]
    public async Task No_account_exceeds_its_seat_limit()
    {
        await using var replica = shop.Replica(("Seats:LimitHolds", "false"));
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var four = await fan.HoldAsync(http, game, Shop.Grade(game), 1, 2, 3, 4);
        var fifth = await fan.HoldAsync(http, game, Shop.Grade(game, 2), 5);
        Assert.Equal(HttpStatusCode.Created, fifth.Status);
        Assert.Equal(HttpStatusCode.Created, (await fan.ReserveAsync(http, game, four.Number("holdId"))).Status);

        var refused = await fan.ReserveAsync(http, game, fifth.Number("holdId"));

        Assert.Equal((HttpStatusCode.Conflict, "limit-reached"), (refused.Status, refused.Code));
        Assert.Equal(4, await shop.QueryAsync<long>("SELECT COUNT(*) FROM seat_claims WHERE game_id = @game", new { game }));
    }
}
