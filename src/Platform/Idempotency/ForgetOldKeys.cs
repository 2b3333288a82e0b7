using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Dugout.Platform.Idempotency;

/// <summary>Deletes idempotency keys older than the guaranteed age, in batches so that no other transaction waits long.</summary>
public sealed class ForgetOldKeys(
    BatchDeletes deletes, IOptions<IdempotencyOptions> options, TimeProvider clock, ILogger<ForgetOldKeys> log) : BackgroundService
{
    /// <inheritdoc/>
    protected override Task ExecuteAsync(CancellationToken stoppingToken) => PeriodicJob.RunAsync(
        TimeSpan.FromSeconds(options.Value.CleanEverySeconds), clock, CleanAsync,
        error => error.IsOfTheDatabase(),
        error => log.LogWarning("Could not delete expired idempotency keys: {Reason}; retrying at the next clean-up", error.Message),
        stoppingToken);

    /// <summary>Deletes all keys that are old enough now.</summary>
    /// <returns>Number of deleted keys.</returns>
    public async Task<int> CleanAsync(CancellationToken cancellation)
    {
        var before = clock.GetUtcNow().UtcDateTime.AddHours(-options.Value.KeepHours);
        return await deletes.RunAsync(database => database.Set<IdempotencyKeyRow>().Where(row => row.CreatedAt < before).OrderBy(row => row.CreatedAt), cancellation);
    }
}
