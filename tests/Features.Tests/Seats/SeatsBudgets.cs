using System.Data;
using System.Globalization;
using System.Net;
using Dapper;
using Dugout.Features.Notices;
using Dugout.Features.Tests.Platform;
using Dugout.Infrastructure.Run;
using Microsoft.Extensions.DependencyInjection;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>
/// What each step costs the servers, exactly: counted on the wire, so nothing rests on what a driver says of itself. A text is
/// a round trip. A change that costs more, or less, has to say so here. Alone: another access to a new row would make the server record a lock on it.
/// </summary>
[Collection(nameof(Alone))]
public sealed class SeatsBudgets(Shop shop)
{
    [Fact]
    public async Task Every_step_stays_within_its_query_budget()
    {
        Assert.SkipWhen(Shop.IsOnMySql, "The budgets are MariaDB's; the run on MariaDB counts them.");
        await using var bill = new Bill(shop);
        var http = bill.Http;
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var grade = Shop.Grade(game);
        // Scripts known to Redis, the game's terms and seats known to the replica.
        await fans[0].ReserveAsync(http, game, (await fans[0].HoldAsync(http, game, grade, 999)).Number("holdId"));

        await bill.AddAsync("2 teams", () => http.GetAnswerAsync("/api/teams"));
        await bill.AddAsync("3 games", async () => await http.GetAnswerAsync($"/api/games?month={await shop.QueryAsync<int>("SELECT CAST(year AS SIGNED) FROM seasons")}-04"));
        await bill.AddAsync("4 game", () => http.GetAnswerAsync($"/api/games/{game}"));
        await bill.AddAsync("5 grades", () => http.GetAnswerAsync($"/api/games/{game}/grades"));
        await bill.AddAsync("6 grade", () => http.GetAnswerAsync($"/api/games/{game}/grades/{grade}"));
        await bill.AddAsync("7 taken", () => http.GetAnswerAsync($"/api/games/{game}/grades/{grade}/taken"));
        var hold = await bill.AddAsync("8 hold, won", () => fans[0].HoldAsync(http, game, grade, 1, 2));
        await bill.AddAsync("8 hold, lost to a hold", () => fans[1].HoldAsync(http, game, grade, 2, 3), HttpStatusCode.Conflict);
        await bill.AddAsync("9 reserve", () => fans[0].ReserveAsync(http, game, hold.Number("holdId"), "once"));
        await bill.AddAsync("9 reserve, repeated", () => fans[0].ReserveAsync(http, game, hold.Number("holdId"), "once"));
        await bill.AddAsync("8 hold, lost to a sale", () => fans[1].HoldAsync(http, game, grade, 2, 3), HttpStatusCode.Conflict);

        Assert.Equal<Cost>(
        [
            new("2 teams", 1, 1, 0),
            new("3 games", 1, 1, 0),
            new("4 game", 1, 1, 0),
            new("5 grades", 1, 1, 0),
            new("6 grade", 2, 2, 0),
            new("7 taken", 1, 1, 1),
            new("8 hold, won", 1, 1, 1),
            new("8 hold, lost to a hold", 0, 0, 1),
            new("9 reserve", 9, 1, 2),
            new("9 reserve, repeated", 1, 1, 2),
            new("8 hold, lost to a sale", 0, 0, 1),
        ], bill.Costs);
    }

