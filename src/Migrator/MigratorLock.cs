using Dapper;
using MySqlConnector;

namespace Dugout.Migrator;

/// <summary>A named lock on the primary, held by its connection: two migrators never run at the same time, and a killed one releases it.</summary>
internal sealed class MigratorLock : IAsyncDisposable
{
    private const string Name = "dugout-migrator";
    private const int WaitSeconds = 60;

    private readonly MySqlConnection _connection;

    private MigratorLock(MySqlConnection connection) => _connection = connection;

    public static async Task<MigratorLock> TakeAsync(MySqlConnection connection, CancellationToken cancellation)
    {
        var taken = await connection.ExecuteScalarAsync<long?>(
            new("SELECT GET_LOCK(@Name, @WaitSeconds)", new { Name, WaitSeconds }, commandTimeout: WaitSeconds + 5, cancellationToken: cancellation));
        return taken == 1
            ? new(connection)
            : throw new MigrationFailedException($"Another migrator has held the lock for more than {WaitSeconds} s; start again when it has finished.");
    }

    public async ValueTask DisposeAsync() =>
        await _connection.ExecuteScalarAsync<long?>(new("SELECT RELEASE_LOCK(@Name)", new { Name }));
}
