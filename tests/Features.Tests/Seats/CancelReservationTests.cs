using System.Data;
using System.Net;
using Dapper;
using Dugout.Features.Seats;
using Dugout.Infrastructure.Run;
using Microsoft.Extensions.DependencyInjection;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Seats;

public sealed class CancelReservationTests(Shop shop)
{
    [Fact]
    public async Task Cancelled_seats_are_free_at_once_on_every_replica()
    {
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var id = await fans[0].BuyAsync(game, 1, 2);

        var cancelled = await fans[0].DeleteAsync(shop.Replicas[1], $"/api/reservations/{id}");

        Assert.Equal((HttpStatusCode.NoContent, ""), (cancelled.Status, cancelled.Body));
        foreach (var (replica, number) in shop.Replicas.Zip([1, 2]))
        {
            var grade = (await replica.GetAnswerAsync($"/api/games/{game}/grades")).Json.GetProperty("items")[0];
            Assert.Equal(1_001 - number, grade.GetProperty("remaining").GetInt32());
            var hold = await fans[1].HoldAsync(replica, game, Shop.Grade(game), number);
            Assert.Equal(HttpStatusCode.Created, (await fans[1].ReserveAsync(replica, game, hold.Number("holdId"))).Status);
        }
    }

    [Fact]
    public async Task A_reservation_is_cancelled_once_and_stays_as_history()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var id = await fan.BuyAsync(game, 1, 2);
        await fan.DeleteAsync(shop.Http, $"/api/reservations/{id}");
        var shown = (await fan.GetAsync(shop.Http, $"/api/reservations/{id}")).Body;

        foreach (var path in (string[])[$"{id}", $"{id}/seats/{Shop.Grade(game)}/1"])
        {
            var refused = await fan.DeleteAsync(shop.Replicas[1], $"/api/reservations/{path}");
            Assert.Equal((path, HttpStatusCode.Conflict, "already-cancelled"), (path, refused.Status, refused.Code));
        }

