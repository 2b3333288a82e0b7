using System.Data;
using System.Net;
using Dapper;
using Dugout.Infrastructure.Run;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>Reservations while another transaction, the test's own, locks the rows they need.</summary>
public sealed class IdempotencyTests(Shop shop)
{
    private const string TakeKey = """
        INSERT INTO idempotency_keys (account_id, idempotency_key, fingerprint, status, answer, created_at)
        VALUES (@account, @key, REPEAT('0', 32), 201, 0x7B7D, UTC_TIMESTAMP(6))
        """;

    [Fact]
    public async Task A_request_that_waits_too_long_for_a_key_in_flight_gets_503_with_Retry_After()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var hold = (await fan.HoldAsync(game, 1)).Number("holdId");
        await using var other = await OpenAsync();
        // A wait for a key also locks the gap below it, which would otherwise be another test's.
        await other.ExecuteAsync(TakeKey, new { account = fan.Id, key = "a" });
        await using (var transaction = await other.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken))
        {
            await other.ExecuteAsync(TakeKey, new { account = fan.Id, key = "at-work" }, transaction);

            var refused = await fan.ReserveAsync(game, hold, "at-work").WaitAsync(TimeSpan.FromSeconds(60), TestContext.Current.CancellationToken);

            Assert.Equal((HttpStatusCode.ServiceUnavailable, "busy"), (refused.Status, refused.Code));
            Assert.NotNull(refused.Headers.RetryAfter);
            await transaction.RollbackAsync(TestContext.Current.CancellationToken);
        }

        Assert.Equal(HttpStatusCode.Created, (await fan.ReserveAsync(game, hold, "at-work")).Status);
    }

    [Fact]
    public async Task A_reservation_is_retried_after_a_deadlock()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var hold = (await fan.HoldAsync(game, 1)).Number("holdId");
        await using var other = await OpenAsync();
        await using var transaction = await other.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);
        // The server undoes the transaction that wrote less; ours writes much.
        await other.ExecuteAsync(
            "INSERT INTO idempotency_keys (account_id, idempotency_key, fingerprint, status, answer, created_at) VALUES " + string.Join(", ",
                Enumerable.Range(1, 500).Select(n => $"({-fan.Id}, 'ballast-{n}', REPEAT('0', 32), 201, 0x7B7D, UTC_TIMESTAMP(6))")), transaction: transaction);
        await other.ExecuteAsync(
            "INSERT INTO seat_allowances (account_id, game_id, grade_id, seats, allowed) VALUES (@Id, @game, 0, 0, 4)", new { fan.Id, game }, transaction);

        var reserving = fan.ReserveAsync(game, hold, "deadlocked");
        await WaitingAsync($"INSERT INTO seat_allowances%({fan.Id}, {game}, %");
        await other.ExecuteAsync(TakeKey, new { account = fan.Id, key = "deadlocked" }, transaction);
        await transaction.RollbackAsync(TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.Created, (await reserving).Status);
    }

    [Fact]
    public async Task Seats_stay_held_until_they_are_sold()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var grade = Shop.Grade(game);
        var hold = (await fan.HoldAsync(game, 5)).Number("holdId");
        await using var other = await OpenAsync();
        await using var transaction = await other.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);
        // The same claim, not committed: the reservation waits at its last rule but one.
        await other.ExecuteAsync(
            "INSERT INTO reservations (id, account_id, game_id, total, reserved_at) VALUES (-@hold, @account, @game, 0, UTC_TIMESTAMP(6))",
            new { account = -fan.Id, game, hold }, transaction);
        await other.ExecuteAsync(
            "INSERT INTO seat_claims (game_id, grade_id, number, reservation_id) VALUES (@game, @grade, 5, -@hold)", new { game, grade, hold }, transaction);

        var reserving = fan.ReserveAsync(game, hold);
        await WaitingAsync($"INSERT INTO seat_claims%({game}, {grade}, 5, %");
        var taken = (await shop.Http.GetAnswerAsync($"/api/games/{game}/grades/{grade}/taken")).Json.GetProperty("taken");
        await transaction.RollbackAsync(TestContext.Current.CancellationToken);

        Assert.Equal([5], taken.EnumerateArray().Select(number => number.GetInt32()));
        Assert.Equal(HttpStatusCode.Created, (await reserving).Status);
    }

    private async Task<MySqlConnection> OpenAsync()
    {
        var connection = new MySqlConnection(shop.Servers.Primary(DatabaseAccount.App));
        await connection.OpenAsync(TestContext.Current.CancellationToken);
        return connection;
    }

    /// <summary>Returns when a service is at a statement like this one.</summary>
    private async Task WaitingAsync(string statement)
    {
        var deadline = DateTime.UtcNow.AddSeconds(20);
        while (await shop.CountStatementsAsync("%" + statement) is null or 0)
            Assert.True(DateTime.UtcNow < deadline, $"No transaction waited at {statement}.");
    }
}
