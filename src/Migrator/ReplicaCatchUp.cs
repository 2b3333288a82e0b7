using Dapper;
using MySqlConnector;

namespace Dugout.Migrator;

/// <summary>
/// Waits until the replicas have the seed: the last write is a marker row, and a replica that has the marker has everything before
/// it. Works on any engine.
/// </summary>
internal static class ReplicaCatchUp
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(120);
    private static readonly TimeSpan Between = TimeSpan.FromMilliseconds(20);

    public static async Task WaitAsync(MySqlConnection primary, IReadOnlyList<string> replicas, CancellationToken cancellation)
    {
        await primary.ExecuteAsync(new(
            "CREATE TABLE IF NOT EXISTS migrator_runs (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, ended_at DATETIME(6) NOT NULL) ENGINE = InnoDB",
            cancellationToken: cancellation));
        var mark = await primary.ExecuteScalarAsync<long>(new(
            "INSERT INTO migrator_runs (ended_at) VALUES (UTC_TIMESTAMP(6)); SELECT LAST_INSERT_ID()", cancellationToken: cancellation));

        foreach (var address in replicas)
        {
            await using var replica = new MySqlConnection(address);
            await replica.OpenAsync(cancellation);
            var deadline = DateTime.UtcNow + Patience;
            while (!await SeesAsync(replica, mark, cancellation))
            {
                if (DateTime.UtcNow > deadline)
                    throw new MigrationFailedException(
                        $"The replica {replica.DataSource} has not caught up within {Patience.TotalSeconds:0} s; check whether its replication is running.");
                await Task.Delay(Between, cancellation);
            }
        }
    }

    private static async Task<bool> SeesAsync(MySqlConnection replica, long mark, CancellationToken cancellation)
    {
        // The table itself may not have been replicated yet.
        var exists = await replica.ExecuteScalarAsync<long>(new(
            "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'migrator_runs'",
            cancellationToken: cancellation));
        return exists == 1 && await replica.ExecuteScalarAsync<long>(new(
            "SELECT COUNT(*) FROM migrator_runs WHERE id = @mark", new { mark }, cancellationToken: cancellation)) == 1;
    }
}
