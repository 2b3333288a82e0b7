using System.Globalization;
using System.Net.Sockets;
using Dugout.Infrastructure.Servers.Redis;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using MySqlConnector;

namespace Dugout.Infrastructure.Servers;

/// <summary>The primary is healthy when it responds to a query of the checks account on a new connection.</summary>
internal sealed class PrimaryHealthCheck(IResourceWithConnectionString server) : IHealthCheck
{
    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        try
        {
            await using var connection = await OpenAsync(server, cancellationToken);
            await using var command = connection.CreateCommand();
            command.CommandText = "SELECT 1";
            await command.ExecuteScalarAsync(cancellationToken);
            return HealthCheckResult.Healthy();
        }
        catch (MySqlException fault)
        {
            return HealthCheckResult.Unhealthy(fault.Message);
        }
    }

    /// <summary>Unpooled: a check reports the current state, and leaves no connection open that a stopping server would wait for.</summary>
    public static async Task<MySqlConnection> OpenAsync(IResourceWithConnectionString server, CancellationToken cancellation)
    {
        var text = await server.ConnectionStringExpression.GetValueAsync(cancellation);
        var connection = new MySqlConnection(text + ";Pooling=false");
        try
        {
            await connection.OpenAsync(cancellation);
            return connection;
        }
        catch
        {
            await connection.DisposeAsync();
            throw;
        }
    }
}

/// <summary>
/// A replica is healthy when it is read-only, connected to the primary and applies what it reads. One that cannot continue by
/// itself, because an event failed or the primary no longer has the missing log, reports that and is replaced at the next start.
/// </summary>
internal sealed class ReplicaHealthCheck(IResourceWithConnectionString server, ReplicaQuestion question, Action lost) : IHealthCheck
{
    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        try
        {
            await using var connection = await PrimaryHealthCheck.OpenAsync(server, cancellationToken);
            await using var command = connection.CreateCommand();

            command.CommandText = "SELECT @@GLOBAL.read_only";
            if (Convert.ToInt32(await command.ExecuteScalarAsync(cancellationToken), CultureInfo.InvariantCulture) != 1)
                return HealthCheckResult.Unhealthy("it is not read-only");

            command.CommandText = question.Sql;
            await using var status = await command.ExecuteReaderAsync(cancellationToken);
            if (!await status.ReadAsync(cancellationToken))
                return HealthCheckResult.Unhealthy("replication is not configured");

            var (reads, applies) = (Text(question.Reads), Text(question.Applies));
            if (reads == "Yes" && applies == "Yes")
            {
                var delay = Number("SQL_Delay");
                return HealthCheckResult.Healthy(delay > 0 ? $"delayed by {delay} s, as configured" : null);
            }

            if (question.LogPurged.Contains(Number("Last_IO_Errno")) || (applies == "No" && Number("Last_SQL_Errno") != 0))
            {
                lost();
                return HealthCheckResult.Unhealthy($"replication cannot continue, and the replica is recreated at the next start: {Text("Last_SQL_Error")}{Text("Last_IO_Error")}");
            }

            return HealthCheckResult.Unhealthy($"not connected yet (reading: {reads}, applying: {applies}) {Text("Last_IO_Error")}");

            string Text(string column) => Convert.ToString(status[column], CultureInfo.InvariantCulture) ?? "";
            int Number(string column) => Convert.ToInt32(status[column], CultureInfo.InvariantCulture);
        }
        catch (MySqlException fault)
        {
            return HealthCheckResult.Unhealthy(fault.Message);
        }
    }
}

/// <summary>Nodes of a cluster are healthy when each of them sees a working cluster whose slots all have a master.</summary>
internal sealed class RedisNodesHealthCheck(IReadOnlyList<RedisNodeResource> nodes) : IHealthCheck
{
    private static readonly string[] Expected = ["cluster_state:ok", $"cluster_slots_ok:{RedisClusterFiles.Slots}"];

    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        foreach (var node in nodes)
        {
            try
            {
                var answer = await RedisProbe.SendAsync(node.Address, ["CLUSTER", "INFO"], cancellationToken);
                var lines = answer.Split("\r\n");
                if (Array.Find(Expected, line => !lines.Contains(line)) is { } missing)
                    return HealthCheckResult.Unhealthy($"{node.Name} does not report {missing}, but {string.Join(", ", lines.Take(3))}");
            }
            catch (Exception fault) when (fault is SocketException or IOException)
            {
                return HealthCheckResult.Unhealthy($"{node.Name}: {fault.Message}");
            }
        }

        return HealthCheckResult.Healthy();
    }
}

/// <summary>Redis is healthy when it accepts the password and responds to PING; while it loads its data it returns an error.</summary>
internal sealed class RedisHealthCheck(IResourceWithConnectionString server) : IHealthCheck
{
    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        try
        {
            var address = RedisAddress.Of(await server.ConnectionStringExpression.GetValueAsync(cancellationToken) ?? "");
            return await RedisProbe.QueryAsync(address, "PING", "+PONG", cancellationToken) is { } answer ? HealthCheckResult.Unhealthy(answer) : HealthCheckResult.Healthy();
        }
        catch (Exception fault) when (fault is SocketException or IOException or FormatException)
        {
            return HealthCheckResult.Unhealthy(fault.Message);
        }
    }
}
