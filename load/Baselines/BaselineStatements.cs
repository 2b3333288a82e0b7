using System.Data.Common;
using System.Text.Json;
using Dugout.Load.Checks;
using MySqlConnector;
using StackExchange.Redis;

namespace Dugout.Load.Baselines;

/// <summary>
/// The requests of the shop's steps to the primary and to Redis, and nothing else: no check, no object in between. Reads use the shop's tables,
/// prepared; writes go to tables of the same structure in the schema <c>bare</c> and to keys with that prefix. The statements are the shop's word for
/// word; the table of a run counts both, so that a difference becomes visible.
/// </summary>
internal sealed class BaselineStatements : IAsyncDisposable
{
    private const string Schema = "bare";
    private const int Accounts = 32;
    private const int Games = 16;

    private const string Grades = "SELECT grade_id, COUNT(*) FROM seat_claims WHERE game_id = @gameId GROUP BY grade_id";
    private const string Taken = "SELECT number FROM seat_claims WHERE game_id = @gameId AND grade_id = @gradeId";

    private const string Bought =
        """
        SELECT 'claimed' AS Kind, grade_id AS GradeId, number AS Number, reservation_id AS Id FROM seat_claims
        WHERE game_id = @gameId AND ((grade_id = @gradeId AND number = @number))
        UNION ALL SELECT 'bought', grade_id, seats, NULL FROM seat_allowances WHERE account_id = @accountId AND game_id = @gameId
        UNION ALL SELECT 'reserved', 0, 0, id FROM reservations WHERE id IN (@id)
        """;

    private const string Reserve =
        """
        SET SESSION innodb_lock_wait_timeout = 2; SET TRANSACTION ISOLATION LEVEL READ COMMITTED; START TRANSACTION;
        INSERT INTO idempotency_keys (account_id, idempotency_key, fingerprint, status, answer, created_at)
        VALUES (@accountId, @key, @fingerprint, 201, @answer, @now);
        INSERT INTO seat_allowances (account_id, game_id, grade_id, seats, allowed) VALUES (@accountId, @gameId, 0, 1, 1000000000), (@accountId, @gameId, @gradeId, 1, 1000000000)
        ON DUPLICATE KEY UPDATE seats = seats + VALUES(seats), allowed = VALUES(allowed);
        INSERT INTO reservations (id, account_id, game_id, total, reserved_at) SELECT @id, @accountId, @gameId, 30000, @now FROM DUAL WHERE UTC_TIMESTAMP(6) < @until;
        INSERT INTO seat_claims (game_id, grade_id, number, reservation_id) VALUES (@gameId, @gradeId, @number, @id);
        INSERT INTO reservation_seats (reservation_id, grade_id, number, price) VALUES (@id, @gradeId, @number, 30000);
        INSERT INTO outbox (topic, ordered_by, body, written_at) VALUES ('seats-changed', @orderedBy, @message, @now);
        COMMIT;
        """;

    /// <summary>Appended to the same text: the query for the GTID position of the write, as the shop sends it.</summary>
    private const string PositionOnMariaDb = "SELECT @@last_gtid;";

    private const string PositionOnMySql = "SELECT REPLACE(@@GLOBAL.gtid_executed, '\\n', '');";

    private const string Insert = "INSERT INTO orders (number) VALUES (@number)";

    /// <summary>The minimal Redis cost of a hold: if the seat is free and known, it is stored with its owner.</summary>
    private const string HoldScript =
        """
        local clock = redis.call('TIME')
        local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
        local score = redis.call('ZMSCORE', KEYS[2], '0', ARGV[1])[2]
        if score and tonumber(score) > now then return {'taken', 0, 'held'} end
        redis.call('SET', KEYS[1], ARGV[2], 'PXAT', now + 425000, 'GET')
        redis.call('ZADD', KEYS[2], now + 425000, ARGV[1])
        return {'held', now + 420000, ARGV[1]}
        """;

    private const string Held =
        """
        local clock = redis.call('TIME')
        local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
        return redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. string.format('%.0f', now), '(9000000000000000')
        """;

    private static readonly byte[] Body = [.. Enumerable.Repeat((byte)' ', 230)];
    private static readonly string Message = new('m', 230);

    private readonly MySqlDataSource _shop;
    private readonly MySqlDataSource _own;
    private readonly ConnectionMultiplexer _redis;
    private readonly string _reserve;
    private long _number;

    private BaselineStatements(string primary, SqlEngine engine, ConnectionMultiplexer redis)
    {
        _reserve = $"{Reserve} {(engine.IsMySql ? PositionOnMySql : PositionOnMariaDb)}";
        _shop = new($"{primary};ConnectionReset=false");
        _own = new($"{primary};ConnectionReset=false;Database={Schema}");
        _redis = redis;
    }

    /// <summary>Creates the tables anew.</summary>
    public static async Task<BaselineStatements> OpenAsync(string primary, SqlEngine engine, string redis)
    {
        var statements = new BaselineStatements(primary, engine, await ConnectionMultiplexer.ConnectAsync(redis));
        await statements.MakeTablesAsync();
        return statements;
    }

    /// <summary>The number of claimed seats of each grade of a game.</summary>
    public Task<byte[]> GradesAsync(long game) => QueryAsync(Grades, row => [row.GetInt64(0), row.GetInt64(1)], ("@gameId", game));

    /// <summary>The held and the claimed seats of a grade.</summary>
    public async Task<byte[]> TakenAsync(long game, long grade)
    {
        await _redis.GetDatabase().ScriptEvaluateAsync(Held, [Key("looked at")]);
        return await QueryAsync(Taken, row => [row.GetInt32(0)], ("@gameId", game), ("@gradeId", grade));
    }

