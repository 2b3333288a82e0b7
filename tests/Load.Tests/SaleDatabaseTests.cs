using System.Data.Common;
using Dugout.Infrastructure.Run;
using Dugout.Load.Checks;
using Dugout.Tests.Support;
using MySqlConnector;
using Xunit;
using IsolationLevel = System.Data.IsolationLevel;

namespace Dugout.Load.Tests;

/// <summary>
/// The checks' SQL on a real server, read with the checks' own account. The tables are the product's without its keys and constraints:
/// what they forbid must be found when they are gone.
/// </summary>
public sealed partial class SaleDatabaseTests(TestServers servers) : IClassFixture<TestServers>, IAsyncLifetime
{
    private static readonly DateTime Noon = new(2027, 4, 1, 12, 0, 0, DateTimeKind.Utc);

    private readonly SaleDatabase _records = new(servers.Servers.Primary(DatabaseAccount.Checks));

    /// <summary>The tables are made once, which takes a second; each test finds its rows anew.</summary>
    public async ValueTask InitializeAsync()
    {
        await using var connection = new MySqlConnection(servers.Servers.Primary(DatabaseAccount.Migrator));
        await connection.OpenAsync();
        if ((await TablesAsync(connection)).Count == 0)
            await RunAsync(connection, Tables);
        var tables = await TablesAsync(connection);
        await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted);
        await RunAsync(connection, string.Join(";\n", tables.Select(table => $"DELETE FROM {table}")), transaction);
        await RunAsync(connection, Rows, transaction);
        await transaction.CommitAsync();
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    [Fact]
    public async Task Rows_are_counted_by_table()
    {
        var rows = await _records.CountRowsAsync();

        Assert.Equal(
            ["accounts 4", "games 2", "reservations 2", "seat_claims 4", "products 0", "orders 4", "coupon_campaigns 3", "coupons 3",
             "posts 2", "post_comments 1", "post_likes 2", "talk_posts 2", "talk_comments 1", "talk_likes 2", "picks 0", "fan_events 3", "event_applications 5"],
            rows.Select(one => $"{one.Key} {one.Value}"));
    }

    [Fact]
    public async Task Notices_are_those_of_seeded_fans_since_a_time()
    {
        var notices = await _records.NoticesAsync(Noon);

        Assert.Equal([new NoticeRow("fan1@dugout.test", Noon), new NoticeRow("fan2@dugout.test", Noon.AddSeconds(1))], notices.OrderBy(notice => notice.Email, StringComparer.Ordinal));
    }

    [Fact]
    public async Task Sound_rows_break_no_rule()
    {
        foreach (var rule in Rule.All) Assert.Empty(await _records.BreachesAsync(rule));
    }

