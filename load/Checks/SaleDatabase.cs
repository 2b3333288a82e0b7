using System.Data.Common;
using System.Globalization;
using Dugout.Load.Checks.Histories;
using MySqlConnector;

namespace Dugout.Load.Checks;

/// <summary>Reads the primary database with the read-only account that the AppHost provides for checks.</summary>
internal sealed class SaleDatabase(string connectionString) : ISaleRecords
{
    private const int BreachesRead = 100;
    private const int IdsPerQuery = 1_000;

    /// <summary>The seeded tables, and the tables that fans add rows to.</summary>
    private static readonly string[] Counted =
    [
        "accounts", "games", "reservations", "seat_claims", "products", "orders", "coupon_campaigns", "coupons",
        "posts", "post_comments", "post_likes", "talk_posts", "talk_comments", "talk_likes", "picks", "fan_events", "event_applications",
    ];

    public async Task<string> EngineAsync() => (await SqlEngine.QueryAsync(connectionString)).ToString();

    public async Task<int> CountFansAsync() =>
        (int)(await QueryAsync("SELECT COUNT(*) FROM accounts WHERE email LIKE 'fan%@dugout.test'", row => Number(row, 0)))[0];

    public async Task<IReadOnlyDictionary<string, long>> CountRowsAsync() => (await QueryAsync(
        string.Join(" UNION ALL ", Counted.Select(table => $"SELECT '{table}', COUNT(*) FROM {table}")), row => (Table: row.GetString(0), Rows: Number(row, 1))))
        .ToDictionary(counted => counted.Table, counted => counted.Rows);

    public async Task<DateTime> NowAsync() =>
        (await QueryAsync("SELECT UTC_TIMESTAMP(6)", row => row.GetDateTime(0)))[0];

    public Task<IReadOnlyList<string>> BreachesAsync(Rule rule) => QueryAsync(
        $"{rule.Sql}\nLIMIT {BreachesRead}",
        row => string.Join(", ", Enumerable.Range(0, row.FieldCount).Select(i => string.Create(CultureInfo.InvariantCulture, $"{row.GetName(i)} {row.GetValue(i)}"))));

    public async Task<IReadOnlyList<ReservationRow>> ReservationsAsync(DateTime since, IReadOnlyCollection<long> ids)
    {
        List<ReservationRow> rows = [.. await ReservationsAsync("r.reserved_at >= @since", ("@since", since))];
        // Ids are random, so they are queried one by one; the time query finds the run's own reservations unless a clock is off.
        foreach (var some in ids.Except(rows.Select(row => row.Id)).Chunk(IdsPerQuery))
            rows.AddRange(await ReservationsAsync($"r.id IN ({string.Join(", ", some)})"));
        return [.. rows.OrderBy(row => row.Id)];
    }

    public Task<IReadOnlyList<ClaimRow>> ClaimsAsync(long game) => QueryAsync(
        "SELECT game_id, grade_id, number, reservation_id FROM seat_claims WHERE game_id = @game ORDER BY grade_id, number",
        row => new ClaimRow(Number(row, 0), Number(row, 1), (int)Number(row, 2), row.IsDBNull(3) ? null : Number(row, 3)),
        ("@game", game));

    public async Task<IReadOnlyList<CouponRow>> CouponsAsync(IReadOnlyCollection<long> accounts)
    {
        List<CouponRow> rows = [];
        foreach (var some in accounts.Chunk(IdsPerQuery))
        {
            rows.AddRange(await QueryAsync(
                $"SELECT id, campaign_id, account_id, claimed_at FROM coupons WHERE account_id IN ({string.Join(", ", some)})",
                row => new CouponRow(Number(row, 0), Number(row, 1), Number(row, 2), row.GetDateTime(3))));
        }

        return rows;
    }

    public async Task<IReadOnlyList<WritingRow>> WritingsAsync(IReadOnlyCollection<WritingKind> kinds, IReadOnlyCollection<long> accounts, DateTime since)
    {
        List<WritingRow> rows = [];
        foreach (var kind in kinds)
        {
            foreach (var some in accounts.Chunk(IdsPerQuery)) rows.AddRange(await QueryAsync(WritingRows.Sql(kind, some), row => WritingRows.Read(kind, row), ("@since", since)));
        }

        return rows;
    }

    public Task<IReadOnlyList<NoticeRow>> NoticesAsync(DateTime since) => QueryAsync(
        "SELECT a.email, n.created_at FROM notices n JOIN accounts a ON a.id = n.account_id WHERE n.created_at >= @since AND a.email LIKE 'fan%@dugout.test'",
        row => new NoticeRow(row.GetString(0), row.GetDateTime(1)),
        ("@since", since));

    public Task<IReadOnlyList<GradeRow>> GradesAsync(long game) => QueryAsync(
        """
        SELECT g.id, g.capacity, COUNT(c.reservation_id), COUNT(c.number) - COUNT(c.reservation_id), g.seats_per_account, m.seats_per_account
        FROM grades g
        JOIN games m ON m.id = g.game_id
        LEFT JOIN seat_claims c ON c.game_id = g.game_id AND c.grade_id = g.id
        WHERE g.game_id = @game
        GROUP BY g.id, g.capacity, g.seats_per_account, m.seats_per_account
        ORDER BY g.id
        """,
        row => new GradeRow(Number(row, 0), (int)Number(row, 1), (int)Number(row, 2), (int)Number(row, 3), (int)Number(row, 4), (int)Number(row, 5)),
        ("@game", game));

    // A reservation's id is the id of the hold it was made from.
    private async Task<IEnumerable<ReservationRow>> ReservationsAsync(string condition, params (string Name, object Value)[] parameters)
    {
        var rows = await QueryAsync(
            $"""
            SELECT r.id, r.account_id, r.game_id, r.total, r.reserved_at, s.grade_id, s.number, s.price, s.cancelled_at, c.reservation_id
            FROM reservations r
            LEFT JOIN reservation_seats s ON s.reservation_id = r.id
            LEFT JOIN seat_claims c ON c.game_id = r.game_id AND c.grade_id = s.grade_id AND c.number = s.number AND c.reservation_id = r.id
            WHERE {condition}
            ORDER BY r.id, s.grade_id, s.number
            """,
            row => (
                Reservation: new ReservationRow(Number(row, 0), Number(row, 1), Number(row, 2), Hold: Number(row, 0), Number(row, 3), row.GetDateTime(4), []),
                Seat: row.IsDBNull(5) ? null : new SeatRow(Number(row, 5), (int)Number(row, 6), Number(row, 7), Claimed: !row.IsDBNull(9), Cancelled: !row.IsDBNull(8))),
            parameters);
        return rows.GroupBy(row => row.Reservation.Id)
            .Select(one => one.First().Reservation with { Seats = [.. one.Select(row => row.Seat).OfType<SeatRow>()] });
    }

    private async Task<IReadOnlyList<T>> QueryAsync<T>(string sql, Func<DbDataReader, T> read, params (string Name, object Value)[] parameters)
    {
        using var connection = new MySqlConnection(connectionString);
        await connection.OpenAsync();
        using var command = new MySqlCommand(sql, connection);
        foreach (var (name, value) in parameters) command.Parameters.AddWithValue(name, value);
        using var reader = await command.ExecuteReaderAsync();
        List<T> rows = [];
        while (await reader.ReadAsync()) rows.Add(read(reader));
        return rows;
    }

    // Counts and columns of any integer type.
    private static long Number(DbDataReader row, int column) => Convert.ToInt64(row.GetValue(column), CultureInfo.InvariantCulture);
}
