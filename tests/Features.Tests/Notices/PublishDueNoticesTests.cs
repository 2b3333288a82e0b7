using System.Net;
using Dugout.Features.Notices;
using Dugout.Features.Seats;
using Dugout.Features.Tests.Coupons;
using Dugout.Tests.Support;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Dugout.Features.Tests.Notices;

/// <summary>
/// Notices that no request causes. The jobs run in this process, as those of several workers would. When nothing else asks for the events of today, or delivers messages.
/// </summary>
[Collection(nameof(Alone))]
public sealed class PublishDueNoticesTests(Shop shop)
{
    [Fact]
    public async Task Concurrent_workers_publish_each_notice_once()
    {
        await using var replica = shop.Replica(("Seats:HoldSeconds", "40"));
        using var http = replica.CreateClient();
        var (guest, collector, buyer) = (await shop.NextFanAsync(), await shop.NextFanAsync(), await shop.NextFanAsync());
        await guest.ApplyForEventsTodayAsync(3);
        var stand = await CouponStand.OpenAsync(shop, stock: 1);
        await stand.ClaimAsync(collector);
        await shop.ChangeAsync("UPDATE coupon_campaigns SET valid_until = UTC_TIMESTAMP(6) + INTERVAL 23 HOUR WHERE id = @Id", new { stand.Id });
        var game = shop.NextGame();
        var hold = (await buyer.HoldAsync(http, game, Shop.Grade(game), 1, 2)).Number("holdId");
        List<PublishDueNotices> workers = [.. Enumerable.Range(0, 4).Select(_ => Job(replica.Services))];

        await Together.RunAsync(workers.Count, async worker => await workers[worker].PublishAsync(TestContext.Current.CancellationToken));
        await workers[0].PublishAsync(TestContext.Current.CancellationToken);

        Assert.Equal(["event-today", "event-today", "event-today"], await guest.KindsAsync());
        Assert.Equal(["coupon-expiring"], await collector.KindsAsync());
        var lapsing = Assert.Single(await buyer.NoticesAsync());
        Assert.Equal(("hold-lapsing", hold), (lapsing.GetProperty("kind").GetString()!, lapsing.GetProperty("aboutId").GetInt64()));
        Assert.Equal(0, await shop.QueryAsync<long>("SELECT COUNT(*) - COUNT(DISTINCT account_id, kind, about_id, turn) FROM notices"));
        workers.ForEach(worker => worker.Dispose());
    }

    [Fact]
    public async Task Used_coupons_cancelled_applications_and_ended_holds_create_no_notice()
    {
        await using var replica = shop.Replica(("Seats:HoldSeconds", "40"));
        using var http = replica.CreateClient();
        var (guest, collector, buyer) = (await shop.NextFanAsync(), await shop.NextFanAsync(), await shop.NextFanAsync());
        await guest.ApplyForEventsTodayAsync(1);
        await shop.ChangeAsync("UPDATE event_applications SET state = 'cancelled', cancelled_at = UTC_TIMESTAMP(6) WHERE account_id = @Id", new { guest.Id });
        var stand = await CouponStand.OpenAsync(shop, stock: 1);
        await stand.ClaimAsync(collector);
        await shop.ChangeAsync(
            """
            UPDATE coupon_campaigns SET valid_until = UTC_TIMESTAMP(6) + INTERVAL 23 HOUR WHERE id = @Id;
            UPDATE coupons SET used_by_order = 1 WHERE campaign_id = @Id
            """, new { stand.Id });
        var game = shop.NextGame();
        var held = (await buyer.HoldAsync(http, game, Shop.Grade(game), 1)).Number("holdId");
        await buyer.DeleteAsync(http, $"/api/games/{game}/holds/{held}");
        var bought = (await buyer.HoldAsync(http, game, Shop.Grade(game), 2)).Number("holdId");
        Assert.Equal(HttpStatusCode.Created, (await buyer.ReserveAsync(http, game, bought)).Status);
        using var job = Job(replica.Services);

        await job.PublishAsync(TestContext.Current.CancellationToken);

        Assert.Empty(await guest.NoticesAsync());
        Assert.Empty(await collector.NoticesAsync());
        Assert.Equal(["reservation-confirmed"], await buyer.KindsAsync());
    }