    [Theory]
    [InlineData("No seat of a game is sold twice", "INSERT INTO seat_claims VALUES (1, 11, 5, 101)", "game_id 1, grade_id 11, number 5, times 2, first_reservation 100, last_reservation 101")]
    [InlineData("Every sold seat belongs to a reservation of its game that lists it and has not cancelled it", "DELETE FROM reservations WHERE id = 101", "game_id 2, grade_id 21, number 5, reservation_id 101")]
    [InlineData("Every sold seat belongs to a reservation of its game that lists it and has not cancelled it", "DELETE FROM reservation_seats WHERE reservation_id = 101", "game_id 2, grade_id 21, number 5, reservation_id 101")]
    [InlineData("Every sold seat belongs to a reservation of its game that lists it and has not cancelled it", "UPDATE reservations SET game_id = 1 WHERE id = 101", "game_id 2, grade_id 21, number 5, reservation_id 101")]
    [InlineData("Every sold or blocked seat belongs to its grade, and the grade to its game", "UPDATE seat_claims SET number = 11 WHERE reservation_id = 101", "game_id 2, grade_id 21, number 11, reservation_id 101")]
    [InlineData("Every sold or blocked seat belongs to its grade, and the grade to its game", "UPDATE seat_claims SET number = 0 WHERE reservation_id = 101", "game_id 2, grade_id 21, number 0, reservation_id 101")]
    [InlineData("Every sold or blocked seat belongs to its grade, and the grade to its game", "UPDATE seat_claims SET grade_id = 12 WHERE reservation_id = 101", "game_id 2, grade_id 12, number 5, reservation_id 101")]
    [InlineData("Every sold seat belongs to a reservation of its game that lists it and has not cancelled it", "UPDATE reservation_seats SET cancelled_at = NOW() WHERE number = 5 AND reservation_id = 101", "game_id 2, grade_id 21, number 5, reservation_id 101")]
    [InlineData("Every seat that was bought is still sold to its buyer, or was cancelled", "DELETE FROM seat_claims WHERE number = 1", "game_id 1, grade_id 12, number 1, reservation_id 100")]
    [InlineData("Every seat that was bought is still sold to its buyer, or was cancelled", "UPDATE seat_claims SET reservation_id = 101 WHERE number = 1", "game_id 1, grade_id 12, number 1, reservation_id 100")]
    [InlineData("Every seat that was bought is still sold to its buyer, or was cancelled", "UPDATE reservation_seats SET cancelled_at = NULL", "game_id 2, grade_id 21, number 6, reservation_id 101")]
    [InlineData("No account has more seats of a grade than the grade allows", "UPDATE grades SET seats_per_account = 0 WHERE id = 12", "account_id 1, game_id 1, grade_id 12, seats_per_account 0, seats 1")]
    [InlineData("No grade of a game has sold and blocked more seats than it has", "UPDATE grades SET capacity = 0 WHERE id = 12", "game_id 1, grade_id 12, capacity 0, sold 1, blocked 0")]
    [InlineData("No grade of a game has sold and blocked more seats than it has", "UPDATE grades SET capacity = 1 WHERE id = 21", "game_id 2, grade_id 21, capacity 1, sold 1, blocked 1")]
    [InlineData("No account has more seats of a game than the game allows", "UPDATE games SET seats_per_account = 1 WHERE id = 1", "account_id 1, game_id 1, seats_per_account 1, seats 2")]
    [InlineData("Every count of an account's seats equals the seats it has", "UPDATE seat_allowances SET seats = 2 WHERE grade_id = 12", "account_id 1, game_id 1, grade_id 12, counted 2, seats 1")]
    [InlineData("Every count of an account's seats equals the seats it has", "DELETE FROM seat_claims WHERE reservation_id = 101;\nDELETE FROM seat_allowances WHERE grade_id = 21", "account_id 2, game_id 2, grade_id 0, counted 1, seats 0")]
    [InlineData("No product has negative stock, or more than was supplied", "UPDATE product_stock SET remaining = -1, supplied = -1 WHERE product_id = 33", "product_id 33, supplied -1, remaining -1")]
    [InlineData("No product has negative stock, or more than was supplied", "UPDATE product_stock SET remaining = 2 WHERE product_id = 33", "product_id 33, supplied 1, remaining 2")]
    [InlineData("Every product's stock is reduced by exactly what orders hold", "UPDATE product_stock SET remaining = 6 WHERE product_id = 31", "product_id 31, supplied 10, remaining 6, held 5")]
    [InlineData("Every product's stock is reduced by exactly what orders hold", "UPDATE orders SET state = 'declined' WHERE id = 901", "product_id 31, supplied 10, remaining 5, held 3")]
    [InlineData("Every product's stock is reduced by exactly what orders hold", "UPDATE orders SET state = 'paid' WHERE id = 902", "product_id 32, supplied 4, remaining 4, held 1")]
    [InlineData("Every product's stock is reduced by exactly what orders hold", "UPDATE product_stock SET remaining = 0 WHERE product_id = 33", "product_id 33, supplied 1, remaining 0, held 0")]
    [InlineData("Every product of an order has a stock", "DELETE FROM product_stock WHERE product_id = 31;\nDELETE FROM order_lines WHERE order_id = 901", "order_id 900, product_id 31")]
    [InlineData("Every order costs the sum of its lines less its discount, and has lines", "UPDATE orders SET total = 30000 WHERE id = 900", "order_id 900, discount 3000, total 30000, sum_of_lines 30000")]
    [InlineData("Every order costs the sum of its lines less its discount, and has lines", "UPDATE order_lines SET price = 9999 WHERE order_id = 901", "order_id 901, discount 0, total 20000, sum_of_lines 19998")]
    [InlineData("Every order costs the sum of its lines less its discount, and has lines", "DELETE FROM order_lines WHERE order_id = 903", "order_id 903, discount 0, total 10000, sum_of_lines ")]
    [InlineData("No coupon discounts two orders", "UPDATE orders SET coupon_id = 500 WHERE id = 901", "coupon_id 500, times 2, first_order 900, last_order 901")]
    [InlineData("Every used coupon belongs to a live order of its owner", "UPDATE coupons SET used_by_order = 902 WHERE id = 501", "coupon_id 501, account_id 2, order_id 902")]
    [InlineData("Every used coupon belongs to a live order of its owner", "UPDATE coupons SET account_id = 2 WHERE id = 500", "coupon_id 500, account_id 2, order_id 900")]
    [InlineData("Every live order with a coupon has used that coupon", "UPDATE coupons SET used_by_order = NULL WHERE id = 500", "order_id 900, coupon_id 500, used_by_order ")]
    [InlineData("Every paid order has a payment, and no two orders have the same one", "UPDATE orders SET payment_id = NULL WHERE id = 900", "order_id 900, total 27000, payment_id , other_order ")]
    [InlineData("Every campaign's coupon count equals its coupons", "UPDATE coupon_campaigns SET issued = 0 WHERE id = 2", "campaign_id 2, counted 0, coupons 1")]
    [InlineData("Every campaign's coupon count equals its coupons", "DELETE FROM coupons WHERE id = 502", "campaign_id 2, counted 1, coupons 0")]
    [InlineData("No campaign has issued more coupons than its stock", "INSERT INTO coupons VALUES (503, 1, 3, NULL)", "campaign_id 1, stock 2, issued 2, coupons 3")]
    [InlineData("No campaign has issued more coupons than its stock", "UPDATE coupon_campaigns SET issued = 6 WHERE id = 2", "campaign_id 2, stock 5, issued 6, coupons 1")]
    [InlineData("Every coupon belongs to an existing campaign", "UPDATE coupons SET campaign_id = 4 WHERE id = 502", "campaign_id 4, account_id 1, coupon_id 502")]
    [InlineData("No fan has two coupons of one campaign", "UPDATE coupons SET account_id = 1 WHERE id = 501", "campaign_id 1, account_id 1, times 2, first_coupon 500, last_coupon 501")]
    [InlineData("Every post's like count equals its likes", "UPDATE posts SET likes = 1 WHERE id = 81", "post_id 81, counted 1, likes 2")]
    [InlineData("Every post's like count equals its likes", "UPDATE posts SET likes = 1 WHERE id = 82", "post_id 82, counted 1, likes 0")]
    [InlineData("Every post's comment count equals its comments", "DELETE FROM post_comments WHERE id = 811", "post_id 81, counted 1, comments 0")]
    [InlineData("No fan likes a post twice, or a post that does not exist", "INSERT INTO post_likes VALUES (81, 2)", "post_id 81, account_id 2, times 2")]
    [InlineData("No fan likes a post twice, or a post that does not exist", "INSERT INTO post_likes VALUES (83, 1)", "post_id 83, account_id 1, times 1")]
    [InlineData("Every tag and every team of a post has the time of its post", "UPDATE post_tags SET posted_at = '2027-04-01 12:00:01'", "post_id 81, about tag, posted_at 04/01/2027 12:00:01, posts_own 04/01/2027 12:00:00")]
    [InlineData("Every tag and every team of a post has the time of its post", "UPDATE post_teams SET posted_at = '2027-04-01 12:00:01'", "post_id 81, about team, posted_at 04/01/2027 12:00:01, posts_own 04/01/2027 12:00:00")]
    [InlineData("Every picture of a post is its author's and stored, and the post exists", "UPDATE pictures SET stored_at = NULL WHERE id = 91", "picture_id 91, post_id 81, account_id 1, author 1, stored_at , collected_at ")]
    [InlineData("Every picture of a post is its author's and stored, and the post exists", "UPDATE pictures SET post_id = 83 WHERE id = 91", "picture_id 91, post_id 83, account_id 1, author , stored_at 04/01/2027 11:00:00, collected_at ")]
    [InlineData("Every fan's following count equals their followings, at most a hundred", "DELETE FROM followings WHERE kind = 'team'", "account_id 1, counted 2, followings 1")]
    [InlineData("Every talk post's like count equals its likes", "UPDATE talk_posts SET likes = 1 WHERE id = 71", "post_id 71, counted 1, likes 2")]
    [InlineData("Every talk post's like count equals its likes", "UPDATE talk_posts SET likes = 1 WHERE id = 72", "post_id 72, counted 1, likes 0")]
    [InlineData("Every talk post's comment count equals its comments", "DELETE FROM talk_comments WHERE id = 711", "post_id 71, counted 1, comments 0")]
    [InlineData("No fan likes a talk post twice", "INSERT INTO talk_likes VALUES (71, 2)", "post_id 71, account_id 2, times 2")]
    [InlineData("Every comment and like on the talk board belongs to an existing post", "INSERT INTO talk_comments VALUES (712, 73, 2)", "what comment, post_id 73, account_id 2")]
    [InlineData("Every comment and like on the talk board belongs to an existing post", "INSERT INTO talk_likes VALUES (73, 1)", "what like, post_id 73, account_id 1")]
    [InlineData("Every event's taken places and waiting list equal its applications", "UPDATE fan_events SET taken = 0 WHERE id = 62", "event_id 62, taken 0, confirmed 1, waiting 0, in_line 0")]
    [InlineData("Every event's taken places and waiting list equal its applications", "DELETE FROM event_applications WHERE id = 613", "event_id 61, taken 2, confirmed 2, waiting 1, in_line 0")]
    [InlineData("No event has more confirmed fans than places", "INSERT INTO event_applications VALUES (616, 61, 4, 'confirmed')", "event_id 61, places 2, taken 2, confirmed 3")]
    [InlineData("No event has more confirmed fans than places", "UPDATE fan_events SET taken = 6 WHERE id = 62", "event_id 62, places 5, taken 6, confirmed 1")]
    [InlineData("No fan waits for an event that has a free place, or no waiting list", "UPDATE fan_events SET places = 3 WHERE id = 61", "event_id 61, places 3, taken 2, has_waiting_list 1, in_line 1")]
    [InlineData("No fan waits for an event that has a free place, or no waiting list", "UPDATE fan_events SET has_waiting_list = 0 WHERE id = 61", "event_id 61, places 2, taken 2, has_waiting_list 0, in_line 1")]
    [InlineData("No fan waits for an event in which a later applicant has a place", "UPDATE event_applications SET id = 610 WHERE id = 613", "event_id 61, first_in_line 610, last_confirmed 612")]
    [InlineData("No fan has two applications for one event", "INSERT INTO event_applications VALUES (616, 62, 1, 'cancelled')", "event_id 62, account_id 1, times 2, first_application 614, last_application 616")]
    [InlineData("No fan has the same notice twice", "INSERT INTO notices VALUES (55, 1, 'event-today', 61, 0, '2027-04-01 13:00:00')", "account_id 1, kind event-today, about_id 61, turn 0, times 2, first_notice 51, last_notice 55")]
    [InlineData("No device is registered twice", "INSERT INTO devices VALUES (43, 2, 'a')", "first_device 41, last_device 43, times 2")]
    [InlineData("Every application belongs to an existing event", "UPDATE event_applications SET event_id = 64 WHERE id = 614", "event_id 64, account_id 1, application_id 614")]
    public async Task A_violation_of_a_rule_is_found(string rule, string damage, string found)
    {
        await WriteAsync(damage);

        Assert.Equal([found], await _records.BreachesAsync(Assert.Single(Rule.All, one => one.Sentence == rule)));
    }

