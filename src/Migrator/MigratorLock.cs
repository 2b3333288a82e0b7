using Dapper;

namespace Dugout.Migrator;

/// <summary>
/// The lease of the migrator: two never run at the same time. It is renewed while the migrator runs; a killed one loses it after <see cref="LeaseSeconds"/>.
/// </summary>
internal static class MigratorLock
{
    /// <summary>Name of the lease.</summary>
    internal const string Name = "migrator";

    private const string Table = "Shared/Schema/006_leases.sql";
    private const int WaitSeconds = 60;
    private const int LeaseSeconds = 15;
    private static readonly TimeSpan Between = TimeSpan.FromMilliseconds(200);

    /// <summary>Waits for the lease, does the work and releases it.</summary>
    /// <exception cref="MigrationFailedException">Another migrator holds the lease for too long, or this one has lost it.</exception>
    public static async Task RunAsync(Databases databases, TimeProvider clock, Func<CancellationToken, Task> work, CancellationToken cancellation)
    {
        var lease = new RowLease(Name, TimeSpan.FromSeconds(LeaseSeconds), clock);
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        // The lease comes before the scripts, and this script is harmless if it is executed again.
        foreach (var statement in SchemaScripts.Scripts().Single(script => script.Name == Table).Statements)
            await connection.ExecuteAsync(new CommandDefinition(statement, cancellationToken: cancellation));
        try
        {
            await TakeAsync(lease, connection, clock, cancellation);
            await lease.HoldWhileAsync(connection, Timeout.InfiniteTimeSpan, async held =>
            {
                await work(held);
                return true;
            }, cancellation);
        }
        catch (OperationCanceledException) when (lease.Fence is null && !cancellation.IsCancellationRequested)
        {
            throw new MigrationFailedException("The migrator could not renew its lease and stopped; start it again.");
        }
        finally
        {
            await lease.ReleaseAsync(databases);
        }
    }

    private static async Task TakeAsync(RowLease lease, LeasedConnection connection, TimeProvider clock, CancellationToken cancellation)
    {
        for (var began = clock.GetTimestamp(); !await lease.TakeAsync(connection, cancellation); await Task.Delay(Between, clock, cancellation))
        {
            if (clock.GetElapsedTime(began).TotalSeconds > WaitSeconds)
                throw new MigrationFailedException($"Another migrator has held the lease for more than {WaitSeconds} s; start again when it has finished.");
        }
    }
}
