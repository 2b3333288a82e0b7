using Dugout.Infrastructure.Run;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.AppHost.Tests.Infrastructure;

/// <summary>Servers that a test starts more than once in a folder of its own.</summary>
public abstract class KeptServers : IDisposable
{
    private readonly TestFolder _folder = new();

    /// <summary>The folder.</summary>
    protected string Folder => _folder.Path;

    public void Dispose()
    {
        _folder.Dispose();
        GC.SuppressFinalize(this);
    }

    protected string In(string name) => Path.Combine(_folder.Path, name);

    private protected Task<RunningServers> StartAsync(int readReplicas = 1) =>
        RunningServers.StartAsync(_folder.Path, readReplicas, engine: TestServers.EngineOfThisRun, cancellation: TestContext.Current.CancellationToken);

    private protected static async Task WriteAsync(RunningServers servers, int id)
    {
        await Sql.RunAsync(servers.Primary(DatabaseAccount.Migrator), "CREATE TABLE IF NOT EXISTS kept (id INT PRIMARY KEY)");
        await Sql.RunAsync(servers.Primary(DatabaseAccount.App), FormattableString.Invariant($"INSERT INTO kept VALUES ({id})"));
    }

    private protected static async Task<string?> ReplicatedAsync(RunningServers servers, int replica = 1)
    {
        await servers.CaughtUpAsync(TestContext.Current.CancellationToken);
        return await Sql.ScalarAsync(servers.Replica(DatabaseAccount.App, replica), "SELECT GROUP_CONCAT(id ORDER BY id) FROM kept");
    }
}
