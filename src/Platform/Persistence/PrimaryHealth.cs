using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Options;
using MySqlConnector;

namespace Dugout.Platform.Persistence;

/// <summary>
/// Whether the primary answers; without it nothing can be sold. Asked over a connection of its own: a pool whose connections are all
/// in use says nothing of the server, and a replica mustn't be taken for dead because it is busy.
/// </summary>
internal sealed class PrimaryHealth(Databases databases, IOptions<DatabaseOptions> options) : IHealthCheck
{
    private readonly string _address = new MySqlConnectionStringBuilder(databases.Primary) { Pooling = false }.ConnectionString;

    public async Task<HealthCheckResult> CheckHealthAsync(HealthCheckContext context, CancellationToken cancellationToken = default)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        patience.CancelAfter(options.Value.HealthMilliseconds);
        try
        {
            await using var connection = await LeasedConnection.OpenAsync(_address, patience.Token);
            await connection.ExecuteScalarAsync<int>(new("SELECT 1", cancellationToken: patience.Token));
            return HealthCheckResult.Healthy();
        }
        catch (MySqlException error) when (error.TakesNobodyMore())
        {
            return HealthCheckResult.Degraded("it has too many connections");
        }
        catch (MySqlException error)
        {
            return HealthCheckResult.Unhealthy(error.ErrorCode.ToString());
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return HealthCheckResult.Unhealthy("it doesn't answer");
        }
    }
}
