using System.Data.Common;
using Dugout.Infrastructure;
using Dugout.Load.Checks;
using Dugout.Tests.Support;
using MySqlConnector;
using Xunit;

namespace Dugout.Load.Tests;

/// <summary>
/// The checks' SQL on a real server, read with the checks' own account. The tables are the product's without its keys and constraints:
/// what they forbid must be found when they are gone.
/// </summary>
public sealed class SaleDatabaseTests(TestServers servers) : IClassFixture<TestServers>, IAsyncLifetime
{
    private static readonly DateTime Noon = new(2027, 4, 1, 12, 0, 0, DateTimeKind.Utc);

    private readonly SaleDatabase _records = new(servers.Servers.Primary(DatabaseAccount.Checks));

    public async ValueTask InitializeAsync()
    {
        await WriteAsync(
            """
            CREATE OR REPLACE TABLE accounts (id BIGINT, email VARCHAR(254));
            CREATE OR REPLACE TABLE games (id BIGINT, seats_per_account INT);
            CREATE OR REPLACE TABLE grades (id BIGINT, game_id BIGINT, name VARCHAR(60), price BIGINT, capacity INT);
            CREATE OR REPLACE TABLE reservations (id BIGINT, account_id BIGINT, game_id BIGINT, hold_id BIGINT, total BIGINT, reserved_at DATETIME(6));
            CREATE OR REPLACE TABLE reservation_seats (reservation_id BIGINT, grade_id BIGINT, number INT, price BIGINT);
            CREATE OR REPLACE TABLE seat_claims (game_id BIGINT, grade_id BIGINT, number INT, reservation_id BIGINT);
            CREATE OR REPLACE TABLE seat_allowances (account_id BIGINT, game_id BIGINT, grade_id BIGINT, seats INT, allowed INT);
            INSERT INTO accounts VALUES (1, 'fan1@dugout.test'), (2, 'fan2@dugout.test'), (3, 'admin@dugout.test'), (4, 'somebody@else.test');
            INSERT INTO games VALUES (1, 2), (2, 4);
            INSERT INTO grades VALUES (11, 1, 'A', 50000, 10), (12, 1, 'B', 20000, 3), (21, 2, 'A', 50000, 10);
            INSERT INTO reservations VALUES (100, 1, 1, 900, 70000, '2027-04-01 12:00:00.000001'), (101, 2, 2, 901, 50000, '2027-03-31 10:00:00');
            INSERT INTO reservation_seats VALUES (100, 11, 5, 50000), (100, 12, 1, 20000), (101, 21, 5, 50000);
            INSERT INTO seat_claims VALUES (1, 11, 5, 100), (1, 12, 1, 100), (2, 21, 5, 101);
            INSERT INTO seat_allowances VALUES (1, 1, 0, 2, 2), (1, 1, 11, 1, 2), (1, 1, 12, 1, 2), (2, 2, 0, 1, 4), (2, 2, 21, 1, 4), (2, 1, 0, 0, 2)
            """);
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    [Fact]
    public async Task Sound_rows_break_no_rule()
    {
        foreach (var rule in Rule.All) Assert.Empty(await _records.BreachesAsync(rule));
    }

    [Theory]
    [InlineData("No seat of a game is sold twice", "INSERT INTO seat_claims VALUES (1, 11, 5, 101)", "game_id 1, grade_id 11, number 5, times 2, first_reservation 100, last_reservation 101")]
    [InlineData("Every sold seat belongs to a reservation of its game that lists it", "DELETE FROM reservations WHERE id = 101", "game_id 2, grade_id 21, number 5, reservation_id 101")]
    [InlineData("Every sold seat belongs to a reservation of its game that lists it", "DELETE FROM reservation_seats WHERE reservation_id = 101", "game_id 2, grade_id 21, number 5, reservation_id 101")]
    [InlineData("Every sold seat belongs to a reservation of its game that lists it", "UPDATE reservations SET game_id = 1 WHERE id = 101", "game_id 2, grade_id 21, number 5, reservation_id 101")]
    [InlineData("Every sold seat is one of its grade's, and the grade is one of its game's", "UPDATE seat_claims SET number = 11 WHERE reservation_id = 101", "game_id 2, grade_id 21, number 11, reservation_id 101")]
    [InlineData("Every sold seat is one of its grade's, and the grade is one of its game's", "UPDATE seat_claims SET number = 0 WHERE reservation_id = 101", "game_id 2, grade_id 21, number 0, reservation_id 101")]
    [InlineData("Every sold seat is one of its grade's, and the grade is one of its game's", "UPDATE seat_claims SET grade_id = 12 WHERE reservation_id = 101", "game_id 2, grade_id 12, number 5, reservation_id 101")]
    [InlineData("No grade of a game has sold more seats than it has", "UPDATE grades SET capacity = 0 WHERE id = 12", "game_id 1, grade_id 12, capacity 0, sold 1")]
    [InlineData("No account has more seats of a game than the game allows", "UPDATE games SET seats_per_account = 1 WHERE id = 1", "account_id 1, game_id 1, seats_per_account 1, seats 2")]
    [InlineData("Every count of an account's seats equals the seats it has", "UPDATE seat_allowances SET seats = 2 WHERE grade_id = 12", "account_id 1, game_id 1, grade_id 12, counted 2, seats 1")]
    [InlineData("Every count of an account's seats equals the seats it has", "DELETE FROM seat_claims WHERE reservation_id = 101;\nDELETE FROM seat_allowances WHERE grade_id = 21", "account_id 2, game_id 2, grade_id 0, counted 1, seats 0")]
    public async Task What_breaks_a_rule_is_found(string rule, string damage, string found)
    {
        await WriteAsync(damage);

        Assert.Equal([found], await _records.BreachesAsync(Assert.Single(Rule.All, one => one.Sentence == rule)));
    }

    [Fact]
    public async Task Reservations_of_the_run_come_with_their_seats_and_whether_they_still_have_them()
    {
        await WriteAsync("UPDATE seat_claims SET reservation_id = 101 WHERE number = 1");

        var row = Assert.Single(await _records.ReservationsAsync(Noon, 0, 0));

        Assert.Equal((100, 1, 1, 900, 70_000), (row.Id, row.Account, row.Game, row.Hold, row.Total));
        Assert.Equal(Noon.AddMicroseconds(1), row.ReservedAt);
        Assert.Equal([new SeatRow(11, 5, 50_000, true), new SeatRow(12, 1, 20_000, false)], row.Seats);
    }

    [Fact]
    public async Task Reservations_by_id_are_found_whatever_the_clock_said()
    {
        Assert.Equal([100, 101], (await _records.ReservationsAsync(Noon, 101, 101)).Select(row => row.Id));
        Assert.Empty(await _records.ReservationsAsync(Noon.AddDays(1), 0, 0));
    }

    [Fact]
    public async Task A_reservation_without_seats_is_a_row_all_the_same()
    {
        await WriteAsync("DELETE FROM reservation_seats WHERE reservation_id = 100");

        Assert.Empty(Assert.Single(await _records.ReservationsAsync(Noon, 0, 0)).Seats);
    }

    [Fact]
    public async Task Sold_seats_are_counted_by_grade()
    {
        Assert.Equal([new GradeRow(11, 10, 1), new GradeRow(12, 3, 1)], await _records.GradesAsync(1));
        Assert.Empty(await _records.GradesAsync(3));
    }

    [Fact]
    public async Task Fans_are_the_seeded_accounts_and_the_clock_is_the_databases()
    {
        Assert.Equal(2, await _records.CountFansAsync());
        Assert.InRange(await _records.NowAsync(), DateTime.UtcNow.AddMinutes(-1), DateTime.UtcNow.AddMinutes(1));
    }

    [Fact]
    public async Task A_database_out_of_reach_says_so()
    {
        await Assert.ThrowsAnyAsync<DbException>(() => new SaleDatabase("Server=127.0.0.1;Port=1;User ID=nobody;Password=none").CountFansAsync());
    }

    private async Task WriteAsync(string statements)
    {
        await using var connection = new MySqlConnection(servers.Servers.Primary(DatabaseAccount.Migrator));
        await connection.OpenAsync();
        foreach (var statement in statements.Split(";\n"))
        {
            await using var command = new MySqlCommand(statement, connection);
            await command.ExecuteNonQueryAsync();
        }
    }
}
