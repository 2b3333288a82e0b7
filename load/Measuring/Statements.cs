using System.Globalization;
using MySqlConnector;

namespace Dugout.Load.Measuring;

/// <summary>Counts the statements that clients send to the SQL servers of a system.</summary>
internal sealed class Statements : IAsyncDisposable
{
    private readonly List<MySqlConnection> _servers = [];

    // A count includes the questions of this connection up to and with the one that asks.
    private int _rounds;

    private Statements()
    {
    }

    /// <summary>Connects to the primary and every replica.</summary>
    public static async Task<Statements> OpenAsync(AppHostFile system)
    {
        var statements = new Statements();
        foreach (var address in (string[])[system.Database!.Primary!, .. system.Database.Replicas ?? []])
        {
            var connection = new MySqlConnection(address);
            statements._servers.Add(connection);
            await connection.OpenAsync().ConfigureAwait(false);
        }

        return statements;
    }

    /// <summary>How many there have been since the servers started, less the ones that ask: on the primary, and on all.</summary>
    public async Task<(double Primary, double All)> CountAsync()
    {
        List<double> counts = [];
        _rounds++;
        foreach (var server in _servers)
        {
            using var command = new MySqlCommand("SHOW GLOBAL STATUS WHERE Variable_name = 'Questions'", server);
            using var reader = await command.ExecuteReaderAsync().ConfigureAwait(false);
            if (await reader.ReadAsync().ConfigureAwait(false)) counts.Add(double.Parse(reader.GetString(1), CultureInfo.InvariantCulture) - _rounds);
        }

        return (counts[0], counts.Sum());
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var server in _servers) await server.DisposeAsync().ConfigureAwait(false);
    }
}
