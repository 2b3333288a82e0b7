using System.Globalization;
using System.Text.Json;
using Aspire.Hosting;
using Aspire.Hosting.ApplicationModel;
using Aspire.Hosting.Testing;
using Dugout.AppHost;
using Dugout.Infrastructure;
using Dugout.Load.Client;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using MySqlConnector;

namespace Dugout.Load.Experiments;

/// <summary>A system that was started for one turn of one arm, inside this program, by the AppHost itself; disposing of it stops everything.</summary>
internal sealed class ArmSystem : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    private readonly IDistributedApplicationTestingBuilder _builder;
    private readonly DistributedApplication _app;
    private readonly string _folder;
    private readonly CpuSlices _slices = new();
    private Nginx? _nginx;

    private ArmSystem(IDistributedApplicationTestingBuilder builder, DistributedApplication app, string folder, RunningSystem running) =>
        (_builder, _app, _folder, Running) = (builder, app, folder, running);

    /// <summary>Where it is reached.</summary>
    public RunningSystem Running { get; private set; }

    /// <summary>What a run of it can't show on this machine; null when it is as the arm says.</summary>
    public string? Caveat { get; private set; }

    /// <summary>Starts a system with the settings of an arm, on free ports, with freshly seeded data, and waits until all of it is ready.</summary>
    /// <exception cref="NoSystemException">It did not start; the AppHost has said why.</exception>
    public static async Task<ArmSystem> StartAsync(Arm arm, LabFolder lab, CancellationToken cancel)
    {
        var folder = await lab.NewRunAsync(arm.Data, async empty =>
        {
            // The folder outlives this one, and is what is kept.
            var first = await StartOnAsync(arm.AsPrepared(), empty, cancel).ConfigureAwait(false);
            await first.StopAsync().ConfigureAwait(false);
        }, cancel).ConfigureAwait(false);
        ArmSystem system;
        try
        {
            system = await StartOnAsync(arm, folder, cancel).ConfigureAwait(false);
        }
        catch
        {
            Directory.Delete(folder, recursive: true);
            throw;
        }

        try
        {
            await system.OpenDoorAsync(arm, cancel).ConfigureAwait(false);
            if (arm.HasNews) await system.MakeNewsAsync(cancel).ConfigureAwait(false);
            return system;
        }
        catch
        {
            await system.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Its Redis, to be killed and started again.</summary>
    /// <exception cref="NoSystemException">It isn't running.</exception>
    public KilledServer Redis()
    {
        var redis = _builder.Resources.OfType<RedisServerResource>().Single();
        return new KilledServer(
            redis.Program, Path.Combine(_folder, "config", $"{redis.Name}.conf"),
            Running.Contents.Resources?.GetValueOrDefault(redis.Name)?.Pid ?? throw new NoSystemException($"{Running.Source} names no process of {redis.Name}"));
    }

    /// <summary>Gives each API replica no more CPU than its arm says. To be called once all is warm: starting and compiling would take long in a slice.</summary>
    public void Slice(Arm arm)
    {
        if (arm.ApiCores is not { } cores) return;
        var replicas = Running.Contents.ApiReplicas().Select(replica => replica.Value.Pid).OfType<int>().ToList();
        if ((_slices.Limit(replicas.Take(1), arm.FirstApiCores ?? cores) ?? _slices.Limit(replicas.Skip(1), cores)) is { } why)
            Caveat = $"every API replica may use the whole machine, since {why}: what more machines would do isn't shown";
    }

    /// <summary>What an nginx that is the door could not do; null where it could do all, and where there is none.</summary>
    public string? DoorsComplaint => _nginx?.Refusals is { } refusals and > 0
        ? string.Create(CultureInfo.InvariantCulture, $"nginx said {refusals} times that too many files were open") : null;

    /// <summary>Has requests come to the replicas as the arm says.</summary>
    private async Task OpenDoorAsync(Arm arm, CancellationToken cancel)
    {
        if (arm.Door == Door.Gateway) return;
        var (known, address) = (new Dictionary<string, AppHostResource>(Running.Contents.Resources!), (Uri?)null);
        var replicas = Running.Contents.ApiReplicas().Select(replica => replica.Value.Url).OfType<Uri>().ToList();
        if (arm.Door == Door.Nginx)
        {
            _nginx = await Nginx.StartAsync(replicas, arm.Nginx, Path.Combine(_folder, "nginx"), cancel).ConfigureAwait(false);
            address = _nginx.Address;
            foreach (var (worker, process) in _nginx.Workers) known.Add(worker, new AppHostResource("running", process, address));
        }

        // In a file like the AppHost's own, since that is what a run is told.
        var file = Path.Combine(_folder, "door.json");
        var contents = Running.Contents with { Gateway = address ?? replicas[0], Resources = known };
        await File.WriteAllTextAsync(file, JsonSerializer.Serialize(contents, RunningSystemJson.Default.AppHostFile), cancel).ConfigureAwait(false);
        Running = RunningSystem.Find(file);
    }

    /// <summary>Stops everything and removes the data.</summary>
    public async ValueTask DisposeAsync()
    {
        _nginx?.Dispose();
        await StopAsync().ConfigureAwait(false);
        _slices.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private async Task MakeNewsAsync(CancellationToken cancel)
    {
        var primary = await _builder.Resources.OfType<MySqlServerResource>().First().ConnectionStringFor(DatabaseAccount.App).GetValueAsync(cancel).ConfigureAwait(false);
        try
        {
            await News.MakeAsync(primary!, cancel).ConfigureAwait(false);
        }
        catch (MySqlException refused)
        {
            throw new NoSystemException($"there can be no news for fans: {refused.Message}");
        }
    }

    private async Task StopAsync()
    {
        await _app.StopAsync(CancellationToken.None).ConfigureAwait(false);
        await _app.DisposeAsync().ConfigureAwait(false);
        await _builder.DisposeAsync().ConfigureAwait(false);
    }

    /// <summary>The same on the data of a run folder, which goes when the system does.</summary>
    /// <exception cref="NoSystemException">It did not start; the AppHost has said why.</exception>
    public static async Task<ArmSystem> StartOnAsync(Arm arm, string folder, CancellationToken cancel)
    {
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancel);
        patience.CancelAfter(Patience);
        IDistributedApplicationTestingBuilder? builder = null;
        try
        {
            builder = await DistributedApplicationTestingBuilder.CreateAsync<EntryPoint>([.. arm.CommandLine, .. OwnServers.Options, "--run-dir", folder], patience.Token).ConfigureAwait(false);
            foreach (var project in builder.Resources.OfType<ProjectResource>().ToList())
            {
                foreach (var (name, value) in arm.SettingsOf(project.Name)) builder.CreateResourceBuilder(project).WithEnvironment(name, value);
            }

            var app = await builder.BuildAsync(patience.Token).ConfigureAwait(false);
            await app.StartAsync(patience.Token).ConfigureAwait(false);
            return new ArmSystem(builder, app, folder, await ReadyAsync(app, folder, patience.Token).ConfigureAwait(false));
        }
        catch (Exception failed) when (failed is InvalidOperationException or DistributedApplicationException or OperationCanceledException)
        {
            if (builder is not null) await builder.DisposeAsync().ConfigureAwait(false);
            cancel.ThrowIfCancellationRequested();
            throw new NoSystemException($"the system of arm '{arm.Name}' did not start: {failed.Message}");
        }
        catch
        {
            if (builder is not null) await builder.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>The AppHost writes its file when all is ready, and not before.</summary>
    private static async Task<RunningSystem> ReadyAsync(DistributedApplication app, string folder, CancellationToken cancel)
    {
        var file = Path.Combine(folder, "apphost.json");
        using var either = CancellationTokenSource.CreateLinkedTokenSource(cancel, app.Services.GetRequiredService<IHostApplicationLifetime>().ApplicationStopping);
        while (!File.Exists(file)) await Task.Delay(TimeSpan.FromMilliseconds(50), either.Token).ConfigureAwait(false);
        return RunningSystem.Find(file);
    }
}
