using MySqlConnector;

namespace Dugout.Load.Costs;

/// <summary>The outbox of a system, whose processing belongs to the cost of a purchase.</summary>
internal static class Outbox
{
    private static readonly TimeSpan Settle = TimeSpan.FromMilliseconds(100);

    /// <summary>Waits until the worker has processed all messages.</summary>
    /// <param name="primary">Connection string of an account that may read.</param>
    public static async Task EmptyAsync(string primary)
    {
        using var connection = new MySqlConnection(primary);
        await connection.OpenAsync();
        using var command = new MySqlCommand("SELECT COUNT(*) FROM outbox", connection);
        while (Convert.ToInt64(await command.ExecuteScalarAsync(), null) > 0) await Task.Delay(Settle);
    }
}