    /// <summary>Requests a seat from Redis that is already held.</summary>
    public Task<byte[]> LoseAsync() => TryHoldAsync(0, 0);

    /// <summary>Holds a seat, and queries the primary whether it was sold and how many seats the account has.</summary>
    public async Task<byte[]> HoldAsync()
    {
        var number = Interlocked.Increment(ref _number);
        await TryHoldAsync(number, number % Accounts);
        return await QueryTextAsync(_shop, Bought, ("@gameId", number % Games), ("@gradeId", 1L), ("@number", number), ("@accountId", number % Accounts), ("@id", number));
    }

    /// <summary>Writes a purchase, on disk before the response.</summary>
    public Task<byte[]> ReserveAsync()
    {
        var number = Interlocked.Increment(ref _number);
        var now = DateTime.UtcNow;
        return QueryTextAsync(
            _own, _reserve, ("@accountId", number % Accounts), ("@key", Guid.NewGuid().ToString("N")), ("@fingerprint", new byte[32]), ("@answer", Body), ("@now", now),
            ("@gameId", number / Accounts % Games), ("@gradeId", 1L), ("@id", number), ("@until", now.AddMinutes(7)), ("@number", number), ("@orderedBy", $"reservation:{number}"), ("@message", Message));
    }

    /// <summary>Writes one row under a unique key, on disk before the response.</summary>
    public async Task<byte[]> InsertAsync()
    {
        using var connection = await _own.OpenConnectionAsync();
        using var command = new MySqlCommand(Insert, connection);
        command.Parameters.AddWithValue("@number", Interlocked.Increment(ref _number));
        await command.PrepareAsync();
        await command.ExecuteNonQueryAsync();
        return Body;
    }

    /// <summary>Removes all it has created.</summary>
    public async ValueTask DisposeAsync()
    {
        await ExecuteAsync(_shop, $"DROP DATABASE {Schema}");
        var keys = _redis.GetServer(_redis.GetEndPoints()[0]).Keys(pattern: $"{Schema}:*", pageSize: 1_000).ToArray();
        await _redis.GetDatabase().KeyDeleteAsync(keys);
        _redis.Dispose();
        await _shop.DisposeAsync();
        await _own.DisposeAsync();
    }

    private static RedisKey Key(string name) => $"{Schema}:{name}";

    private async Task MakeTablesAsync()
    {
        await ExecuteAsync(_shop, $"DROP DATABASE IF EXISTS {Schema}; CREATE DATABASE {Schema}");
        foreach (var table in (string[])["idempotency_keys", "outbox", "reservations", "reservation_seats", "seat_claims", "seat_allowances"])
        {
            using var connection = await _shop.OpenConnectionAsync();
            using var command = new MySqlCommand($"SHOW CREATE TABLE {table}", connection);
            using var reader = await command.ExecuteReaderAsync();
            await reader.ReadAsync();
            await ExecuteAsync(_own, reader.GetString(1));
        }

        await ExecuteAsync(_own, "CREATE TABLE orders (id BIGINT PRIMARY KEY AUTO_INCREMENT, number BIGINT NOT NULL UNIQUE) ENGINE = InnoDB");
        await _redis.GetDatabase().SortedSetAddAsync(Key("seats"), "0", 9e15);
        // As the shop's grade is when it is read: known, with no seat held.
        await _redis.GetDatabase().SortedSetAddAsync(Key("looked at"), "0", 0);
    }

    private async Task<byte[]> TryHoldAsync(long number, long account)
    {
        var result = (RedisResult[])(await _redis.GetDatabase().ScriptEvaluateAsync(
            HoldScript, [Key($"account:{account}"), Key("seats")], [number, Message]))!;
        return result.Length == 3 ? Body : throw new InvalidOperationException("Redis did not hold the seat.");
    }

    private async Task<byte[]> QueryAsync(string sql, Func<DbDataReader, long[]> read, params (string Name, object Value)[] parameters)
    {
        using var connection = await _shop.OpenConnectionAsync();
        using var command = Command(connection, sql, parameters);
        await command.PrepareAsync();
        using var reader = await command.ExecuteReaderAsync();
        using var body = new MemoryStream();
        using var json = new Utf8JsonWriter(body);
        json.WriteStartArray();
        while (await reader.ReadAsync())
        {
            foreach (var number in read(reader)) json.WriteNumberValue(number);
        }

        json.WriteEndArray();
        await json.FlushAsync();
        return body.ToArray();
    }

    /// <summary>One or more statements as a text that is not prepared; the rows are read and discarded.</summary>
    private static async Task<byte[]> QueryTextAsync(MySqlDataSource source, string sql, params (string Name, object Value)[] parameters)
    {
        using var connection = await source.OpenConnectionAsync();
        using var command = Command(connection, sql, parameters);
        using var reader = await command.ExecuteReaderAsync();
        do
        {
            while (await reader.ReadAsync())
            {
                // Discard the rows.
            }
        }
        while (await reader.NextResultAsync());
        return Body;
    }

    private static async Task ExecuteAsync(MySqlDataSource source, string sql)
    {
        using var connection = await source.OpenConnectionAsync();
        using var command = new MySqlCommand(sql, connection);
        await command.ExecuteNonQueryAsync();
    }

    private static MySqlCommand Command(MySqlConnection connection, string sql, (string Name, object Value)[] parameters)
    {
        var command = new MySqlCommand(sql, connection);
        foreach (var (name, value) in parameters) command.Parameters.AddWithValue(name, value);
        return command;
    }
}
