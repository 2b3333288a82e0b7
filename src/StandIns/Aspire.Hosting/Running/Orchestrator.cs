// Starts every resource as soon as what it waits for is there, shows how it fares, and stops all of them.
using System.Collections.Concurrent;
using System.Globalization;
using Aspire.Hosting.ApplicationModel;
using Aspire.Hosting.Eventing;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Aspire.Hosting.Running;

internal sealed class Orchestrator(
    DistributedApplicationModel model,
    DistributedApplicationExecutionContext execution,
    ResourceNotificationService notifications,
    ResourceLoggerService loggers,
    IDistributedApplicationEventing eventing,
    HealthMonitor health,
    IConfiguration configuration,
    ILogger<Orchestrator> logger,
    IServiceProvider services) : IHostedService, IAsyncDisposable
{
    private const int LinesOfACrash = 20;

    private readonly CancellationTokenSource _stopping = new();
    private readonly ConcurrentDictionary<IResource, Run> _runs = new();
    private readonly Dictionary<IResource, Task> _stops = [];
    private readonly HashSet<IResource> _visiting = [];

    // Options of the stand-in, set by who builds the AppHost; nothing upstream has such names.
    private readonly KeeperOptions _keeper = new(configuration["Keeper:LockFile"], TimeSpan.FromSeconds(configuration.GetValue("Keeper:GraceSeconds", 10)));

    private sealed record Run(TaskCompletionSource Stop, Task Ended);

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        var programs = model.Resources.Where(IsProgram).ToArray();
        if (programs.Length > 0 && !OperatingSystem.IsLinux())
            throw new DistributedApplicationException("programs are kept by setsid and bash, which this system lacks: run the AppHost on Linux, or build with -p:UpstreamPackages=true");
        foreach (var resource in model.Resources)
            ThrowIfWaitsForItself(resource, resource, []);
        LoopbackPorts.Allocate(programs);
        foreach (var program in programs)
            AddCommands(program);

        // As upstream, waiting is the last handler of the event: what the builder subscribed runs before it.
        eventing.Subscribe<BeforeResourceStartedEvent>((@event, stop) => notifications.WaitForDependenciesAsync(@event.Resource, stop));
        foreach (var resource in model.Resources)
            await notifications.PublishUpdateAsync(resource, snapshot => snapshot with { State = snapshot.State ?? KnownResourceStates.NotStarted, Urls = Urls(resource, isInactive: true) });
        _ = health.RunAsync(_stopping.Token);

        foreach (var resource in model.Resources)
        {
            _ = InitializeAsync(resource);
            if (IsProgram(resource) && !resource.TryGetLastAnnotation<ExplicitStartupAnnotation>(out _))
                Begin(resource);
        }
    }

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        await _stopping.CancelAsync();
        if (!_runs.IsEmpty)
            await Task.WhenAll(model.Resources.Select(StopInOrder));
    }

    public async ValueTask DisposeAsync()
    {
        if (!_stopping.IsCancellationRequested)
            await StopAsync(CancellationToken.None);
    }

    // Starting ----------------------------------------------------------------------------------------------------

    private static bool IsProgram(IResource resource) => resource is ExecutableResource or ProjectResource;

    private static void ThrowIfWaitsForItself(IResource first, IResource resource, List<string> path)
    {
        path.Add(resource.Name);
        foreach (var next in resource.Annotations.OfType<WaitAnnotation>().Select(wait => wait.Resource))
        {
            if (next == first)
                throw new DistributedApplicationException($"resources wait for each other: {string.Join(" → ", path)} → {first.Name}");
            if (!path.Contains(next.Name))
                ThrowIfWaitsForItself(first, next, path);
        }

        path.Remove(resource.Name);
    }

    /// <summary>As upstream: what doesn't run can be started, what runs stopped; who depends on it is left alone.</summary>
    private void AddCommands(IResource resource)
    {
        Add(KnownResourceCommands.StartCommand, "Start", "Play", toStart: true, () => StartAgainAsync(resource));
        Add(KnownResourceCommands.StopCommand, "Stop", "Stop", toStart: false, () => EndAsync(resource));
        Add(KnownResourceCommands.RestartCommand, "Restart", "ArrowCounterclockwise", toStart: false, async () =>
        {
            await EndAsync(resource);
            await StartAgainAsync(resource);
        });

        void Add(string name, string displayName, string icon, bool toStart, Func<Task> act) => resource.Annotations.Add(new ResourceCommandAnnotation(name, displayName, async _ =>
        {
            await act();
            return CommandResults.Success();
        }, new CommandOptions { IconName = icon, IsHighlighted = true, UpdateState = context => Offered(context.ResourceSnapshot, toStart) }));
    }

    private static ResourceCommandState Offered(CustomResourceSnapshot snapshot, bool toStart) =>
        snapshot.State?.Text is "Waiting" or "Starting" or "Stopping" ? ResourceCommandState.Disabled
        : (snapshot.State?.Text is null or "NotStarted" || snapshot.HasEnded) == toStart ? ResourceCommandState.Enabled : ResourceCommandState.Hidden;

    /// <summary>Begins a run, unless one is under way.</summary>
    private void Begin(IResource resource)
    {
        lock (_stops)
        {
            if (_stopping.IsCancellationRequested || (_runs.TryGetValue(resource, out var last) && !last.Ended.IsCompleted))
                return;
            var stop = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            _runs[resource] = new Run(stop, Task.Run(() => RunAsync(resource, stop.Task), CancellationToken.None));
        }
    }

    private async Task StartAgainAsync(IResource resource)
    {
        // Its end is told a moment before its run is over.
        if (_runs.TryGetValue(resource, out var last))
            await last.Ended.WaitAsync(TimeSpan.FromSeconds(1)).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        Begin(resource);
    }

    private async Task InitializeAsync(IResource resource)
    {
        try
        {
            await eventing.PublishAsync(new InitializeResourceEvent(resource, eventing, loggers, notifications, services), _stopping.Token);
            if (resource is IResourceWithParent { Parent: var parent } && !IsProgram(resource))
                await FollowParentAsync(resource, parent);
        }
        catch (Exception error) when (!_stopping.IsCancellationRequested)
        {
            await FailAsync(resource, error);
        }
        catch (OperationCanceledException)
        {
        }
    }

    /// <summary>A resource inside another one (a database in a server) lives as long as that one.</summary>
    private async Task FollowParentAsync(IResource resource, IResource parent)
    {
        await foreach (var update in notifications.WatchAsync(_stopping.Token))
        {
            if (update.Resource != parent || (notifications.TryGetCurrentState(resource.Name, out var own) && own.Snapshot.State?.Text == update.Snapshot.State?.Text))
                continue;
            await notifications.PublishUpdateAsync(resource, snapshot => snapshot with
            {
                State = update.Snapshot.State,
                ExitCode = update.Snapshot.ExitCode,
                StartTimeStamp = update.Snapshot.StartTimeStamp,
                StopTimeStamp = update.Snapshot.StopTimeStamp,
            });
        }
    }

    private async Task RunAsync(IResource resource, Task stop)
    {
        try
        {
            await eventing.PublishAsync(new BeforeResourceStartedEvent(resource, services), _stopping.Token);
            await notifications.PublishUpdateAsync(resource, snapshot => snapshot with { State = KnownResourceStates.Starting });
            var launch = await LaunchOf(resource);
            var process = await KeptProcess.StartAsync(resource.Name, launch, _keeper, loggers.Log(resource.Name), _stopping.Token);
            await notifications.PublishUpdateAsync(resource, snapshot => Running(snapshot, resource, launch, process.Pid));
            await SeeItEndAsync(resource, process, stop);
        }
        catch (Exception error) when (!_stopping.IsCancellationRequested)
        {
            await FailAsync(resource, error);
        }
        catch (Exception)
        {
            // Stopped before it started.
            await notifications.PublishUpdateAsync(resource, snapshot => snapshot with { State = KnownResourceStates.NotStarted });
        }
    }

    private async Task FailAsync(IResource resource, Exception error)
    {
        var reason = error is DistributedApplicationException or NotSupportedException ? error.Message : $"{error.GetType().Name}: {error.Message}";
        loggers.Log(resource.Name).Write($"failed to start: {reason}", isError: true);
        await notifications.PublishUpdateAsync(resource, snapshot => (snapshot with
        {
            State = new ResourceStateSnapshot(KnownResourceStates.FailedToStart, KnownResourceStateStyles.Error),
            StopTimeStamp = DateTime.UtcNow,
        }).WithProperty("failure", reason));
    }

    private async Task<Launch> LaunchOf(IResource resource)
    {
        var arguments = new List<object>();
        var (program, workingDirectory) = (resource as ExecutableResource)?.Command is { } command
            ? (command, ((ExecutableResource)resource).WorkingDirectory)
            : (BuildOutput.DotNet, Path.GetDirectoryName(((ProjectResource)resource).GetProjectMetadata().ProjectPath)!);
        if (resource is ProjectResource project)
            arguments.Add(BuildOutput.ProgramOf(project.GetProjectMetadata().ProjectPath));

        var context = new CommandLineArgsCallbackContext(arguments, resource, _stopping.Token);
        foreach (var annotation in resource.Annotations.OfType<CommandLineArgsCallbackAnnotation>())
            await annotation.Callback(context);

        var variables = new EnvironmentCallbackContext(execution, resource, cancellationToken: _stopping.Token);
        foreach (var annotation in resource.Annotations.OfType<EnvironmentCallbackAnnotation>().ToArray())
            await annotation.Callback(variables);

        var environment = new Dictionary<string, string>();
        foreach (var (name, value) in variables.EnvironmentVariables)
            environment[name] = await TextOf(value);
        var texts = new List<string>();
        foreach (var argument in arguments)
            texts.Add(await TextOf(argument));

        if (!Directory.Exists(workingDirectory))
            throw new DistributedApplicationException($"its folder {workingDirectory} does not exist");
        return new Launch(Locate(program, workingDirectory, environment.GetValueOrDefault("PATH")), texts, workingDirectory, environment);
    }

    private async Task<string> TextOf(object value) => value switch
    {
        string text => text,
        IValueProvider provider => await provider.GetValueAsync(_stopping.Token) ?? "",
        IResourceBuilder<IResourceWithConnectionString> builder => await builder.Resource.GetConnectionStringAsync(_stopping.Token) ?? "",
        _ => Convert.ToString(value, CultureInfo.InvariantCulture) ?? "",
    };

    private static string Locate(string command, string workingDirectory, string? path)
    {
        var folders = command.Contains('/') ? [workingDirectory] : (path ?? Environment.GetEnvironmentVariable("PATH") ?? "").Split(':', StringSplitOptions.RemoveEmptyEntries);
        return folders.Select(folder => Path.Combine(folder, command)).FirstOrDefault(File.Exists)
            ?? throw new DistributedApplicationException($"its program '{command}' was not found");
    }

    private static CustomResourceSnapshot Running(CustomResourceSnapshot snapshot, IResource resource, Launch launch, int pid)
    {
        var running = (snapshot with
        {
            State = new ResourceStateSnapshot(KnownResourceStates.Running, KnownResourceStateStyles.Success),
            StartTimeStamp = DateTime.UtcNow,
            StopTimeStamp = null,
            ExitCode = null,
            Ready = null,
            HealthReports = ResourceNotificationService.UnansweredChecks(resource),
            Urls = Urls(resource, isInactive: false),
            EnvironmentVariables = [.. launch.Environment.Select(variable => new EnvironmentVariableSnapshot(variable.Key, variable.Value, IsFromSpec: true))],
        }).WithProperty("executable.path", launch.Program).WithProperty("executable.workDir", launch.WorkingDirectory).WithProperty("executable.pid", pid);
        return resource is ProjectResource project ? running.WithProperty("project.path", project.GetProjectMetadata().ProjectPath) : running;
    }

    private static System.Collections.Immutable.ImmutableArray<UrlSnapshot> Urls(IResource resource, bool isInactive) =>
        [.. resource.Annotations.OfType<EndpointAnnotation>().Where(endpoint => endpoint.AllocatedEndpoint is not null)
            .Select(endpoint => new UrlSnapshot(endpoint.Name, endpoint.AllocatedEndpoint!.UriString, IsInternal: false) { IsInactive = isInactive })];

    // Ending ------------------------------------------------------------------------------------------------------

    private async Task SeeItEndAsync(IResource resource, KeptProcess process, Task stop)
    {
        if (await Task.WhenAny(process.Exited, stop) == stop)
        {
            await notifications.PublishUpdateAsync(resource, snapshot => snapshot with { State = KnownResourceStates.Stopping });
            await process.StopAsync();
        }

        var code = await process.Exited;
        if (code != 0 && !stop.IsCompleted && !_stopping.IsCancellationRequested)
        {
            var lines = loggers.Log(resource.Name).Last(LinesOfACrash);
            logger.LogError("{Resource} ended with exit code {Code}{Signal}; its last lines:{Lines}", resource.Name, code,
                code > 128 ? $" (signal {code - 128})" : "", string.Concat(lines.Select(line => $"\n    {line.Content}")));
        }

        await notifications.PublishUpdateAsync(resource, snapshot => snapshot with
        {
            State = code == 0 ? KnownResourceStates.Finished : new ResourceStateSnapshot(KnownResourceStates.Exited, KnownResourceStateStyles.Error),
            ExitCode = code,
            StopTimeStamp = DateTime.UtcNow,
            Urls = Urls(resource, isInactive: true),
        });
    }

    /// <summary>Who waited for a resource to start is gone before it is asked to go. (Who is being visited already is part of a circle.)</summary>
    private Task StopInOrder(IResource resource)
    {
        lock (_stops)
        {
            if (_stops.TryGetValue(resource, out var stop))
                return stop;
            _visiting.Add(resource);
            var dependents = model.Resources.Where(other => !_visiting.Contains(other) && DependsOn(other, resource)).Select(StopInOrder).ToArray();
            _visiting.Remove(resource);
            return _stops[resource] = StopAfterAsync(resource, dependents);
        }
    }

    private async Task StopAfterAsync(IResource resource, Task[] dependents)
    {
        await Task.WhenAll(dependents);
        await EndAsync(resource);
    }

    private async Task EndAsync(IResource resource)
    {
        if (!_runs.TryGetValue(resource, out var run))
            return;
        run.Stop.TrySetResult();
        await run.Ended;
    }

    private static bool DependsOn(IResource resource, IResource on) =>
        resource.Annotations.OfType<WaitAnnotation>().Any(wait => wait.Resource == on)
        // A resource without a process is what it is made of.
        || (!IsProgram(resource) && on.Annotations.OfType<ResourceRelationshipAnnotation>().Any(relation => relation.Type == "Parent" && relation.Resource == resource))
        || (!IsProgram(resource) && on is IResourceWithParent { Parent: var parent } && parent == resource)
        // The last spans of a stop are worth seeing.
        || (resource is ProjectResource && on is DashboardResource);
}
