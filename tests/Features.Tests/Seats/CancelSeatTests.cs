using System.Net;
using Xunit;

namespace Dugout.Features.Tests.Seats;

public sealed class CancelSeatTests(Shop shop)
{
    [Fact]
    public async Task One_seat_is_free_at_once_on_every_replica_and_the_others_stay_sold()
    {
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var id = await fans[0].BuyAsync(game, 1, 2, 3);

        var cancelled = await fans[0].DeleteAsync(shop.Replicas[1], Path(id, game, 2));

        Assert.Equal((HttpStatusCode.NoContent, ""), (cancelled.Status, cancelled.Body));
        foreach (var replica in shop.Replicas)
        {
            var taken = (await replica.GetAnswerAsync($"/api/games/{game}/grades/{Shop.Grade(game)}/taken")).Json.GetProperty("taken");
            Assert.Equal([1, 3], taken.EnumerateArray().Select(number => number.GetInt32()));
        }

        Assert.Equal(HttpStatusCode.Created, (await fans[1].HoldAsync(shop.Http, game, Shop.Grade(game), 2)).Status);
        Assert.Equal("seat-taken", (await fans[1].HoldAsync(shop.Http, game, Shop.Grade(game), 3)).Code);
    }

    [Fact]
    public async Task A_seat_is_cancelled_once_also_when_another_account_has_it_now()
    {
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var id = await fans[0].BuyAsync(game, 1, 2);
        await fans[0].DeleteAsync(shop.Http, Path(id, game, 1));
        await fans[1].BuyAsync(game, 1);

        foreach (var replica in shop.Replicas)
        {
            var refused = await fans[0].DeleteAsync(replica, Path(id, game, 1));
            Assert.Equal((HttpStatusCode.Conflict, "already-cancelled"), (refused.Status, refused.Code));
        }

        Assert.Equal(HttpStatusCode.NoContent, (await fans[0].DeleteAsync(shop.Http, $"/api/reservations/{id}")).Status);
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM seat_claims WHERE game_id = @game", new { game }));
        Assert.Equal(1, await SeatsAsync(fans[1], game, Shop.Grade(game)));
    }

    [Fact]
    public async Task A_seat_bought_again_belongs_to_the_second_reservation_only()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var first = await fan.BuyAsync(game, 1);
        await fan.DeleteAsync(shop.Http, Path(first, game, 1));
        var second = await fan.BuyAsync(game, 1);

        Assert.Equal("already-cancelled", (await fan.DeleteAsync(shop.Http, Path(first, game, 1))).Code);
        Assert.Equal(1, await SeatsAsync(fan, game, Shop.Grade(game)));
        Assert.Equal(HttpStatusCode.NoContent, (await fan.DeleteAsync(shop.Http, Path(second, game, 1))).Status);
        Assert.Equal(0, await SeatsAsync(fan, game, Shop.Grade(game)));
    }

    [Fact]
    public async Task A_cancelled_seat_does_not_count_against_the_limits_of_game_and_grade()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var seats = new[] { (Shop.Grade(game), 1), (Shop.Grade(game), 2), (Shop.Grade(game, 2), 1) };
        var hold = await fan.PostAsync(shop.Http, $"/api/games/{game}/holds", new { seats = seats.Select(seat => new { gradeId = seat.Item1, number = seat.Item2 }) });
        var id = (await fan.ReserveAsync(game, hold.Number("holdId"))).Number("reservationId");

        await fan.DeleteAsync(shop.Http, Path(id, game, 2));

        Assert.Equal(2, await SeatsAsync(fan, game, 0));
        Assert.Equal(1, await SeatsAsync(fan, game, Shop.Grade(game)));
        Assert.Equal(1, await SeatsAsync(fan, game, Shop.Grade(game, 2)));
    }

    [Fact]
    public async Task A_seat_outside_the_reservation_is_not_found()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var id = await fan.BuyAsync(game, 1);
        await fan.BuyAsync(game, 2);

        foreach (var (grade, number) in ((long, int)[])
            [(Shop.Grade(game), 2), (Shop.Grade(game, 2), 1), (0, 1), (-1, 1), (Shop.Grade(game), 0), (Shop.Grade(game), -1), (long.MaxValue, int.MaxValue)])
        {
            var refused = await fan.DeleteAsync(shop.Http, $"/api/reservations/{id}/seats/{grade}/{number}");
            Assert.Equal((grade, number, HttpStatusCode.NotFound, "no-such-seat"), (grade, number, refused.Status, refused.Code));
        }

        Assert.Equal(2, await SeatsAsync(fan, game, 0));
    }

    /// <summary>
    /// Between a cancellation's look and its change nothing but hands in the database can move a claim; even then the seat is
    /// taken from no other account.
    /// </summary>
    [Fact]
    public async Task A_seat_sold_to_another_account_meanwhile_stays_sold()
    {
        await using var primary = shop.BeforePrimary();
        await using var replica = shop.Replica([.. shop.Through(primary)]);
        using var http = replica.CreateClient();
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var id = await fans[0].BuyAsync(game, 1, 2);
        var other = await fans[1].BuyAsync(game, 3);

        primary.FreezeAnswers(answer => answer.AsSpan().IndexOf("seat_claims"u8) >= 0);
        var cancelling = fans[0].DeleteAsync(http, $"/api/reservations/{id}");
        await primary.HeldBack.WaitAsync(TimeSpan.FromSeconds(60), TestContext.Current.CancellationToken);
        await shop.ChangeAsync("UPDATE seat_claims SET reservation_id = @other WHERE game_id = @game AND number = 1", new { other, game });
        primary.Thaw();
        await cancelling;

        Assert.Equal("1,3", await shop.QueryAsync<string>(
            "SELECT GROUP_CONCAT(number ORDER BY number) FROM seat_claims WHERE game_id = @game AND reservation_id = @other", new { game, other }));
        Assert.Equal(1, await SeatsAsync(fans[0], game, 0));
    }

    private static string Path(long reservation, long game, int number) => $"/api/reservations/{reservation}/seats/{Shop.Grade(game)}/{number}";

    private Task<long> SeatsAsync(Fan fan, long game, long grade) => shop.QueryAsync<long>(
        "SELECT seats FROM seat_allowances WHERE account_id = @Id AND game_id = @game AND grade_id = @grade", new { fan.Id, game, grade });
}
