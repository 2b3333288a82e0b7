using System.Net;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Seats;

public sealed class RenewHoldTests(Shop shop)
{
    [Fact]
    public async Task A_renewed_hold_gets_its_full_lifetime_at_its_original_price()
    {
        await using var replica = shop.Replica(("Seats:HoldSeconds", "5"));
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var hold = await fan.HoldAsync(http, game, Shop.Grade(game), 2, 1);
        await shop.ChangeAsync("UPDATE grades SET price = price + 1000 WHERE game_id = @game", new { game });

        var renewed = await RenewAsync(fan, shop.Replicas[1], game, hold);

        Assert.Equal(HttpStatusCode.OK, renewed.Status);
        Assert.InRange((ExpiresAt(renewed) - DateTime.UtcNow).TotalSeconds, 400, 421);
        Assert.Equal(hold.Body.Replace(Text(hold), Text(renewed), StringComparison.Ordinal), renewed.Body);
        var listed = (await fan.GetAsync(shop.Http, $"/api/games/{game}/holds")).Json.GetProperty("items");
        Assert.Equal($"[{renewed.Body}]", listed.GetRawText());

        static string Text(Answer answer) => answer.Json.GetProperty("expiresAt").GetString()!;
    }

    [Fact]
    public async Task A_renewed_hold_can_be_reserved_after_its_first_deadline()
    {
        await using var replica = shop.Replica(("Seats:HoldSeconds", "1"));
        using var http = replica.CreateClient();
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var hold = await fans[0].HoldAsync(http, game, Shop.Grade(game), 1);
        await RenewAsync(fans[0], shop.Http, game, hold);

        // Until another fan could hold the seat, had the hold not been renewed.
        while (DateTime.UtcNow < ExpiresAt(hold).AddSeconds(6))
            Assert.Equal("seat-taken", (await fans[1].HoldAsync(shop.Replicas[1], game, Shop.Grade(game), 1)).Code);

        Assert.Equal(HttpStatusCode.Created, (await fans[0].ReserveAsync(game, hold.Number("holdId"))).Status);
    }

    [Fact]
    public async Task A_hold_is_renewed_up_to_its_maximum_lifetime()
    {
        await using var replica = shop.Replica(("Seats:HoldSeconds", "60"), ("Seats:LongestHoldSeconds", "61"));
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var hold = await fan.HoldAsync(http, game, Shop.Grade(game), 1);
        var end = ExpiresAt(hold).AddSeconds(1);

        var last = ExpiresAt(hold);
        var deadline = DateTime.UtcNow.AddSeconds(10);
        Answer answer;
        while ((answer = await RenewAsync(fan, http, game, hold)).Status == HttpStatusCode.OK && DateTime.UtcNow < deadline)
        {
            Assert.InRange(ExpiresAt(answer), last, end);
            last = ExpiresAt(answer);
        }

        Assert.Equal((HttpStatusCode.Conflict, "renewal-limit"), (answer.Status, answer.Code));
        Assert.Equal(end, last);
        // Rejected, it is unchanged.
        Assert.Equal(HttpStatusCode.Created, (await fan.ReserveAsync(game, hold.Number("holdId"))).Status);
    }

    [Fact]
    public async Task An_expired_hold_is_not_renewed_even_if_its_seats_are_still_free()
    {
        await using var replica = shop.Replica(("Seats:HoldSeconds", "1"));
        using var http = replica.CreateClient();
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var hold = await fans[0].HoldAsync(http, game, Shop.Grade(game), 1);
        var deadline = DateTime.UtcNow.AddSeconds(10);
        while ((await fans[0].GetAsync(http, $"/api/games/{game}/holds")).Json.GetProperty("items").GetArrayLength() > 0)
            Assert.True(DateTime.UtcNow < deadline);

        var refused = await RenewAsync(fans[0], shop.Http, game, hold);

        Assert.Equal((HttpStatusCode.Conflict, "hold-expired"), (refused.Status, refused.Code));
        Assert.Equal("seat-taken", (await fans[1].HoldAsync(game, 1)).Code);
    }

