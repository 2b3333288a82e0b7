using MySqlConnector;

namespace Dugout.Load.Growth;

/// <summary>Writes rows as purchases would have left them: one seat a purchase, each by another account.</summary>
internal static class GrowthData
{
    /// <summary>More than a grade has.</summary>
    private const int MostSeats = 70_000;

    private const string Sold = "FROM grades grade JOIN numbers ON numbers.n <= FLOOR(grade.capacity * @share) WHERE grade.game_id = @game";

    // Below the ids that the shop draws, and an account has one seat of a game.
    private const string Id = "grade.id * 100000 + numbers.n";
    private const string Account = "1000 + grade.stand_id * 100000 + numbers.n";

    private static readonly string[] OfAGame =
    [
        $"INSERT INTO reservations (id, account_id, game_id, total, reserved_at) SELECT {Id}, {Account}, grade.game_id, grade.price, UTC_TIMESTAMP(6) - INTERVAL 1 DAY {Sold}",
        $"INSERT INTO reservation_seats (reservation_id, grade_id, number, price) SELECT {Id}, grade.id, numbers.n, grade.price {Sold}",
        $"INSERT INTO seat_claims (game_id, grade_id, number, reservation_id) SELECT grade.game_id, grade.id, numbers.n, {Id} {Sold}",
        $"INSERT INTO seat_allowances (account_id, game_id, grade_id, seats, allowed) SELECT {Account}, grade.game_id, grade.id, 1, 4 {Sold}",
        $"INSERT INTO seat_allowances (account_id, game_id, grade_id, seats, allowed) SELECT {Account}, grade.game_id, 0, 1, 4 {Sold}",
    ];

    /// <summary>Adds the rows.</summary>
    /// <param name="connectionString">Connection string of an account that owns the schema.</param>
    /// <param name="rows">What to add.</param>
    /// <param name="cancel">Cancels the work.</param>
    /// <returns>The number of reservations in the database afterwards.</returns>
    /// <exception cref="MySqlException">The schema or rows differ from what the statements expect.</exception>
    public static async Task<long> AddAsync(string connectionString, GrowthRows rows, CancellationToken cancel)
    {
        await using var connection = new MySqlConnection(connectionString);
        await connection.OpenAsync(cancel);
        if (rows.TimesSeats > 1)
        {
            // The last blocks first: two blocks of a stand never begin with the same seat meanwhile.
            await ExecuteAsync("UPDATE stand_blocks SET first_number = 1 + (first_number - 1) * @times, seats_per_row = seats_per_row * @times ORDER BY first_number DESC");
            await ExecuteAsync("UPDATE stands SET capacity = capacity * @times");
            await ExecuteAsync("UPDATE grades SET capacity = capacity * @times");
        }

        if (rows.SoldShare > 0)
        {
            await ExecuteAsync("CREATE TABLE numbers (n INT NOT NULL PRIMARY KEY)");
            await ExecuteAsync("INSERT INTO numbers VALUES (1)");
            for (var known = 1; known < MostSeats; known *= 2) await ExecuteAsync($"INSERT INTO numbers SELECT n + {known} FROM numbers");
            foreach (var game in await GamesAsync())
            {
                foreach (var statement in OfAGame) await ExecuteAsync(statement, game);
            }

            await ExecuteAsync("DROP TABLE numbers");
            await ExecuteAsync("ANALYZE TABLE reservations, reservation_seats, seat_claims, seat_allowances");
        }

        await using var count = new MySqlCommand("SELECT COUNT(*) FROM reservations", connection);
        return (long)(await count.ExecuteScalarAsync(cancel))!;

        async Task ExecuteAsync(string sql, long game = 0)
        {
            await using var command = new MySqlCommand(sql, connection) { CommandTimeout = 120 };
            command.Parameters.AddWithValue("@times", rows.TimesSeats);
            command.Parameters.AddWithValue("@share", rows.SoldShare);
            command.Parameters.AddWithValue("@game", game);
            await command.ExecuteNonQueryAsync(cancel);
        }

        async Task<List<long>> GamesAsync()
        {
            await using var command = new MySqlCommand("SELECT id FROM games WHERE sale_opens_at <= UTC_TIMESTAMP(6) AND sale_closes_at > UTC_TIMESTAMP(6) ORDER BY starts_at, id LIMIT @games", connection);
            command.Parameters.AddWithValue("@games", rows.Games);
            await using var reader = await command.ExecuteReaderAsync(cancel);
            List<long> games = [];
            while (await reader.ReadAsync(cancel)) games.Add(reader.GetInt64(0));
            return games;
        }
    }
}
