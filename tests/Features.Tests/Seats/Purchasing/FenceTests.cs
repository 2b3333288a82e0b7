using System.Net;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>
/// A reservation that is late: held up on its way to the primary while its hold ends. It is sold before the deadline by the
/// database's clock or not at all, however long it was under way.
/// </summary>
public sealed class FenceTests(Shop shop)
{
    [Fact]
    public async Task A_reservation_after_the_deadline_is_rejected()
    {
        var (late, sold) = await ReserveLateAsync(TimeSpan.FromSeconds(2));

        Assert.Equal((HttpStatusCode.Conflict, "hold-expired"), (late.Status, late.Code));
        Assert.Equal(0, sold);
    }

    /// <summary>By then its replica has given up, and the seats are held by another fan.</summary>
    [Fact]
    public async Task A_late_reservation_whose_seats_are_held_again_changes_nothing()
    {
        var other = await shop.NextFanAsync();
        Answer? hold = null;
        var (late, sold) = await ReserveLateAsync(TimeSpan.FromSeconds(2), meanwhile: async game =>
        {
            for (var deadline = DateTime.UtcNow.AddSeconds(20); hold?.Status != HttpStatusCode.Created && DateTime.UtcNow < deadline;)
                hold = await other.HoldAsync(game, 1);
        });

        Assert.Equal(HttpStatusCode.InternalServerError, late.Status);
        Assert.Equal(0, sold);
        Assert.Equal(HttpStatusCode.Created, hold!.Status);
        Assert.Equal(HttpStatusCode.Created, (await other.ReserveAsync(hold.Number("gameId"), hold.Number("holdId"))).Status);
    }

    [Fact]
    public async Task Seats_stay_held_for_a_grace_period_after_the_deadline()
    {
        await using var replica = shop.Replica(("Seats:HoldSeconds", "1"), ("Seats:GraceSeconds", "6"));
        using var http = replica.CreateClient();
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var deadline = (await fans[0].HoldAsync(http, game, Shop.Grade(game), 1)).Json.GetProperty("expiresAt").GetDateTime();

        DateTime asked;
        Answer second;
        do
        {
            asked = DateTime.UtcNow;
            second = await fans[1].HoldAsync(game, 1);
        }
        while (second.Code == "seat-taken" && asked < deadline.AddSeconds(60));

        Assert.Equal(HttpStatusCode.Created, second.Status);
        Assert.InRange((DateTime.UtcNow - deadline).TotalSeconds, 6, 60);
    }

    /// <summary>Reserves a hold of one second through a primary that is frozen until the hold is over by a while, and something has taken place.</summary>
    private async Task<(Answer Late, long Sold)> ReserveLateAsync(TimeSpan by, Func<long, Task>? meanwhile = null)
    {
        await using var primary = shop.BeforePrimary();
        await using var replica = shop.AgelessReplica([.. shop.Through(primary), ("Seats:HoldSeconds", "1")]);
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var hold = await fan.HoldAsync(http, game, Shop.Grade(game), 1);
        Assert.Equal(HttpStatusCode.Created, hold.Status);

        var sent = primary.SufferFrom(text => text.AsSpan().IndexOf("INSERT INTO reservations"u8) >= 0, LinkFault.Freeze);
        var reserving = fan.ReserveAsync(http, game, hold.Number("holdId"));
        await sent.WaitAsync(TimeSpan.FromSeconds(60), TestContext.Current.CancellationToken);
        await Task.Delay(by, TestContext.Current.CancellationToken);
        if (meanwhile is not null)
        {
            await meanwhile(game);
            await reserving;
        }

        primary.Thaw();
        var late = await reserving;
        // What was under way has arrived when the server has nothing of it any more.
        for (var deadline = DateTime.UtcNow.AddSeconds(10); DateTime.UtcNow < deadline && await AtWorkAsync() > 0;)
            await Task.Delay(50, TestContext.Current.CancellationToken);
        return (late, await shop.QueryAsync<long>("SELECT COUNT(*) FROM seat_claims WHERE game_id = @game", new { game }));

        // Where that is unknown, one may be running.
        async Task<long> AtWorkAsync() => await shop.CountStatementsAsync($"%INSERT INTO reservations%{game}%") ?? 1;
    }
}
