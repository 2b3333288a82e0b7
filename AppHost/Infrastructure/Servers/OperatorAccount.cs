using Dugout.Infrastructure.Run;
using MySqlConnector;

namespace Dugout.Infrastructure.Servers;

/// <summary>Runs statements as the operator, who may change a server's settings.</summary>
public static class OperatorAccount
{
    /// <summary>Runs statements on a server, one after the other.</summary>
    /// <param name="server">The server.</param>
    /// <param name="statements">The statements.</param>
    /// <param name="cancellation">Cancels before the next one.</param>
    /// <exception cref="MySqlException">The server is unavailable or rejects one.</exception>
    public static async Task RunAsync(IMySqlServerResource server, IEnumerable<string> statements, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(server);
        ArgumentNullException.ThrowIfNull(statements);
        // Without a schema, because this account has no privileges in it.
        await using var connection = new MySqlConnection(await server.ConnectionStringFor(DatabaseAccount.Operator).GetValueAsync(cancellation) + ";Database=;Pooling=false");
        await connection.OpenAsync(cancellation);
        foreach (var statement in statements)
        {
            await using var command = connection.CreateCommand();
            command.CommandText = statement;
            await command.ExecuteNonQueryAsync(cancellation);
        }
    }
}
