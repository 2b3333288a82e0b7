using Aspire.Hosting;
using Aspire.Hosting.ApplicationModel;
using Aspire.Hosting.Testing;
using Dugout.AppHost;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers;
using Dugout.Load.Client;
using Dugout.Load.Experiments;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Dugout.Load.Backups;

/// <summary>The servers of a system without its programs, so that the database contains only what is restored. Disposing stops them; their data stay.</summary>
internal sealed class ServersAlone : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan Behind = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan Between = TimeSpan.FromMilliseconds(200);

    private readonly IDistributedApplicationTestingBuilder _builder;
    private readonly DistributedApplication _app;

    private ServersAlone(IDistributedApplicationTestingBuilder builder, DistributedApplication app) => (_builder, _app) = (builder, app);

    /// <summary>Starts them in a run folder, on free ports, with one replica, and waits until they respond.</summary>
    /// <exception cref="NoSystemException">They did not start; the AppHost has reported why.</exception>
    public static async Task<ServersAlone> StartAsync(string runFolder, CancellationToken cancel)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        patience.CancelAfter(Patience);
        IDistributedApplicationTestingBuilder? builder = null;
        try
        {
            builder = await DistributedApplicationTestingBuilder.CreateAsync<EntryPoint>(
                ["--port", "0", "--replicas", "1", "--read-replicas", "1", "--dashboard", "off", "--restarts", "off", "--quiet", .. OwnServers.Options, "--run-dir", runFolder], patience.Token).ConfigureAwait(false);
            foreach (var program in builder.Resources.OfType<ProjectResource>().ToList()) builder.Resources.Remove(program);
            var app = await builder.BuildAsync(patience.Token).ConfigureAwait(false);
            await app.StartAsync(patience.Token).ConfigureAwait(false);
            using var either = CancellationTokenSource.CreateLinkedTokenSource(patience.Token, app.Services.GetRequiredService<IHostApplicationLifetime>().ApplicationStopping);
            while (!File.Exists(Path.Combine(runFolder, "apphost.json"))) await Task.Delay(TimeSpan.FromMilliseconds(50), either.Token).ConfigureAwait(false);
            return new ServersAlone(builder, app);
        }
        catch (Exception failed) when (failed is InvalidOperationException or DistributedApplicationException or OperationCanceledException)
        {
            if (builder is not null) await builder.DisposeAsync().ConfigureAwait(false);
            cancel.ThrowIfCancellationRequested();
            throw new NoSystemException($"the servers did not start: {failed.Message}");
        }
        catch
        {
            if (builder is not null) await builder.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Connection string of the primary, with the account that may create tables.</summary>
    public async Task<string> PrimaryAsync(CancellationToken cancel) =>
        await Databases.First().ConnectionStringFor(DatabaseAccount.Migrator).GetValueAsync(cancel).ConfigureAwait(false) ?? throw new NoSystemException("the primary has no address");

    /// <summary>Connection strings of primary and replica by name, with the read-only account.</summary>
    public async Task<IReadOnlyList<(string Name, string ConnectionString)>> ChecksAsync(CancellationToken cancel)
    {
        List<(string, string)> all = [];
        foreach (var server in Databases)
            all.Add((server.Name, await server.ConnectionStringFor(DatabaseAccount.Checks).GetValueAsync(cancel).ConfigureAwait(false) ?? throw new NoSystemException($"{server.Name} has no address")));
        return all;
    }

    /// <summary>The differences of a server from the expected content. A replica gets time to catch up.</summary>
    public static async Task<IReadOnlyList<string>> DifferencesAsync(IReadOnlyList<TableTally> expected, string connectionString, CancellationToken cancel)
    {
        using var patience = new CancellationTokenSource(Behind);
        while (true)
        {
            var differences = TableTally.Differences(expected, await TableTally.AllAsync(connectionString, cancel).ConfigureAwait(false));
            if (differences.Count == 0 || patience.IsCancellationRequested) return differences;
            await Task.Delay(Between, cancel).ConfigureAwait(false);
        }
    }

    /// <summary>Stops them.</summary>
    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync(CancellationToken.None).ConfigureAwait(false);
        await _app.DisposeAsync().ConfigureAwait(false);
        await _builder.DisposeAsync().ConfigureAwait(false);
    }

    private IEnumerable<MySqlServerResource> Databases => _builder.Resources.OfType<MySqlServerResource>();
}