    [Fact]
    public async Task Reservations_of_the_run_come_with_their_seats_and_whether_they_still_have_them()
    {
        await WriteAsync("UPDATE seat_claims SET reservation_id = 101 WHERE number = 1");

        var row = Assert.Single(await _records.ReservationsAsync(Noon, []));

        Assert.Equal((100, 1, 1, 100, 70_000), (row.Id, row.Account, row.Game, row.Hold, row.Total));
        Assert.Equal(Noon.AddMicroseconds(1), row.ReservedAt);
        Assert.Equal([new SeatRow(11, 5, 50_000, true), new SeatRow(12, 1, 20_000, false)], row.Seats);
    }

    [Fact]
    public async Task Reservations_are_found_by_id_regardless_of_their_time()
    {
        Assert.Equal([100, 101], (await _records.ReservationsAsync(Noon, [101, 102])).Select(row => row.Id));
        Assert.Empty(await _records.ReservationsAsync(Noon.AddDays(1), []));
    }

    [Fact]
    public async Task A_reservation_without_seats_is_a_row_all_the_same()
    {
        await WriteAsync("DELETE FROM reservation_seats WHERE reservation_id = 100");

        Assert.Empty(Assert.Single(await _records.ReservationsAsync(Noon, [])).Seats);
    }

