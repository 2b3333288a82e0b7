using Dugout.Infrastructure;
using Dugout.Tests.Support;
using Xunit;

[assembly: AssemblyFixture(typeof(Dugout.StandIns.Tests.ServerFixture))]

namespace Dugout.StandIns.Tests;

/// <summary>
/// The server that the driver's tests run against, started for the run: MariaDB, or MySQL 9 if DUGOUT_TEST_ENGINE says
/// <c>mysql</c>. DUGOUT_TEST_MYSQL names a running one instead, whose data may be lost.
/// </summary>
public sealed class ServerFixture : TestServers
{
    private static readonly string? Given = Environment.GetEnvironmentVariable("DUGOUT_TEST_MYSQL");

    private TestFolder? _folder;
    private MySqlServer? _mysql;

    /// <summary>An account with all rights on a schema that the tests may fill; no pool settings.</summary>
    public string ConnectionString => Given ?? _mysql?.ConnectionString ?? Servers.Primary(DatabaseAccount.Migrator);

    public override async ValueTask InitializeAsync()
    {
        if (Given is not null)
            return;
        if (EngineOfThisRun is not DatabaseEngine.MySql)
        {
            await base.InitializeAsync();
            return;
        }

        _folder = new TestFolder();
        _mysql = await MySqlServer.StartAsync(_folder.Path);
    }

    public override async ValueTask DisposeAsync()
    {
        if (_mysql is not null)
            await _mysql.DisposeAsync();
        _folder?.Dispose();
        await base.DisposeAsync();
    }
}
