using Dugout.Infrastructure.Model;
using Dugout.Infrastructure.Run;
using Xunit;

namespace Dugout.Tests.Support;

/// <summary>
/// A primary, its replicas and one Redis for all tests of an assembly:
/// <c>[assembly: AssemblyFixture(typeof(TestServers))]</c>, then <c>TestServers</c> as a constructor parameter of a test
/// class. A class derived from it can add processes of its own to the same model.
/// </summary>
public class TestServers : IAsyncLifetime
{
    private TestFolder? _folder;
    private RunningServers? _servers;

    /// <summary>The servers.</summary>
    public RunningServers Servers => _servers ?? throw new InvalidOperationException("The fixture has not started.");

    /// <summary>The engine that DUGOUT_TEST_ENGINE names.</summary>
    public static DatabaseEngine EngineOfThisRun { get; } =
        ServerSettings.Parse<DatabaseEngine>("DUGOUT_TEST_ENGINE", Environment.GetEnvironmentVariable("DUGOUT_TEST_ENGINE"));

    /// <summary>The engine to start.</summary>
    protected virtual DatabaseEngine Engine => EngineOfThisRun;

    /// <summary>How many replicas follow the primary.</summary>
    protected virtual int ReadReplicas => 1;

    /// <summary>Whether Redis is one server or a cluster.</summary>
    protected virtual RedisTopology Redis => RedisTopology.Single;

    /// <summary>Starts the servers; xUnit does.</summary>
    public virtual async ValueTask InitializeAsync()
    {
        _folder = new TestFolder();
        _servers = await RunningServers.StartAsync(_folder.Path, ReadReplicas, Add, Engine, Redis);
    }

    /// <summary>Stops the servers and removes what they kept; xUnit does.</summary>
    public virtual async ValueTask DisposeAsync()
    {
        if (_servers is not null)
            await _servers.DisposeAsync();
        _folder?.Dispose();
        GC.SuppressFinalize(this);
    }

    /// <summary>The place for a derived class to add resources before anything starts.</summary>
    protected virtual void Add(
        Aspire.Hosting.IDistributedApplicationBuilder builder,
        MySqlCluster mysql,
        Aspire.Hosting.ApplicationModel.IResourceBuilder<Aspire.Hosting.ApplicationModel.IResourceWithConnectionString> redis)
    {
    }
}