    /// <summary>A rejected cancellation costs one round trip more than its read: it releases the reservation's lock.</summary>
    [Fact]
    public async Task Lookups_and_cancellations_stay_within_their_query_budget()
    {
        Assert.SkipWhen(Shop.IsOnMySql, "The budgets are MariaDB's; the run on MariaDB counts them.");
        await using var bill = new Bill(shop);
        var http = bill.Http;
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var grade = Shop.Grade(game);
        var bought = (await fans[0].ReserveAsync(http, game, (await fans[0].HoldAsync(http, game, grade, 1, 2)).Number("holdId"))).Number("reservationId");
        var (reservation, holds) = ($"/api/reservations/{bought}", $"/api/games/{game}/holds");
        // What a cancellation has looked up beside it, which would count at whichever step it came.
        await bill.Services.GetRequiredService<PushRoom>().PollAsync();
        await bill.AddAsync("my holds, none", () => fans[0].GetAsync(http, holds));
        var kept = $"{holds}/{(await fans[0].HoldAsync(http, game, grade, 3)).Number("holdId")}";
        var other = $"{holds}/{(await fans[0].HoldAsync(http, game, grade, 4)).Number("holdId")}";

        await bill.AddAsync("my holds, two", () => fans[0].GetAsync(http, holds));
        await bill.AddAsync("renew", () => fans[0].SendAsync(http, HttpMethod.Post, $"{kept}/renewals"));
        await bill.AddAsync("renew, another fan's", () => fans[1].SendAsync(http, HttpMethod.Post, $"{kept}/renewals"), HttpStatusCode.NotFound);
        await bill.AddAsync("release", () => fans[0].DeleteAsync(http, other));
        await bill.AddAsync("release, again", () => fans[0].DeleteAsync(http, other));
        await bill.AddAsync("renew, released", () => fans[0].SendAsync(http, HttpMethod.Post, $"{other}/renewals"), HttpStatusCode.Conflict);
        await bill.AddAsync("my reservations", () => fans[0].GetAsync(http, "/api/reservations"));
        await bill.AddAsync("reservation", () => fans[0].GetAsync(http, reservation));
        await bill.AddAsync("cancel, another fan's", () => fans[1].DeleteAsync(http, reservation), HttpStatusCode.NotFound);
        await bill.AddAsync("cancel a seat", () => fans[0].DeleteAsync(http, $"{reservation}/seats/{grade}/1"));
        await bill.AddAsync("cancel a seat, again", () => fans[0].DeleteAsync(http, $"{reservation}/seats/{grade}/1"), HttpStatusCode.Conflict);
        await bill.AddAsync("cancel", () => fans[0].DeleteAsync(http, reservation));
        await bill.AddAsync("cancel, again", () => fans[0].DeleteAsync(http, reservation), HttpStatusCode.Conflict);

        Assert.Equal<Cost>(
        [
            new("my holds, none", 0, 0, 1),
            new("my holds, two", 1, 1, 1),
            new("renew", 1, 1, 2),
            new("renew, another fan's", 0, 0, 2),
            new("release", 1, 1, 2),
            new("release, again", 0, 0, 2),
            new("renew, released", 0, 0, 2),
            new("my reservations", 1, 1, 0),
            new("reservation", 1, 1, 0),
            new("cancel, another fan's", 2, 2, 0),
            new("cancel a seat", 9, 2, 1),
            new("cancel a seat, again", 2, 2, 0),
            new("cancel", 9, 2, 1),
            new("cancel, again", 2, 2, 0),
        ], bill.Costs);
    }

    /// <summary>
    /// Measured while the purchase waits for its last seat, which the test is about to block. By then it has written one key, two
    /// counts, one reservation and a claim for each other seat. A row that is new needs no lock, so what is locked is the
    /// counts of an earlier purchase, and the seat that is waited for.
    /// </summary>
    [Theory]
    [InlineData(1, false, 1)]
    [InlineData(3, false, 1)]
    [InlineData(1, true, 3)]
    public async Task A_purchase_locks_only_the_counters_of_its_account(int seats, bool isSecond, int locks)
    {
        Assert.SkipWhen(Shop.IsOnMySql, "MySQL counts trx_rows_locked only roughly; the run on MariaDB counts exactly.");
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        if (isSecond)
            await fan.ReserveAsync(game, (await fan.HoldAsync(game, 9)).Number("holdId"));
        var hold = await fan.HoldAsync(game, [.. Enumerable.Range(1, seats)]);
        await using var blocker = new MySqlConnection(shop.Servers.Primary(DatabaseAccount.App));
        await blocker.OpenAsync(TestContext.Current.CancellationToken);
        await using var block = await blocker.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);
        await blocker.ExecuteAsync(
            "INSERT INTO seat_claims (game_id, grade_id, number) VALUES (@game, @grade, @seats)", new { game, grade = Shop.Grade(game), seats }, block);

