using Aspire.Hosting;
using Aspire.Hosting.ApplicationModel;
using Aspire.Hosting.Testing;
using Dugout.AppHost;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers;
using Dugout.Load.Client;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Dugout.Backup;

/// <summary>A system started by this program on free ports, whole or only its servers. Disposing stops it; its data stay.</summary>
internal sealed class OwnSystem : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan Behind = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan Between = TimeSpan.FromMilliseconds(200);

    private readonly IDistributedApplicationTestingBuilder _builder;
    private readonly DistributedApplication _app;
    private readonly string _runFolder;

    private OwnSystem(IDistributedApplicationTestingBuilder builder, DistributedApplication app, string runFolder) => (_builder, _app, _runFolder) = (builder, app, runFolder);

    /// <summary>Its addresses.</summary>
    public RunningSystem Running => RunningSystem.Find(Path.Combine(_runFolder, RunningSystem.FileName));

    /// <summary>Starts a whole system in a run folder, with one replica of the database, and waits until all of it is ready.</summary>
    /// <exception cref="NoSystemException">It did not start; the AppHost has reported why.</exception>
    public static Task<OwnSystem> StartAsync(string runFolder, CancellationToken cancel) => StartAsync(runFolder, hasPrograms: true, cancel);

    /// <summary>Starts only the servers, with one replica of the database, so that the database contains only what is restored.</summary>
    /// <exception cref="NoSystemException">They did not start; the AppHost has reported why.</exception>
    public static Task<OwnSystem> StartServersAsync(string runFolder, CancellationToken cancel) => StartAsync(runFolder, hasPrograms: false, cancel);

    private static async Task<OwnSystem> StartAsync(string runFolder, bool hasPrograms, CancellationToken cancel)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        patience.CancelAfter(Patience);
        IDistributedApplicationTestingBuilder? builder = null;
        try
        {
            builder = await DistributedApplicationTestingBuilder.CreateAsync<EntryPoint>(
                ["--port", "0", "--replicas", "1", "--read-replicas", "1", "--accounts", "200", "--dashboard", "off", "--restarts", "off", "--quiet", "--servers", ServerSettings.OfOwnSystems, "--run-dir", runFolder], patience.Token);
            if (!hasPrograms)
            {
                foreach (var program in builder.Resources.OfType<ProjectResource>().ToList()) builder.Resources.Remove(program);
            }

            var app = await builder.BuildAsync(patience.Token);
            await app.StartAsync(patience.Token);
            using var either = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, app.Services.GetRequiredService<IHostApplicationLifetime>().ApplicationStopping);
            while (!File.Exists(Path.Combine(runFolder, RunningSystem.FileName))) await Task.Delay(TimeSpan.FromMilliseconds(50), either.Token);
            return new OwnSystem(builder, app, runFolder);
        }
        catch (Exception failed) when (failed is InvalidOperationException or DistributedApplicationException or OperationCanceledException)
        {
            if (builder is not null) await builder.DisposeAsync();
            cancel.ThrowIfCancellationRequested();
            throw new NoSystemException($"{(hasPrograms ? "the system" : "the servers")} did not start: {failed.Message}");
        }
        catch
        {
            if (builder is not null) await builder.DisposeAsync();
            throw;
        }
    }

    /// <summary>Connection string of the primary, with the account that may create tables.</summary>
    public async Task<string> PrimaryAsync(CancellationToken cancel) =>
        await Databases.First().ConnectionStringFor(DatabaseAccount.Migrator).GetValueAsync(cancel) ?? throw new NoSystemException("the primary has no address");

    /// <summary>Connection strings of primary and replica by name, with the read-only account.</summary>
    public async Task<IReadOnlyList<(string Name, string ConnectionString)>> ChecksAsync(CancellationToken cancel)
    {
        List<(string, string)> all = [];
        foreach (var server in Databases)
            all.Add((server.Name, await server.ConnectionStringFor(DatabaseAccount.Checks).GetValueAsync(cancel) ?? throw new NoSystemException($"{server.Name} has no address")));
        return all;
    }

    /// <summary>The differences of a server from the expected content. A replica gets time to catch up.</summary>
    public static async Task<IReadOnlyList<string>> DifferencesAsync(IReadOnlyList<TableTally> expected, string connectionString, CancellationToken cancel)
    {
        using var patience = new CancellationTokenSource(Behind);
        while (true)
        {
            var differences = TableTally.Differences(expected, await TableTally.AllAsync(connectionString, cancel));
            if (differences.Count == 0 || patience.IsCancellationRequested) return differences;
            await Task.Delay(Between, cancel);
        }
    }

    /// <summary>Stops them.</summary>
    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync(CancellationToken.None);
        await _app.DisposeAsync();
        await _builder.DisposeAsync();
    }

    private IEnumerable<MySqlServerResource> Databases => _builder.Resources.OfType<MySqlServerResource>();
}
