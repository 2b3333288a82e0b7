using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Platform.Consistency;

/// <summary>
/// Reports whether the primary responds, and whether its settings keep what it acknowledges (<see cref="DatabaseOptions.RequireDurability"/>); otherwise nothing must be sold. The
/// probe uses its own connection: a pool whose connections are all in use shows nothing about the server, and a busy replica must not be reported as dead.
/// </summary>
internal sealed class PrimaryHealth(Databases databases, IReplication replication, IOptions<DatabaseOptions> options) : IHealthCheck
{
    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(options.Value.HealthMilliseconds);
        try
        {
            await using var connection = await databases.OpenUnpooledPrimaryAsync(patience.Token);
            var weak = await connection.ExecuteScalarAsync<string>(new(
                $"SELECT {replication.WeakSettings}", new { majority = databases.Writers.Count / 2 + 1 }, cancellationToken: patience.Token));
            return weak is null or "" || !options.Value.RequireDurability ? HealthCheckResult.Healthy() : HealthCheckResult.Unhealthy(weak);
        }
        catch (MySqlException error) when (error.TakesNobodyMore())
        {
            return HealthCheckResult.Degraded("too many connections");
        }
        catch (MySqlException error)
        {
            return HealthCheckResult.Unhealthy(error.ErrorCode.ToString());
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return HealthCheckResult.Unhealthy($"no response within {options.Value.HealthMilliseconds} ms");
        }
    }
}
