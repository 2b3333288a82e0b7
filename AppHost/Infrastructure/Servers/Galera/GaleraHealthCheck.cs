using Microsoft.Extensions.Diagnostics.HealthChecks;
using MySqlConnector;

namespace Dugout.Infrastructure.Servers.Galera;

/// <summary>A node is healthy when it belongs to the majority and takes statements.</summary>
internal sealed class GaleraHealthCheck(IResourceWithConnectionString server) : IHealthCheck
{
    private const string Sql = "SELECT variable_name, variable_value FROM information_schema.global_status WHERE variable_name IN ('WSREP_READY', 'WSREP_CLUSTER_STATUS', 'WSREP_LOCAL_STATE_COMMENT')";

    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        try
        {
            await using var connection = await PrimaryHealthCheck.OpenAsync(server, cancellationToken);
            await using var command = connection.CreateCommand();
            command.CommandText = Sql;
            var found = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase);
            await using var rows = await command.ExecuteReaderAsync(cancellationToken);
            while (await rows.ReadAsync(cancellationToken))
                found[rows.GetString(0)] = rows.GetString(1);

            var (ready, status) = (found.GetValueOrDefault("WSREP_READY"), found.GetValueOrDefault("WSREP_CLUSTER_STATUS"));
            return ready == "ON" && status == "Primary"
                ? HealthCheckResult.Healthy()
                : HealthCheckResult.Unhealthy($"not in the cluster (ready: {ready}, cluster: {status}, {found.GetValueOrDefault("WSREP_LOCAL_STATE_COMMENT")})");
        }
        catch (MySqlException fault)
        {
            return HealthCheckResult.Unhealthy(fault.Message);
        }
    }
}
