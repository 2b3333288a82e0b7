using Dapper;
using Dugout.Infrastructure.Run;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Options;
using Xunit;

namespace Dugout.Migrator.Tests;

/// <content>The lease of the migrator.</content>
public sealed partial class DatabaseTests
{
    private const int Polls = 5;

    [Fact]
    public async Task Two_migrators_never_work_at_once()
    {
        Task<string>? migrating = null;
        await MigratorLock.RunAsync(Databases(), TimeProvider.System, async held =>
        {
            migrating = MigrateAsync();
            // The other one's attempts to take the lease are nearly all updates; the first one's renewal is one of them at most.
            for (var before = await UpdatesAsync(); await UpdatesAsync() <= before + Polls; await Task.Delay(20, held))
                Assert.False(migrating.IsCompleted);
            Assert.Equal(["leases"], await TablesAsync());
        }, TestContext.Current.CancellationToken);

        Assert.EndsWith("The database is ready.", await migrating!, StringComparison.Ordinal);

        async Task<long> UpdatesAsync() => (await _connection.QuerySingleAsync<(string, long Count)>("SHOW GLOBAL STATUS LIKE 'Com_update'")).Count;
    }

    [Fact]
    public async Task The_lease_of_a_killed_migrator_expires()
    {
        await ApplyAsync();
        await _connection.ExecuteAsync($"INSERT INTO leases (name, holder, fence, expires_at) VALUES ('{MigratorLock.Name}', 'killed', 41, UTC_TIMESTAMP(6) + INTERVAL 3 SECOND)");
        var expiry = await _connection.ExecuteScalarAsync<DateTime>("SELECT expires_at FROM leases");

        var said = await MigrateAsync();

        Assert.EndsWith("The database is ready.", said, StringComparison.Ordinal);
        Assert.True(await _connection.ExecuteScalarAsync<DateTime>("SELECT MAX(ended_at) FROM migrator_runs") >= expiry);
        Assert.Equal((42, ""), await _connection.QuerySingleAsync<(long, string)>("SELECT fence, holder FROM leases"));
    }

    [Fact]
    public async Task A_migrator_that_fails_releases_its_lease()
    {
        await Assert.ThrowsAsync<MigrationFailedException>(() => MigratorLock.RunAsync(
            Databases(), TimeProvider.System, _ => throw new MigrationFailedException("Not today."), TestContext.Current.CancellationToken));

        Assert.Equal(1, await _connection.ExecuteScalarAsync<int>("SELECT COUNT(*) FROM leases WHERE holder = '' AND expires_at <= UTC_TIMESTAMP(6)"));
    }

    [Fact]
    public async Task A_migrator_that_has_lost_its_lease_stops()
    {
        var error = await Assert.ThrowsAsync<MigrationFailedException>(() => MigratorLock.RunAsync(Databases(), TimeProvider.System, async held =>
        {
            await _connection.ExecuteAsync("UPDATE leases SET fence = fence + 1, holder = 'other'");
            await Task.Delay(Timeout.Infinite, held);
        }, TestContext.Current.CancellationToken));

        Assert.Contains("lease", error.Message, StringComparison.Ordinal);
        Assert.Equal("other", await _connection.ExecuteScalarAsync<string>("SELECT holder FROM leases"));
    }

    private Databases Databases() => new(
        new ConfigurationBuilder().AddInMemoryCollection([new("ConnectionStrings:Primary", servers.Servers.Primary(DatabaseAccount.Migrator))]).Build(),
        Options.Create(new DatabaseOptions()));
}