    [Fact]
    public async Task A_cancelled_seat_is_marked_and_not_claimed()
    {
        var row = Assert.Single(await _records.ReservationsAsync(Noon.AddDays(1), [101]));

        Assert.Equal([new SeatRow(21, 5, 50_000, Claimed: true, Cancelled: false), new SeatRow(21, 6, 50_000, Claimed: false, Cancelled: true)], row.Seats);
    }

    [Fact]
    public async Task Sold_and_blocked_seats_are_counted_by_grade()
    {
        Assert.Equal([new GradeRow(11, 10, 1, 0, 2, 2), new GradeRow(12, 3, 1, 0, 1, 2)], await _records.GradesAsync(1));
        Assert.Equal([new GradeRow(21, 10, 1, 1, 4, 4)], await _records.GradesAsync(2));
        Assert.Empty(await _records.GradesAsync(3));
    }

    [Fact]
    public async Task Claims_of_a_game_are_sales_and_blocks()
    {
        Assert.Equal([new ClaimRow(2, 21, 5, 101), new ClaimRow(2, 21, 7, null)], await _records.ClaimsAsync(2));
    }

    [Fact]
    public async Task Fans_are_the_seeded_accounts_and_the_clock_is_the_databases()
    {
        Assert.Equal(2, await _records.CountFansAsync());
        Assert.InRange(await _records.NowAsync(), DateTime.UtcNow.AddMinutes(-1), DateTime.UtcNow.AddMinutes(1));
    }

    [Fact]
    public async Task An_unavailable_database_is_reported()
    {
        await Assert.ThrowsAnyAsync<DbException>(() => new SaleDatabase("Server=127.0.0.1;Port=1;User ID=unknown;Password=none").CountFansAsync());
    }

    private async Task WriteAsync(string statements)
    {
        await using var connection = new MySqlConnection(servers.Servers.Primary(DatabaseAccount.Migrator));
        await connection.OpenAsync();
        await RunAsync(connection, statements);
    }

    private static async Task RunAsync(MySqlConnection connection, string statements, MySqlTransaction? transaction = null)
    {
        await using var command = new MySqlCommand(statements, connection, transaction);
        await command.ExecuteNonQueryAsync();
    }

    private static async Task<List<string>> TablesAsync(MySqlConnection connection)
    {
        await using var command = new MySqlCommand("SHOW TABLES", connection);
        await using var reader = await command.ExecuteReaderAsync();
        List<string> tables = [];
        while (await reader.ReadAsync()) tables.Add(reader.GetString(0));
        return tables;
    }
}