    [Fact]
    public async Task Renewing_a_released_reserved_or_unknown_hold_returns_hold_expired()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var released = await fan.HoldAsync(game, 1);
        Assert.Equal(HttpStatusCode.NoContent, (await fan.DeleteAsync(shop.Http, $"/api/games/{game}/holds/{released.Number("holdId")}")).Status);
        var reserved = await fan.HoldAsync(game, 2);
        Assert.Equal(HttpStatusCode.Created, (await fan.ReserveAsync(game, reserved.Number("holdId"))).Status);
        var elsewhere = await fan.HoldAsync(game, 3);

        foreach (var path in (string[])
            [$"{game}/holds/{released.Number("holdId")}", $"{game}/holds/{reserved.Number("holdId")}", $"{game + 1}/holds/{elsewhere.Number("holdId")}",
             $"{game}/holds/12345", $"{game}/holds/0", $"{game}/holds/-1", "100721/holds/1"])
        {
            var refused = await fan.SendAsync(shop.Replicas[1], HttpMethod.Post, $"/api/games/{path}/renewals");
            Assert.Equal((path, HttpStatusCode.Conflict, "hold-expired"), (path, refused.Status, refused.Code));
        }
    }

    [Fact]
    public async Task A_hold_of_another_account_is_not_found()
    {
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var hold = await fans[0].HoldAsync(game, 1);

        var refused = await RenewAsync(fans[1], shop.Http, game, hold);

        Assert.Equal((HttpStatusCode.NotFound, "no-such-hold"), (refused.Status, refused.Code));
        var listed = (await fans[0].GetAsync(shop.Http, $"/api/games/{game}/holds")).Json.GetProperty("items");
        Assert.Equal($"[{hold.Body}]", listed.GetRawText());
    }

    [Fact]
    public async Task A_hold_that_lost_a_seat_to_another_account_is_not_renewed()
    {
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var lost = await fans[0].HoldAsync(game, 1, 2);
        await SeatAvailabilityTests.ForgetAsync(shop, game);
        var taken = await fans[1].HoldAsync(game, 2);

        var refused = await RenewAsync(fans[0], shop.Http, game, lost);

        Assert.Equal((HttpStatusCode.Conflict, "hold-expired"), (refused.Status, refused.Code));
        Assert.Equal(HttpStatusCode.Created, (await fans[1].ReserveAsync(game, taken.Number("holdId"))).Status);
    }

    [Fact]
    public async Task Parallel_renewals_all_succeed_and_none_shortens_the_hold()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var hold = await fan.HoldAsync(game, 1);

        var answers = await Together.RunAsync(50, caller => RenewAsync(fan, shop.Replicas[caller % 2], game, hold));

        Assert.All(answers, answer => Assert.Equal(HttpStatusCode.OK, answer.Status));
        var listed = (await fan.GetAsync(shop.Http, $"/api/games/{game}/holds")).Json.GetProperty("items")[0];
        Assert.Equal(answers.Max(ExpiresAt), listed.GetProperty("expiresAt").GetDateTime());
    }

    /// <summary>As while replicas get another setting one after the other; nor does Redis' clock when it is set back.</summary>
    [Fact]
    public async Task A_replica_with_a_shorter_lifetime_does_not_shorten_the_hold()
    {
        await using var replica = shop.Replica(("Seats:HoldSeconds", "5"));
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var hold = await fan.HoldAsync(game, 1);

        var renewed = await RenewAsync(fan, http, game, hold);

        Assert.Equal((HttpStatusCode.OK, ExpiresAt(hold)), (renewed.Status, ExpiresAt(renewed)));
    }

    internal static Task<Answer> RenewAsync(Fan fan, HttpClient replica, long game, Answer hold) =>
        fan.SendAsync(replica, HttpMethod.Post, $"/api/games/{game}/holds/{hold.Number("holdId")}/renewals");

    internal static DateTime ExpiresAt(Answer hold) => hold.Json.GetProperty("expiresAt").GetDateTime();
}
