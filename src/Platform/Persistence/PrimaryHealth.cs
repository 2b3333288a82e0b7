using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Platform.Persistence;

/// <summary>
/// Reports whether the primary responds; without it nothing can be sold. The probe uses its own connection: a pool whose connections are all
/// in use shows nothing about the server, and a busy replica must not be reported as dead.
/// </summary>
internal sealed class PrimaryHealth(Databases databases, IOptions<DatabaseOptions> options) : IHealthCheck
{
    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(options.Value.HealthMilliseconds);
        try
        {
            await using var connection = await databases.OpenUnpooledPrimaryAsync(patience.Token);
            await connection.ExecuteScalarAsync<int>(new("SELECT 1", cancellationToken: patience.Token));
            return HealthCheckResult.Healthy();
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