    [Fact]
    public async Task A_renewed_hold_is_notified_only_before_its_new_deadline()
    {
        await using var replica = shop.Replica();
        await using var brief = shop.Replica(("Seats:HoldSeconds", "40"));
        using var http = brief.CreateClient();
        var buyer = await shop.NextFanAsync();
        var game = shop.NextGame();
        var hold = (await buyer.HoldAsync(http, game, Shop.Grade(game), 1)).Number("holdId");
        // By a replica that gives it seven minutes.
        Assert.Equal(HttpStatusCode.OK, (await buyer.SendAsync(shop.Http, HttpMethod.Post, $"/api/games/{game}/holds/{hold}/renewals")).Status);
        using var job = Job(replica.Services);

        await job.PublishAsync(TestContext.Current.CancellationToken);

        Assert.Empty(await buyer.NoticesAsync());
    }

    /// <summary>The operator's act and the message of it are one transaction; its delivery notifies each fan once, however often it repeats.</summary>
    [Fact]
    public async Task Holders_of_seats_get_one_notice_when_the_game_is_moved()
    {
        await using var replica = shop.Replica();
        var (fans, by) = (await shop.NextFansAsync(3), await shop.NextOperatorAsync());
        var game = shop.NextGame();
        await fans[0].BuyAsync(game, 1, 2);
        var given = await fans[1].BuyAsync(game, 3);
        await fans[1].DeleteAsync(shop.Http, $"/api/reservations/{given}");
        await by.PatchAsync(shop.Http, $"/api/admin/games/{game}", new { title = "옮겨질 경기" });
        Assert.Equal(0, await MovesAsync(game));

        var moved = await by.PatchAsync(shop.Http, $"/api/admin/games/{game}", new { startsAt = DateTime.UtcNow.AddYears(20).Date.AddSeconds(game).ToString("yyyy-MM-ddTHH:mm:ssZ", null) });

        Assert.True(moved.Status == HttpStatusCode.OK, moved.Body);
        Assert.Equal(1, await MovesAsync(game));
        var receiver = ActivatorUtilities.CreateInstance<NotifyOfMovedGame>(replica.Services);
        var message = new OutboxMessage(
            -game, "game-moved", $"game:{game}", await shop.QueryAsync<string>("SELECT body FROM outbox WHERE topic = 'game-moved' AND ordered_by = @key", new { key = $"game:{game}" }), DateTime.UtcNow);
        await Together.RunAsync(4, async _ =>
        {
            await receiver.ReceiveAsync(message, TestContext.Current.CancellationToken);
            return true;
        });
        Assert.Equal(["game-moved", "reservation-confirmed"], await fans[0].KindsAsync());
        Assert.DoesNotContain("game-moved", await fans[1].KindsAsync());
        Assert.Empty(await fans[2].NoticesAsync());
        Assert.Contains("옮겨질 경기", (await fans[0].NoticesAsync())[0].GetProperty("text").GetString(), StringComparison.Ordinal);
    }

    private Task<long> MovesAsync(long game) =>
        shop.QueryAsync<long>("SELECT COUNT(*) FROM outbox WHERE topic = 'game-moved' AND ordered_by = @key", new { key = $"game:{game}" });

    private static PublishDueNotices Job(IServiceProvider services)
    {
        IDueNotices[] others = [ActivatorUtilities.CreateInstance<LapsingHoldNotices>(services)];
        return ActivatorUtilities.CreateInstance<PublishDueNotices>(services, others.AsEnumerable());
    }
}
