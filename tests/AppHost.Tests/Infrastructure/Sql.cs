using System.Globalization;
using MySqlConnector;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

/// <summary>One statement on a connection of its own, for tests of servers.</summary>
internal static class Sql
{
    public static async Task RunAsync(string connectionString, string sql)
    {
        await using var connection = await OpenAsync(connectionString);
        await using var command = connection.CreateCommand();
        command.CommandText = sql;
        await command.ExecuteNonQueryAsync(TestContext.Current.CancellationToken);
    }

    public static async Task<string?> ScalarAsync(string connectionString, string sql)
    {
        await using var connection = await OpenAsync(connectionString);
        await using var command = connection.CreateCommand();
        command.CommandText = sql;
        return Convert.ToString(await command.ExecuteScalarAsync(TestContext.Current.CancellationToken), CultureInfo.InvariantCulture);
    }

    /// <summary>The server's number for the refusal of a statement.</summary>
    public static async Task<int> ErrorNumberAsync(string connectionString, string sql) =>
        (await Assert.ThrowsAsync<MySqlException>(() => RunAsync(connectionString, sql))).Number;

    private static async Task<MySqlConnection> OpenAsync(string connectionString)
    {
        var connection = new MySqlConnection(connectionString + ";Pooling=false");
        await connection.OpenAsync(TestContext.Current.CancellationToken);
        return connection;
    }
}
