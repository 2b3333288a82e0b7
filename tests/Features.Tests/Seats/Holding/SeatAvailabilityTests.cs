using System.Net;
using Dugout.Features.Seats;
using Dugout.Features.Tests.Platform;
using Dugout.Tests.Support;
using Microsoft.Extensions.DependencyInjection;
using StackExchange.Redis;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>What Redis knows of sold and blocked seats, and what happens when it doesn't.</summary>
public sealed class SeatAvailabilityTests(Shop shop)
{
    [Fact]
    public async Task After_Redis_lost_a_grade_its_sold_and_blocked_seats_cannot_be_held()
    {
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        await fans[0].BuyAsync(game, 1);
        await BlockAsync(game, 2);
        await ForgetAsync(shop, game);

        Assert.Equal("sold", Reason(await fans[1].HoldAsync(shop.Replicas[1], game, Shop.Grade(game), 1)));
        await ForgetAsync(shop, game);
        Assert.Equal("blocked", Reason(await fans[1].HoldAsync(shop.Replicas[0], game, Shop.Grade(game), 2)));
        Assert.Equal(HttpStatusCode.Created, (await fans[1].HoldAsync(game, 3)).Status);
    }

    /// <summary>Two hundred losers after the data loss: the primary is read once for all of them, on any replica.</summary>
    [Fact]
    public async Task A_lost_grade_is_read_from_the_primary_once()
    {
        await using var primary = shop.BeforePrimary();
        await using var one = shop.Replica([.. shop.Through(primary)]);
        await using var two = shop.Replica([.. shop.Through(primary)]);
        HttpClient[] replicas = [one.CreateClient(), two.CreateClient()];
        var fans = await shop.NextFansAsync(20);
        var game = shop.NextGame();
        await fans[0].BuyAsync(game, 1);
        // Both replicas know the terms of the game.
        foreach (var replica in replicas)
            await fans[1].HoldAsync(replica, game, Shop.Grade(game), 1);
        await ForgetAsync(shop, game);
        primary.TakeSent();

        var answers = await Together.RunAsync(200, caller => fans[caller % 20].HoldAsync(replicas[caller % 2], game, Shop.Grade(game), 1));

        Assert.All(answers, answer => Assert.Equal("sold", Reason(answer)));
        Assert.Single(Wire.Texts(primary), text => text.Contains("FROM seat_claims", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_sale_that_Redis_missed_is_found_by_the_next_hold_and_then_cached()
    {
        await using var primary = shop.BeforePrimary();
        await using var replica = shop.Replica([.. shop.Through(primary)]);
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        await fan.HoldAsync(http, game, Shop.Grade(game), 9);
        await SellUnseenAsync(game, 5);

        Assert.Equal("sold", Reason(await fan.HoldAsync(http, game, Shop.Grade(game), 5)));
        primary.TakeSent();
        Assert.Equal("sold", Reason(await fan.HoldAsync(http, game, Shop.Grade(game), 5)));
        Assert.DoesNotContain(Wire.Texts(primary), text => text.Contains("FROM seat_claims", StringComparison.Ordinal));
        Assert.Equal([5, 9], await TakenAsync(game));
    }

    [Fact]
    public async Task A_blocked_seat_cached_in_Redis_is_rejected_without_the_primary()
    {
        await using var primary = shop.BeforePrimary();
        await using var replica = shop.AgelessReplica([.. shop.Through(primary)]);
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        await BlockAsync(game, 5);
        Assert.Equal("blocked", Reason(await fan.HoldAsync(http, game, Shop.Grade(game), 5)));
        primary.TakeSent();

        Assert.Equal("blocked", Reason(await fan.HoldAsync(http, game, Shop.Grade(game), 5)));

        Assert.Empty(Wire.Texts(primary));
    }

    [Fact]
    public async Task Seats_changed_without_an_update_of_Redis_are_reconciled()
    {
        await using var replica = shop.Replica();
        var gate = replica.Services.GetRequiredService<SeatAvailability>();
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        await fans[0].BuyAsync(game, 1);
        await shop.ChangeAsync("DELETE FROM seat_claims WHERE game_id = @game AND number = 1", new { game });
        await SellUnseenAsync(game, 2);
        Assert.Equal("sold", Reason(await fans[1].HoldAsync(game, 1)));

        await gate.ReconcileAsync(game, [new(Shop.Grade(game), 1), new(Shop.Grade(game), 2)], TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.Created, (await fans[1].HoldAsync(game, 1)).Status);
        Assert.Equal("sold", Reason(await fans[1].HoldAsync(game, 2)));
    }

    /// <summary>Else the seat would be sold in Redis for ever: read as sold, freed, then written as sold.</summary>
    [Fact]
    public async Task A_seat_that_is_freed_while_its_grade_is_rebuilt_is_free_afterwards()
    {
        await using var primary = shop.BeforePrimary();
        await using var slow = shop.Replica([.. shop.Through(primary)]);
        await using var quick = shop.Replica();
        using var http = slow.CreateClient();
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        await fans[0].BuyAsync(game, 1);
        await fans[1].HoldAsync(http, game, Shop.Grade(game), 1);
        await ForgetAsync(shop, game);
        primary.TakeSent();

        primary.FreezeAnswers(answer => answer.AsSpan().IndexOf("seat_claims"u8) >= 0);
        var holding = fans[1].HoldAsync(http, game, Shop.Grade(game), 2);
        await primary.HeldBack.WaitAsync(TimeSpan.FromSeconds(60), TestContext.Current.CancellationToken);
        await shop.ChangeAsync("DELETE FROM seat_claims WHERE game_id = @game AND number = 1", new { game });
        await quick.Services.GetRequiredService<SeatAvailability>().FreeAsync(game, [new(Shop.Grade(game), 1)], accountId: 0, reservationId: 0);
        primary.Thaw();

        Assert.Equal(HttpStatusCode.Created, (await holding).Status);
        Assert.Equal(HttpStatusCode.Created, (await fans[1].HoldAsync(game, 1)).Status);
    }

    private Task BlockAsync(long game, int number) => shop.ChangeAsync(
        "INSERT INTO seat_claims (game_id, grade_id, number) VALUES (@game, @grade, @number)", new { game, grade = Shop.Grade(game), number });

    /// <summary>A sale whose replica died before it updated Redis.</summary>
    private Task SellUnseenAsync(long game, int number) => shop.ChangeAsync(
        """
        INSERT INTO reservations (id, account_id, game_id, total, reserved_at) VALUES (@id, -1, @game, 0, UTC_TIMESTAMP(6));
        INSERT INTO seat_claims (game_id, grade_id, number, reservation_id) VALUES (@game, @grade, @number, @id)
        """, new { id = -(game * 10_000) - number, game, grade = Shop.Grade(game), number });

    /// <summary>Redis loses what it knew of a game's first grade, as it loses everything when it is emptied.</summary>
    internal static async Task ForgetAsync(Shop shop, long game)
    {
        using var redis = await ConnectionMultiplexer.ConnectAsync(shop.Servers.Redis);
        await redis.GetDatabase().KeyDeleteAsync($"dugout:{{game:{game}}}:seats:{Shop.Grade(game)}");
    }

    private async Task<List<int>> TakenAsync(long game)
    {
        var answer = await shop.Http.GetAnswerAsync($"/api/games/{game}/grades/{Shop.Grade(game)}/taken");
        return [.. answer.Json.GetProperty("taken").EnumerateArray().Select(number => number.GetInt32())];
    }

    private static string? Reason(Answer refused) => Assert.Single(refused.Json.GetProperty("seats").EnumerateArray()).GetProperty("reason").GetString();
}
