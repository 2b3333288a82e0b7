using System.Data.Common;
using System.Globalization;
using MySqlConnector;

namespace Dugout.Load.Checks;

/// <summary>Reads the primary database with the read-only account that the AppHost hands out for checks.</summary>
internal sealed class SaleDatabase(string connectionString) : ISaleRecords
{
    private const int BreachesRead = 100;

    public async Task<int> CountFansAsync() =>
        (int)(await QueryAsync("SELECT COUNT(*) FROM accounts WHERE email LIKE 'fan%@dugout.test'", row => Number(row, 0)).ConfigureAwait(false))[0];

    public async Task<DateTime> NowAsync() =>
        (await QueryAsync("SELECT UTC_TIMESTAMP(6)", row => row.GetDateTime(0)).ConfigureAwait(false))[0];

    public Task<IReadOnlyList<string>> BreachesAsync(Rule rule) => QueryAsync(
        $"{rule.Sql}\nLIMIT {BreachesRead}",
        row => string.Join(", ", Enumerable.Range(0, row.FieldCount).Select(i => string.Create(CultureInfo.InvariantCulture, $"{row.GetName(i)} {row.GetValue(i)}"))));

    public async Task<IReadOnlyList<ReservationRow>> ReservationsAsync(DateTime since, long least, long greatest)
    {
        var rows = await QueryAsync(
            """
            SELECT r.id, r.account_id, r.game_id, r.hold_id, r.total, r.reserved_at, s.grade_id, s.number, s.price, c.reservation_id
            FROM reservations r
            LEFT JOIN reservation_seats s ON s.reservation_id = r.id
            LEFT JOIN seat_claims c ON c.game_id = r.game_id AND c.grade_id = s.grade_id AND c.number = s.number AND c.reservation_id = r.id
            WHERE r.reserved_at >= @since OR r.id BETWEEN @least AND @greatest
            ORDER BY r.id, s.grade_id, s.number
            """,
            row => (
                Reservation: new ReservationRow(Number(row, 0), Number(row, 1), Number(row, 2), Number(row, 3), Number(row, 4), row.GetDateTime(5), []),
                Seat: row.IsDBNull(6) ? null : new SeatRow(Number(row, 6), (int)Number(row, 7), Number(row, 8), !row.IsDBNull(9))),
            ("@since", since), ("@least", least), ("@greatest", greatest)).ConfigureAwait(false);
        return [.. rows.GroupBy(row => row.Reservation.Id)
            .Select(one => one.First().Reservation with { Seats = [.. one.Select(row => row.Seat).OfType<SeatRow>()] })];
    }

    public Task<IReadOnlyList<GradeRow>> GradesAsync(long game) => QueryAsync(
        """
        SELECT g.id, g.capacity, COUNT(c.number)
        FROM grades g
        LEFT JOIN seat_claims c ON c.game_id = g.game_id AND c.grade_id = g.id
        WHERE g.game_id = @game
        GROUP BY g.id, g.capacity
        ORDER BY g.id
        """,
        row => new GradeRow(Number(row, 0), (int)Number(row, 1), (int)Number(row, 2)),
        ("@game", game));

    private async Task<IReadOnlyList<T>> QueryAsync<T>(string sql, Func<DbDataReader, T> read, params (string Name, object Value)[] parameters)
    {
        using var connection = new MySqlConnection(connectionString);
        await connection.OpenAsync().ConfigureAwait(false);
        using var command = new MySqlCommand(sql, connection);
        foreach (var (name, value) in parameters) command.Parameters.AddWithValue(name, value);
        using var reader = await command.ExecuteReaderAsync().ConfigureAwait(false);
        List<T> rows = [];
        while (await reader.ReadAsync().ConfigureAwait(false)) rows.Add(read(reader));
        return rows;
    }

    // Counts and columns of any whole-number type alike.
    private static long Number(DbDataReader row, int column) => Convert.ToInt64(row.GetValue(column), CultureInfo.InvariantCulture);
}
