// Runs an AppHost's Main on a thread of its own, and holds it at the points where a test has a say: Build() and StartAsync().
using System.Reflection;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Aspire.Hosting.Testing;

internal sealed class EntryPointRun(Assembly appHost)
{
    // Flows from Main through its awaits, so that two AppHosts of one process, and the test around them, don't meet.
    private static readonly AsyncLocal<EntryPointRun?> Around = new();

    private readonly TaskCompletionSource<DistributedApplicationBuilder> _building = NewSource<DistributedApplicationBuilder>();
    private readonly TaskCompletionSource<IHost> _built = NewSource<IHost>();
    private readonly TaskCompletionSource<bool> _mayBuild = NewSource<bool>();
    private readonly TaskCompletionSource<bool> _mayStart = NewSource<bool>();
    private readonly TaskCompletionSource<bool> _started = NewSource<bool>();
    private readonly TaskCompletionSource<bool> _ended = NewSource<bool>();

    /// <summary>The run that the calling code is part of; null outside of tests.</summary>
    public static EntryPointRun? Current => Around.Value;

    public Assembly AppHost => appHost;
    public Task<DistributedApplicationBuilder> Building => _building.Task;
    public Task Ended => _ended.Task;

    public void Begin(string[] args)
    {
        var main = appHost.EntryPoint ?? throw new InvalidOperationException($"{appHost.GetName().Name} is no program: it has no entry point.");
        object?[] parameters = main.GetParameters().Length == 0 ? [] : [args];
        new Thread(() => Run(main, parameters)) { IsBackground = true, Name = "AppHost" }.Start();
    }

    public Task<IHost> BuildAsync()
    {
        _mayBuild.TrySetResult(true);
        return _built.Task;
    }

    public Task StartAsync()
    {
        _mayStart.TrySetResult(true);
        return _started.Task;
    }

    /// <summary>Where Main waits for a test, it waits no longer: the call it is in throws.</summary>
    public void GiveUp()
    {
        _mayBuild.TrySetCanceled();
        _mayStart.TrySetCanceled();
    }

    public void WaitToBuild(DistributedApplicationBuilder builder)
    {
        _building.TrySetResult(builder);
        _mayBuild.Task.GetAwaiter().GetResult();
    }

    public DistributedApplication Built(IHost host)
    {
        _built.TrySetResult(host);
        return new ObservedApplication(host, this);
    }

    private void Run(MethodInfo main, object?[] parameters)
    {
        Around.Value = this;
        Exception ended;
        try
        {
            // An async Main is behind a synchronous one.
            var code = main.Invoke(null, BindingFlags.DoNotWrapExceptions, binder: null, parameters, culture: null);
            ended = new InvalidOperationException($"The entry point of {appHost.GetName().Name} ended{(code is null ? "" : $" with {code}")} before the application was there.");
        }
        catch (Exception failed)
        {
            ended = failed;
        }

        _building.TrySetException(ended);
        _built.TrySetException(ended);
        _started.TrySetException(ended);
        _ended.TrySetResult(true);
    }

    private static TaskCompletionSource<T> NewSource<T>() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>What Main gets: it starts when the test says so.</summary>
    private sealed class ObservedApplication(IHost host, EntryPointRun run) : DistributedApplication(host)
    {
        public override async Task StartAsync(CancellationToken cancellationToken = default)
        {
            await run._mayStart.Task.WaitAsync(cancellationToken);
            await base.StartAsync(cancellationToken);
            run._started.TrySetResult(true);
        }
    }
}

/// <summary>What a test gets: Main's application, started and stopped by way of Main, which may do more around it.</summary>
internal sealed class TestedApplication(IHost host, EntryPointRun run) : DistributedApplication(host)
{
    // Main disposes the host's services when it ends.
    private readonly IHostApplicationLifetime _lifetime = host.Services.GetRequiredService<IHostApplicationLifetime>();

    public override Task StartAsync(CancellationToken cancellationToken = default) => run.StartAsync().WaitAsync(cancellationToken);

    /// <summary>Asks Main to stop, as Ctrl-C would, and waits for its end.</summary>
    public override Task StopAsync(CancellationToken cancellationToken = default)
    {
        run.GiveUp();
        _lifetime.StopApplication();
        return run.Ended.WaitAsync(cancellationToken);
    }

    public override async ValueTask DisposeAsync()
    {
        await StopAsync(CancellationToken.None);
        await base.DisposeAsync();
    }
}
