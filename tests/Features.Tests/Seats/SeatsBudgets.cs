using System.Globalization;
using System.Net;
using Dapper;
using Dugout.Features.Tests.Shared;
using Dugout.Infrastructure;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>
/// What each step costs the servers, exactly: counted on the wire, so nothing rests on what a driver says of itself. A text is
/// a round trip. A change that costs more, or less, has to say so here.
/// </summary>
public sealed class SeatsBudgets(Shop shop)
{
    /// <summary>A step, with what it sends: statements of MySQL, texts they travel in, commands of Redis.</summary>
    private sealed record Cost(string Step, int Statements, int RoundTrips, int Redis);

    [Fact]
    public async Task Every_step_keeps_its_budget()
    {
        Assert.SkipWhen(Shop.IsOnMySql, "Counts what a read replica is asked; the run on MariaDB has one.");
        await using var primary = shop.BeforePrimary();
        await using var read = shop.BeforeReplica();
        await using var redis = shop.BeforeRedis();
        await using var replica = shop.AgelessReplica([.. shop.Through(primary, read, redis)]);
        using var http = replica.CreateClient();
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var grade = Shop.Grade(game);
        // Scripts known to Redis, the game's terms and seats known to the replica.
        await fans[0].ReserveAsync(http, game, (await fans[0].HoldAsync(http, game, grade, 999)).Number("holdId"));

        List<Cost> costs = [];
        await StepAsync("2 teams", () => http.GetAnswerAsync("/api/teams"));
        await StepAsync("3 games", async () => await http.GetAnswerAsync($"/api/games?month={await shop.AskAsync<int>("SELECT CAST(year AS SIGNED) FROM seasons")}-04"));
        await StepAsync("4 game", () => http.GetAnswerAsync($"/api/games/{game}"));
        await StepAsync("5 grades", () => http.GetAnswerAsync($"/api/games/{game}/grades"));
        await StepAsync("6 grade", () => http.GetAnswerAsync($"/api/games/{game}/grades/{grade}"));
        await StepAsync("7 taken", () => http.GetAnswerAsync($"/api/games/{game}/grades/{grade}/taken"));
        var hold = await StepAsync("8 hold, won", () => fans[0].HoldAsync(http, game, grade, 1, 2));
        await StepAsync("8 hold, lost to a hold", () => fans[1].HoldAsync(http, game, grade, 2, 3), HttpStatusCode.Conflict);
        await StepAsync("9 reserve", () => fans[0].ReserveAsync(http, game, hold.Number("holdId"), "once"));
        await StepAsync("9 reserve, repeated", () => fans[0].ReserveAsync(http, game, hold.Number("holdId"), "once"));
        await StepAsync("8 hold, lost to a sale", () => fans[1].HoldAsync(http, game, grade, 2, 3), HttpStatusCode.Conflict);

        Assert.Equal<Cost>(
        [
            new("2 teams", 1, 1, 0),
            new("3 games", 1, 1, 0),
            new("4 game", 1, 1, 0),
            new("5 grades", 1, 1, 0),
            new("6 grade", 2, 2, 0),
            new("7 taken", 1, 1, 1),
            new("8 hold, won", 3, 1, 1),
            new("8 hold, lost to a hold", 0, 0, 1),
            new("9 reserve", 6, 1, 2),
            new("9 reserve, repeated", 1, 1, 1),
            new("8 hold, lost to a sale", 0, 0, 1),
        ], costs);

        async Task<Answer> StepAsync(string step, Func<Task<Answer>> ask, HttpStatusCode? expected = null)
        {
            foreach (var proxy in (FreezableProxy[])[primary, read, redis])
                proxy.TakeSent();
            var answer = await ask();
            Assert.Equal((step, true), (step, expected is null ? (int)answer.Status < 300 : answer.Status == expected));
            var texts = Wire.Texts(primary).Concat(Wire.Texts(read)).ToList();
            costs.Add(new(step, texts.Sum(Wire.Count), texts.Count, Wire.Commands(redis).Count));
            return answer;
        }
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
    public async Task A_purchase_locks_its_fan_s_counts_and_nothing_else(int seats, bool isSecond, int locks)
    {
        Assert.SkipWhen(Shop.IsOnMySql, "MySQL counts trx_rows_locked only roughly; the run on MariaDB counts exactly.");
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        if (isSecond)
            await fan.ReserveAsync(game, (await fan.HoldAsync(game, 9)).Number("holdId"));
        var hold = await fan.HoldAsync(game, [.. Enumerable.Range(1, seats)]);
        await using var blocker = new MySqlConnection(shop.Servers.Primary(DatabaseAccount.App));
        await blocker.OpenAsync(TestContext.Current.CancellationToken);
        await using var block = await blocker.BeginTransactionAsync(TestContext.Current.CancellationToken);
        await blocker.ExecuteAsync(
            "INSERT INTO seat_claims (game_id, grade_id, number) VALUES (@game, @grade, @seats)", new { game, grade = Shop.Grade(game), seats }, block);

        var sale = fan.ReserveAsync(game, hold.Number("holdId"));
        (long Locked, long Written)? rows = null;
        for (var deadline = DateTime.UtcNow.AddSeconds(2); rows is null && DateTime.UtcNow < deadline;)
        {
            // The server renews this table only when nobody has asked for 100 ms.
            await Task.Delay(150, TestContext.Current.CancellationToken);
            rows = await shop.AskAsync<string?>(
                """
                SELECT CONCAT(trx.trx_rows_locked, ' ', trx.trx_rows_modified)
                FROM information_schema.innodb_trx trx JOIN information_schema.processlist p ON p.id = trx.trx_mysql_thread_id
                WHERE trx.trx_state = 'LOCK WAIT' AND p.info LIKE CONCAT('%INSERT INTO seat_claims%', @game, ', ', @grade, ', ', @seats, ', %')
                """, new { game, grade = Shop.Grade(game), seats }) is { } text
                ? (long.Parse(text.Split(' ')[0], CultureInfo.InvariantCulture), long.Parse(text.Split(' ')[1], CultureInfo.InvariantCulture))
                : null;
        }

        await block.RollbackAsync(TestContext.Current.CancellationToken);
        Assert.Equal((locks, 3 + seats), rows);
        Assert.Equal(HttpStatusCode.Created, (await sale).Status);
    }
}
