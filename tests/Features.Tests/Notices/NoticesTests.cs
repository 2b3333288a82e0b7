using System.Net;
using Dugout.Features.Notices;
using Dugout.Features.Tests.Accounts;
using Dugout.Tests.Support;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Dugout.Features.Tests.Notices;

public sealed class NoticesTests(Shop shop)
{
    [Fact]
    public async Task A_purchase_and_its_cancellations_are_notified_at_once_and_once()
    {
        // With a device, so that what is pushed waits: no worker here has a partner.
        var fan = await NextFanAsync();
        var game = shop.NextGame();
        var hold = (await fan.HoldAsync(game, 1, 2)).Number("holdId");
        var sold = await fan.ReserveAsync(shop.Http, game, hold, "once");
        await fan.ReserveAsync(shop.Replicas[1], game, hold, "once");
        var id = sold.Number("reservationId");
        await fan.DeleteAsync(shop.Http, $"/api/reservations/{id}/seats/{Shop.Grade(game)}/2");
        await fan.DeleteAsync(shop.Replicas[1], $"/api/reservations/{id}");
        await fan.DeleteAsync(shop.Replicas[1], $"/api/reservations/{id}");

        var notices = await fan.NoticesAsync();

        Assert.Equal(["reservation-cancelled", "reservation-cancelled", "reservation-confirmed"], notices.Select(notice => notice.GetProperty("kind").GetString()));
        Assert.All(notices, notice => Assert.Equal(id, notice.GetProperty("aboutId").GetInt64()));
        Assert.Contains(sold.Json.GetProperty("number").GetString()!, notices[2].GetProperty("text").GetString(), StringComparison.Ordinal);
        Assert.Equal(3, await fan.PushesWaitingAsync());
    }

    [Fact]
    public async Task A_failed_purchase_creates_no_notice()
    {
        var fan = await NextFanAsync();
        var game = shop.NextGame();
        var hold = (await fan.HoldAsync(game, 1)).Number("holdId");
        await shop.ChangeAsync("INSERT INTO seat_claims (game_id, grade_id, number) VALUES (@game, @grade, 1)", new { game, grade = Shop.Grade(game) });

        Assert.Equal("hold-expired", (await fan.ReserveAsync(game, hold)).Code);

        Assert.Empty(await fan.NoticesAsync());
        Assert.Equal(0, await fan.PushesWaitingAsync());
    }

    [Fact]
    public async Task Read_notices_stay_read_and_newer_ones_unread()
    {
        var fan = await shop.NextFanAsync();
        await fan.BuyAsync(shop.NextGame(), 1);
        await fan.BuyAsync(shop.NextGame(), 1);
        await fan.BuyAsync(shop.NextGame(), 1);
        List<long> ids = [.. (await fan.NoticesAsync()).Select(notice => notice.GetProperty("noticeId").GetInt64())];
        Assert.Equal(3, await fan.UnreadAsync());

        Assert.Equal(HttpStatusCode.NoContent, (await fan.PutAsync(shop.Http, $"{Gadgets.Notices}/{ids[2]}/read")).Status);
        var first = (await fan.NoticesAsync())[2].GetProperty("readAt").GetDateTime();
        Assert.Equal(HttpStatusCode.NoContent, (await fan.PutAsync(shop.Replicas[1], $"{Gadgets.Notices}/{ids[2]}/read")).Status);
        Assert.Equal(first, (await fan.NoticesAsync())[2].GetProperty("readAt").GetDateTime());
        Assert.Equal(2, await fan.UnreadAsync());

        for (var times = 1; times <= 2; times++)
            Assert.Equal(HttpStatusCode.NoContent, (await fan.PutAsync(shop.Http, $"{Gadgets.Notices}/read", new { upTo = ids[1] })).Status);

        Assert.Equal(1, await fan.UnreadAsync());
        Assert.Equal(first, (await fan.NoticesAsync())[2].GetProperty("readAt").GetDateTime());
    }

    [Fact]
    public async Task Notices_of_another_account_cannot_be_read_or_marked()
    {
        var fans = await shop.NextFansAsync(2);
        await fans[0].BuyAsync(shop.NextGame(), 1);
        var notice = (await fans[0].NoticesAsync())[0].GetProperty("noticeId").GetInt64();

        var refused = await fans[1].PutAsync(shop.Http, $"{Gadgets.Notices}/{notice}/read");
        await fans[1].PutAsync(shop.Http, $"{Gadgets.Notices}/read", new { upTo = notice });

        Assert.Equal((HttpStatusCode.NotFound, "no-such-notice"), (refused.Status, refused.Code));
        Assert.Empty(await fans[1].NoticesAsync());
        Assert.Equal(1, await fans[0].UnreadAsync());
    }

    [Fact]
    public async Task Pages_follow_each_other_newest_first()
    {
        var fan = await shop.NextFanAsync();
        for (var n = 0; n < 3; n++)
            await fan.BuyAsync(shop.NextGame(), 1);
        var all = (await fan.NoticesAsync()).Select(notice => notice.GetProperty("noticeId").GetInt64()).ToList();
        Assert.Equal(all.OrderDescending(), all);

        List<long> paged = [];
        string? next = "";
        while (next is not null)
        {
            var page = await fan.GetAsync(shop.Http, $"{Gadgets.Notices}?limit=2{(next.Length > 0 ? $"&after={next}" : "")}");
            paged.AddRange(page.Json.GetProperty("items").EnumerateArray().Select(notice => notice.GetProperty("noticeId").GetInt64()));
            Assert.Equal(3, page.Number("unread"));
            next = page.Json.GetProperty("next").GetString();
        }

        Assert.Equal(all, paged);
    }

    [Fact]
    public async Task A_changed_password_is_not_reported_as_old()
    {
        var fan = await shop.NextFanAsync();
        await fan.AgePasswordAsync();
        await fan.PutAsync(shop.Http, "/api/accounts/me/password", new { current = Shop.FanPassword, next = "take-me-out-2028" });

        Assert.Equal(HttpStatusCode.OK, (await shop.Http.SignInAsync(fan.Email, "take-me-out-2028")).Status);

        Assert.Equal(0, await shop.QueryAsync<long>("SELECT COUNT(*) FROM notices WHERE account_id = @Id", new { fan.Id }));
    }

    [Fact]
    public async Task Above_the_limit_of_waiting_pushes_a_notice_is_stored_and_not_pushed()
    {
        var fan = await NextFanAsync();
        for (var n = 0; n < 2; n++)
            await fan.BuyAsync(shop.NextGame(), 1);
        await using var replica = shop.Replica(("Notices:MostWaiting", "1"));
        using var http = replica.CreateClient();
        var (game, room) = (shop.NextGame(), replica.Services.GetRequiredService<PushRoom>());
        await Wait.UntilAsync("it is known that there is no room", () => Task.FromResult(!room.Has()));
        await fan.AgePasswordAsync();

        await fan.TrySignInWithAsync(Gadgets.NewToken(), http);
        var sold = await fan.ReserveAsync(http, game, (await fan.HoldAsync(http, game, Shop.Grade(game), 1)).Number("holdId"));

        Assert.Equal(HttpStatusCode.Created, sold.Status);

        Assert.Equal(["reservation-confirmed", "password-old", "reservation-confirmed", "reservation-confirmed"], await fan.KindsAsync());
        Assert.Equal(2, await fan.PushesWaitingAsync());
    }

    private async Task<Fan> NextFanAsync()
    {
        var fan = await shop.NextFanAsync();
        await fan.SignInWithAsync(Gadgets.NewToken());
        return fan;
    }
}
