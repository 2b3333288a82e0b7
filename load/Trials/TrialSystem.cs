using System.Globalization;
using System.Text.Json;
using Aspire.Hosting;
using Aspire.Hosting.ApplicationModel;
using Aspire.Hosting.Testing;
using Dugout.AppHost;
using Dugout.Infrastructure.Run;
using Dugout.Infrastructure.Servers;
using Dugout.Infrastructure.Servers.Redis;
using Dugout.Load.Client;
using Dugout.Load.Experiments;
using Dugout.Load.Running;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using MySqlConnector;

namespace Dugout.Load.Trials;

/// <summary>A system started for one trial of one variant, inside this program, by the AppHost itself. Disposing stops everything.</summary>
internal sealed class TrialSystem : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    private readonly IDistributedApplicationTestingBuilder _builder;
    private readonly DistributedApplication _app;
    private readonly string _folder;
    private readonly CpuLimits _limits = new();
    private Nginx? _nginx;

    private TrialSystem(IDistributedApplicationTestingBuilder builder, DistributedApplication app, string folder, RunningSystem running) =>
        (_builder, _app, _folder, Running) = (builder, app, folder, running);

    /// <summary>The addresses of the system.</summary>
    public RunningSystem Running { get; private set; }

    /// <summary>What a run of it cannot show on this machine; null when it matches its variant.</summary>
    public string? Caveat { get; private set; }

    /// <summary>Starts a system with the settings of a variant, on free ports, with freshly seeded data, and waits until all of it is ready.</summary>
    /// <exception cref="NoSystemException">It did not start; the AppHost has reported why.</exception>
    public static async Task<TrialSystem> StartAsync(Variant variant, LabFolder lab, CancellationToken cancel)
    {
        var folder = await lab.NewRunAsync(variant.Data, async empty =>
        {
            // The folder outlives this system: it is the prepared data.
            var first = await StartOnAsync(variant.AsPrepared(), empty, cancel);
            await first.StopAsync();
        }, cancel);
        TrialSystem system;
        try
        {
            system = await StartOnAsync(variant, folder, cancel);
        }
        catch
        {
            Directory.Delete(folder, recursive: true);
            throw;
        }

        try
        {
            await system.RouteAsync(variant, cancel);
            if (variant.HasSignInNotices) await system.CreateNoticesAsync(cancel);
            return system;
        }
        catch
        {
            await system.DisposeAsync();
            throw;
        }
    }

    /// <summary>Its Redis, to be killed and restarted.</summary>
    /// <exception cref="NoSystemException">It is not running.</exception>
    public KilledServer Redis()
    {
        var redis = _builder.Resources.OfType<RedisServerResource>().Single(server => server.Name == "redis");
        return new KilledServer(
            redis.Program, Path.Combine(_folder, "config", $"{redis.Name}.conf"),
            Running.Contents.Resources?.GetValueOrDefault(redis.Name)?.Pid ?? throw new NoSystemException($"{Running.Source} names no process of {redis.Name}"));
    }

    /// <summary>The connection string of one of the primary's accounts.</summary>
    public async Task<string> ConnectionStringAsync(DatabaseAccount account, CancellationToken cancel) =>
        (await _builder.Resources.OfType<MySqlServerResource>().First().ConnectionStringFor(account).GetValueAsync(cancel))!;

    /// <summary>Changes settings of every database server, until it starts again.</summary>
    /// <exception cref="NoSystemException">A server rejects them.</exception>
    public async Task SetAsync(IReadOnlyList<string> statements, CancellationToken cancel)
    {
        if (statements.Count == 0) return;
        try
        {
            foreach (var server in _builder.Resources.OfType<MySqlServerResource>()) await OperatorAccount.RunAsync(server, statements, cancel);
        }
        catch (MySqlException error)
        {
            throw new NoSystemException($"the settings of the database servers could not be changed: {error.Message}");
        }
    }

    /// <summary>Isolates a node of the database cluster from the others, or reconnects it, by the command that the dashboard has for it.</summary>
    /// <exception cref="NoSystemException">The node does not take the command.</exception>
    public async Task IsolateAsync(string node, bool isIsolated)
    {
        var result = await _app.Services.GetRequiredService<ResourceCommandService>().ExecuteCommandAsync(node, isIsolated ? "isolate" : "reconnect", CancellationToken.None);
        if (!result.Success) throw new NoSystemException(result.Message ?? $"{node} does not take the command");
    }

    /// <summary>Returns when every program and server that ran at the start is healthy.</summary>
    /// <exception cref="NoSystemException">One of them is not in time.</exception>
    public async Task RecoverAsync(CancellationToken cancel)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        patience.CancelAfter(Patience);
        foreach (var (name, _) in Running.Contents.Resources!.Where(resource => resource.Value.Pid is not null))
        {
            try
            {
                await _app.ResourceNotifications.WaitForResourceHealthyAsync(name, WaitBehavior.WaitOnResourceUnavailable, patience.Token);
            }
            catch (OperationCanceledException) when (!cancel.IsCancellationRequested)
            {
                throw new NoSystemException($"{name} did not recover within {Patience.TotalMinutes:0} minutes");
            }
        }
    }

    /// <summary>Sets the CPU limit of each API replica. To be called after the warm-up: starting and compiling would take long under it.</summary>
    public void LimitCpu(Variant variant)
    {
        if (variant.ApiCores is not { } cores) return;
        var replicas = Running.Contents.ApiReplicas().Select(replica => replica.Value.Pid).OfType<int>().ToList();
        if ((_limits.Limit(replicas.Take(1), variant.FirstApiCores ?? cores) ?? _limits.Limit(replicas.Skip(1), cores)) is { } why)
            Caveat = $"no API replica has a CPU limit, since {why}: the result does not show the effect of more machines";
    }

    /// <summary>The errors of an nginx in place of the gateway; null where it had none, and where there is no nginx.</summary>
    public string? ProxyErrors => _nginx?.Rejections is { } count and > 0
        ? string.Create(CultureInfo.InvariantCulture, $"nginx logged \"Too many open files\" {count} times") : null;

    /// <summary>Routes requests to the replicas as the variant requires.</summary>
    private async Task RouteAsync(Variant variant, CancellationToken cancel)
    {
        if (variant.Proxy == Proxy.Gateway) return;
        var (known, address) = (new Dictionary<string, AppHostResource>(Running.Contents.Resources!), (Uri?)null);
        var replicas = Running.Contents.ApiReplicas().Select(replica => replica.Value.Url).OfType<Uri>().ToList();
        if (variant.Proxy == Proxy.Nginx)
        {
            _nginx = await Nginx.StartAsync(replicas, variant.Nginx, Path.Combine(_folder, "nginx"), cancel);
            address = _nginx.Address;
            foreach (var (worker, process) in _nginx.Workers) known.Add(worker, new AppHostResource("running", process, address));
        }

        // The run reads its addresses from a file, so write one like the AppHost's own.
        var file = Path.Combine(_folder, "proxy.json");
        var contents = Running.Contents with { Gateway = address ?? replicas[0], Resources = known };
        await File.WriteAllTextAsync(file, JsonSerializer.Serialize(contents, RunningSystemJson.Default.AppHostFile), cancel);
        Running = RunningSystem.Find(file);
    }

    /// <summary>Stops everything and removes the data.</summary>
    public async ValueTask DisposeAsync()
    {
        _nginx?.Dispose();
        await StopAsync();
        _limits.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private async Task CreateNoticesAsync(CancellationToken cancel)
    {
        try
        {
            await SignInNotices.MakeAsync(await ConnectionStringAsync(DatabaseAccount.App, cancel), cancel);
        }
        catch (MySqlException error)
        {
            throw new NoSystemException($"notices for fans could not be created: {error.Message}");
        }
    }

    private async Task StopAsync()
    {
        await _app.StopAsync(CancellationToken.None);
        await _app.DisposeAsync();
        await _builder.DisposeAsync();
    }

    /// <summary>Starts a system with the data of a run folder, which is removed when the system is disposed.</summary>
    /// <exception cref="NoSystemException">It did not start; the AppHost has reported why.</exception>
    private static async Task<TrialSystem> StartOnAsync(Variant variant, string folder, CancellationToken cancel)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        patience.CancelAfter(Patience);
        IDistributedApplicationTestingBuilder? builder = null;
        try
        {
            builder = await DistributedApplicationTestingBuilder.CreateAsync<EntryPoint>([.. variant.CommandLine, "--servers", ServerSettings.OfOwnSystems, "--run-dir", folder], patience.Token);
            foreach (var project in builder.Resources.OfType<ProjectResource>().ToList())
            {
                foreach (var (name, value) in variant.SettingsOf(project.Name)) builder.CreateResourceBuilder(project).WithEnvironment(name, value);
            }

            var app = await builder.BuildAsync(patience.Token);
            await app.StartAsync(patience.Token);
            return new TrialSystem(builder, app, folder, await ReadyAsync(app, folder, patience.Token));
        }
        catch (Exception failed) when (failed is InvalidOperationException or DistributedApplicationException or OperationCanceledException)
        {
            if (builder is not null) await builder.DisposeAsync();
            cancel.ThrowIfCancellationRequested();
            throw new NoSystemException($"the system of variant '{variant.Name}' did not start: {failed.Message}");
        }
        catch
        {
            if (builder is not null) await builder.DisposeAsync();
            throw;
        }
    }

    /// <summary>The AppHost writes its file when everything is ready, and not before.</summary>
    private static async Task<RunningSystem> ReadyAsync(DistributedApplication app, string folder, CancellationToken cancel)
    {
        var file = Path.Combine(folder, "apphost.json");
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancel, app.Services.GetRequiredService<IHostApplicationLifetime>().ApplicationStopping);
        while (!File.Exists(file)) await Task.Delay(TimeSpan.FromMilliseconds(50), either.Token);
        return RunningSystem.Find(file);
    }
}
