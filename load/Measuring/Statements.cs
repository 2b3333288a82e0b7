using System.Globalization;
using Dugout.Load.Running;
using MySqlConnector;

namespace Dugout.Load.Measuring;

/// <summary>The counters of the SQL servers.</summary>
/// <param name="Primary">Statements of clients on the primary.</param>
/// <param name="All">Statements of clients on all servers.</param>
/// <param name="Rows">Rows that all servers read, in tables and indexes.</param>
internal readonly record struct Counted(double Primary, double All, double Rows)
{
    /// <summary>The difference to an earlier count.</summary>
    public Counted Since(Counted before) => new(Primary - before.Primary, All - before.All, Rows - before.Rows);
}

/// <summary>Counts the statements that clients send to the SQL servers of a system, and the rows the servers read for them.</summary>
internal sealed class Statements : IAsyncDisposable
{
    private readonly List<MySqlConnection> _servers = [];

    // A count includes the queries of this connection up to and including the one that counts.
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
            await connection.OpenAsync();
        }

        return statements;
    }

    /// <summary>
    /// Statements since the servers started, less the counting queries: on the primary, and on all; and rows read. Some hundred of those rows are
    /// read by the counting query itself, which scans a table of all server counters.
    /// </summary>
    public async Task<Counted> CountAsync()
    {
        List<double> counts = [];
        double rows = 0;
        _rounds++;
        foreach (var server in _servers)
        {
            using var command = new MySqlCommand("SHOW GLOBAL STATUS WHERE Variable_name = 'Questions' OR Variable_name LIKE 'Handler_read%'", server);
            using var reader = await command.ExecuteReaderAsync();
            while (await reader.ReadAsync())
            {
                var value = double.Parse(reader.GetString(1), CultureInfo.InvariantCulture);
                if (reader.GetString(0).Equals("Questions", StringComparison.OrdinalIgnoreCase)) counts.Add(value - _rounds);
                else rows += value;
            }
        }

        return new Counted(counts[0], counts.Sum(), rows);
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var server in _servers) await server.DisposeAsync();
    }
}