        Assert.Equal(shown, (await fan.GetAsync(shop.Http, $"/api/reservations/{id}")).Body);
        Assert.Equal(0, await CountAsync(fan, game));
        Assert.Equal(1, await MessagesAsync(id));
    }

    [Fact]
    public async Task The_rest_of_a_partly_cancelled_reservation_can_be_cancelled()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var id = await fan.BuyAsync(game, 1, 2, 3);
        await fan.DeleteAsync(shop.Http, $"/api/reservations/{id}/seats/{Shop.Grade(game)}/2");

        Assert.Equal(HttpStatusCode.NoContent, (await fan.DeleteAsync(shop.Http, $"/api/reservations/{id}")).Status);

        Assert.Equal(0, await CountAsync(fan, game));
        Assert.Equal(0, await shop.QueryAsync<long>("SELECT COUNT(*) FROM seat_claims WHERE game_id = @game", new { game }));
    }

    [Fact]
    public async Task Cancelled_seats_no_longer_count_against_the_limit()
    {
        await using var replica = shop.Replica(("Seats:LimitHolds", "false"));
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        await fan.BuyAsync(game, 1);
        var second = await fan.HoldAsync(shop.Http, game, Shop.Grade(game, 2), 1);
        await fan.ReserveAsync(game, second.Number("holdId"));
        var id = await fan.BuyAsync(game, 2, 3);

        await fan.DeleteAsync(shop.Http, $"/api/reservations/{id}");

        var three = await fan.HoldAsync(http, game, Shop.Grade(game), 2, 3, 4);
        Assert.Equal("limit-reached", (await fan.ReserveAsync(http, game, three.Number("holdId"))).Code);
        Assert.Equal(2, await CountAsync(fan, game));
        await fan.DeleteAsync(http, $"/api/games/{game}/holds/{three.Number("holdId")}");
        await fan.BuyAsync(game, 2, 3);
        Assert.Equal(4, await CountAsync(fan, game));
    }

    [Fact]
    public async Task A_reservation_of_another_account_is_not_found()
    {
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var id = await fans[0].BuyAsync(game, 1);

        foreach (var unknown in (long[])[id, 12345, 0, -1, long.MaxValue])
        {
            foreach (var path in (string[])[$"{unknown}", $"{unknown}/seats/{Shop.Grade(game)}/1"])
            {
                var refused = await fans[1].DeleteAsync(shop.Http, $"/api/reservations/{path}");
                Assert.Equal((path, HttpStatusCode.NotFound, "no-such-reservation"), (path, refused.Status, refused.Code));
            }
        }

        Assert.Equal(1, await CountAsync(fans[0], game));
        Assert.Equal("sold", (await fans[1].HoldAsync(game, 1)).Json.GetProperty("seats")[0].GetProperty("reason").GetString());
    }

    [Fact]
    public async Task A_reservation_can_be_cancelled_without_Redis_and_the_outbox_updates_it_later()
    {
        await using var replica = shop.Replica(("ConnectionStrings:Redis", "127.0.0.1:9"));
        using var http = replica.CreateClient();
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var id = await fans[0].BuyAsync(game, 1);

        Assert.Equal(HttpStatusCode.NoContent, (await fans[0].DeleteAsync(http, $"/api/reservations/{id}")).Status);

        Assert.Equal(0, await CountAsync(fans[0], game));
        await using var other = shop.Replica();
        await other.Services.GetRequiredService<SeatAvailability>().ReconcileAsync(game, [new(Shop.Grade(game), 1)], TestContext.Current.CancellationToken);
        Assert.Equal(HttpStatusCode.Created, (await fans[1].HoldAsync(game, 1)).Status);
    }

    [Fact]
    public async Task A_reservation_can_be_cancelled_after_the_sale()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var id = await fan.BuyAsync(game, 1);
        await shop.ChangeAsync("UPDATE games SET sale_closes_at = UTC_TIMESTAMP() WHERE id = @game", new { game });

        Assert.Equal(HttpStatusCode.NoContent, (await fan.DeleteAsync(shop.Http, $"/api/reservations/{id}")).Status);
    }

    /// <summary>The count is what a cancellation waits for last: then it has the reservation's lock, and must give it back.</summary>
    [Fact]
    public async Task A_cancellation_that_waits_too_long_is_rejected_and_leaves_no_locks()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var id = await fan.BuyAsync(game, 1);
        await using var blocker = await OpenAsync();
        await using var transaction = await blocker.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);
        await blocker.ExecuteAsync("UPDATE seat_allowances SET allowed = allowed + 1 WHERE account_id = @Id", new { fan.Id }, transaction);

        var refused = await fan.DeleteAsync(shop.Http, $"/api/reservations/{id}");

        Assert.Equal((HttpStatusCode.ServiceUnavailable, "busy"), (refused.Status, refused.Code));
        await blocker.ExecuteAsync("SELECT id FROM reservations WHERE id = @id FOR UPDATE NOWAIT", new { id }, transaction);
        await transaction.RollbackAsync(TestContext.Current.CancellationToken);
        Assert.Equal(1, await CountAsync(fan, game));
        Assert.Equal(HttpStatusCode.NoContent, (await fan.DeleteAsync(shop.Http, $"/api/reservations/{id}")).Status);
    }

    [Fact]
    public async Task A_cancellation_is_retried_after_a_deadlock()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var id = await fan.BuyAsync(game, 1);
        await using var blocker = await OpenAsync();
        await using var transaction = await blocker.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);
        // Of two that wait for each other, the server stops the one that has changed less.
        await blocker.ExecuteAsync("UPDATE seat_allowances SET allowed = allowed + 1 WHERE account_id = @Id", new { fan.Id }, transaction);
        for (var i = 0; i < 20; i++)
            await blocker.ExecuteAsync("INSERT INTO outbox (topic, ordered_by, body, written_at) VALUES ('never', '', '', UTC_TIMESTAMP(6))", transaction: transaction);

        var cancelling = fan.DeleteAsync(shop.Http, $"/api/reservations/{id}");
        while (!await IsLockedAsync(id))
            Assert.False(cancelling.IsCompleted);
        await blocker.ExecuteAsync("SELECT id FROM reservations WHERE id = @id FOR UPDATE", new { id }, transaction);
        await transaction.RollbackAsync(TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.NoContent, (await cancelling).Status);
        Assert.Equal(0, await CountAsync(fan, game));
        Assert.Equal(1, await MessagesAsync(id));
    }

    private async Task<bool> IsLockedAsync(long id)
    {
        await using var connection = await OpenAsync();
        await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted);
        try
        {
            await connection.ExecuteAsync("SELECT id FROM reservations WHERE id = @id FOR UPDATE NOWAIT", new { id }, transaction);
            return false;
        }
        catch (MySqlException)
        {
            return true;
        }
    }

    private async Task<MySqlConnection> OpenAsync()
    {
        var connection = new MySqlConnection(shop.Servers.Primary(DatabaseAccount.App));
        await connection.OpenAsync();
        return connection;
    }

    /// <summary>How many seats of a game the account's limit counts.</summary>
    private Task<long> CountAsync(Fan fan, long game) => shop.QueryAsync<long>(
        "SELECT seats FROM seat_allowances WHERE account_id = @Id AND game_id = @game AND grade_id = 0", new { fan.Id, game });

    private Task<long> MessagesAsync(long reservation) => shop.QueryAsync<long>(
        """
        SELECT COUNT(*) FROM (SELECT id, ordered_by, body FROM outbox UNION SELECT message_id, ordered_by, body FROM audit_events) sent
        WHERE ordered_by = @key AND body LIKE '{"kind":"cancelled"%'
        """, new { key = $"reservation:{reservation}" });
}
