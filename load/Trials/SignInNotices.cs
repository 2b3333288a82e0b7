using MySqlConnector;

namespace Dugout.Load.Trials;

/// <summary>
/// Ensures that every fan has notices to receive at sign-in: an event that starts today, at which all have places, and passwords of last year. It is created anew for each
/// trial, since prepared data are older than today.
/// </summary>
internal static class SignInNotices
{
    // Below the ids that the shop assigns, above the seeded ones.
    private const long Event = 9_999_999;

    private const string Fans = "email LIKE 'fan%@dugout.test'";

    // It begins after the trial, and so soon that it is today, in Korea and in UTC, except in the last minutes before midnight.
    private static readonly string[] Statements =
    [
        $"UPDATE accounts SET created_at = created_at - INTERVAL 1 YEAR WHERE {Fans}",
        $"""
        INSERT INTO fan_events (id, title, description, venue, district, category, starts_at, applications_open_at, applications_close_at, places, has_waiting_list, taken)
        SELECT {Event}, '오늘의 팬 미팅', '오늘 모두 만납니다.', '잠실야구장', 'seoul', 'meeting',
            UTC_TIMESTAMP(6) + INTERVAL 20 MINUTE, UTC_TIMESTAMP(6) - INTERVAL 2 DAY, UTC_TIMESTAMP(6) - INTERVAL 1 DAY, COUNT(*), 0, COUNT(*)
        FROM accounts WHERE {Fans}
        """,
        $"""
        INSERT INTO event_applications (event_id, account_id, state, applied_at, confirmed_at)
        SELECT {Event}, id, 'confirmed', UTC_TIMESTAMP(6) - INTERVAL 2 DAY, UTC_TIMESTAMP(6) - INTERVAL 2 DAY FROM accounts WHERE {Fans}
        """,
    ];

    /// <summary>Creates the rows.</summary>
    /// <param name="connectionString">Connection string of an account that may write.</param>
    /// <param name="cancel">Cancels the work.</param>
    /// <exception cref="MySqlException">The schema or rows differ from what the statements expect.</exception>
    public static async Task MakeAsync(string connectionString, CancellationToken cancel)
    {
        using var connection = new MySqlConnection(connectionString);
        await connection.OpenAsync(cancel);
        foreach (var statement in Statements)
        {
            using var command = new MySqlCommand(statement, connection);
            await command.ExecuteNonQueryAsync(cancel);
        }
    }
}
