using System.Globalization;
using Dugout.Load.Costs;
using MySqlConnector;

namespace Dugout.Load.Experiments;

/// <summary>Reads what the processes of a system have used since they began.</summary>
internal sealed class ArmMeter : IAsyncDisposable
{
    private readonly Dictionary<string, int> _processes;
    private readonly List<MySqlConnection> _servers = [];

    private ArmMeter(Dictionary<string, int> processes) => _processes = processes;

    /// <summary>Finds every process, and connects to every SQL server.</summary>
    public static async Task<ArmMeter> OpenAsync(AppHostFile system)
    {
        var meter = new ArmMeter(system.Resources!.Where(resource => resource.Value.Pid is not null).ToDictionary(resource => resource.Key, resource => resource.Value.Pid!.Value));
        foreach (var address in (string[])[system.Database!.Primary!, .. system.Database.Replicas ?? []])
        {
            var connection = new MySqlConnection(address);
            await connection.OpenAsync().ConfigureAwait(false);
            meter._servers.Add(connection);
        }

        return meter;
    }

    /// <summary>The state of all meters.</summary>
    public async Task<Reading> ReadAsync()
    {
        var statements = 0.0;
        foreach (var server in _servers)
        {
            using var command = new MySqlCommand("SHOW GLOBAL STATUS WHERE Variable_name = 'Questions'", server);
            using var reader = await command.ExecuteReaderAsync().ConfigureAwait(false);
            // This question is one too.
            if (await reader.ReadAsync().ConfigureAwait(false)) statements += double.Parse(reader.GetString(1), CultureInfo.InvariantCulture) - 1;
        }

        return new Reading(statements, _processes.ToDictionary(process => process.Key, process => Processor.Microseconds(process.Value)));
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var server in _servers) await server.DisposeAsync().ConfigureAwait(false);
    }

    /// <summary>Statements of clients so far, and CPU of each process in µs.</summary>
    internal sealed record Reading(double Statements, IReadOnlyDictionary<string, double> Cpu)
    {
        /// <summary>CPU since an earlier reading.</summary>
        public IReadOnlyDictionary<string, double> CpuSince(Reading before) => Cpu.ToDictionary(now => now.Key, now => now.Value - before.Cpu[now.Key]);
    }
}