        var sale = fan.ReserveAsync(game, hold.Number("holdId"));
        var rows = await WaitingAsync("%INSERT INTO seat_claims%", $"{game}, {Shop.Grade(game)}, {seats}, ");

        await block.RollbackAsync(TestContext.Current.CancellationToken);
        Assert.Equal((locks, 3 + seats), rows);
        Assert.Equal(HttpStatusCode.Created, (await sale).Status);
    }

    /// <summary>
    /// Measured while the cancellation waits for the last seat of its history, which the test has locked. By then it has changed two
    /// counts, each claim, and the history of each other seat. A claim is found by its reservation, so it is two locks: its
    /// entry there and its row. Besides what it changes it locks the reservation, and the row that is waited for; what else
    /// the fan has bought, and keeps of this reservation, it leaves alone.
    /// </summary>
    [Theory]
    [InlineData(1, null, 6, 3)]
    [InlineData(3, null, 12, 7)]
    [InlineData(3, 2, 6, 3)]
    public async Task A_cancellation_locks_only_its_reservation_and_the_rows_it_changes(int seats, int? only, int locks, int changes)
    {
        Assert.SkipWhen(Shop.IsOnMySql, "MySQL counts trx_rows_locked only roughly; the run on MariaDB counts exactly.");
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        await fan.BuyAsync(game, 9);
        var id = await fan.BuyAsync(game, [.. Enumerable.Range(1, seats)]);
        await using var blocker = new MySqlConnection(shop.Servers.Primary(DatabaseAccount.App));
        await blocker.OpenAsync(TestContext.Current.CancellationToken);
        await using var block = await blocker.BeginTransactionAsync(IsolationLevel.ReadCommitted, TestContext.Current.CancellationToken);
        await blocker.ExecuteAsync(
            "SELECT price FROM reservation_seats WHERE reservation_id = @id AND grade_id = @grade AND number = @last FOR UPDATE",
            new { id, grade = Shop.Grade(game), last = only ?? seats }, block);

        var cancelling = fan.DeleteAsync(shop.Http, $"/api/reservations/{id}{(only is { } seat ? $"/seats/{Shop.Grade(game)}/{seat}" : "")}");
        var rows = await WaitingAsync("%UPDATE reservation_seats%", $"reservation_id = {id} ");

        await block.RollbackAsync(TestContext.Current.CancellationToken);
        Assert.Equal((locks, changes), rows);
        Assert.Equal(HttpStatusCode.NoContent, (await cancelling).Status);
    }

    /// <summary>The rows that a transaction has locked and written by the time it waits in a statement; null where none comes to wait.</summary>
    private async Task<(long Locked, long CommitPosition)?> WaitingAsync(string statement, string values)
    {
        for (var deadline = DateTime.UtcNow.AddSeconds(2); DateTime.UtcNow < deadline;)
        {
            // The server refreshes this table only after 100 ms without a query.
            await Task.Delay(150, TestContext.Current.CancellationToken);
            var rows = await shop.QueryAsync<string?>(
                """
                SELECT CONCAT(trx.trx_rows_locked, ' ', trx.trx_rows_modified)
                FROM information_schema.innodb_trx trx JOIN information_schema.processlist p ON p.id = trx.trx_mysql_thread_id
                WHERE trx.trx_state = 'LOCK WAIT' AND p.info LIKE CONCAT(@statement, @values, '%')
                """, new { statement, values });
            if (rows?.Split(' ') is [var locked, var written])
                return (long.Parse(locked, CultureInfo.InvariantCulture), long.Parse(written, CultureInfo.InvariantCulture));
        }

        return null;
    }
}
