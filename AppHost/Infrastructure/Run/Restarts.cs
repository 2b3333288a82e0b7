using System.Globalization;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Logging;

namespace Dugout.Infrastructure.Run;

/// <summary>When a program that exited by itself is restarted.</summary>
/// <param name="FirstPause">Pause before the first restart; each further one is twice as long.</param>
/// <param name="LongestPause">The longest pause.</param>
/// <param name="MostInARow">Maximum number of crashes in a row that are followed by a restart: this ends a crash loop.</param>
/// <param name="Settled">Run time after which a program's crash count starts again at zero.</param>
internal sealed record RestartRules(TimeSpan FirstPause, TimeSpan LongestPause, int MostInARow, TimeSpan Settled)
{
    /// <summary>First pause half a second, doubled up to half a minute; six crashes in a row; settled after a minute.</summary>
    public static RestartRules Usual { get; } = new(TimeSpan.FromSeconds(0.5), TimeSpan.FromSeconds(30), 6, TimeSpan.FromMinutes(1));

    /// <summary>Returns the pause after the n-th crash in a row, counting from 1.</summary>
    public TimeSpan PauseAfter(int crashes) => TimeSpan.FromTicks((long)Math.Min(LongestPause.Ticks, FirstPause.Ticks * Math.Pow(2, crashes - 1)));
}

/// <summary>
/// Restarts programs that exited by themselves, for any reason, with growing pauses, and only when their dependencies are available. A program stopped by a command stays
/// stopped, and so does one that crashes repeatedly: it stays <c>Exited</c>, with a property <c>restarts</c> that says so, and can be started by hand. Begins
/// when everything is ready: a failed start is reported, not repeated. (Aspire has no such policy: it only shows that a program has ended.)
/// </summary>
internal sealed class Restarts : IAsyncDisposable
{
    /// <summary>Name of the snapshot property with the restart state, shown in the dashboard and in <c>apphost.json</c>.</summary>
    public const string Property = "restarts";

    private readonly DistributedApplication _app;
    private readonly RestartRules _rules;
    private readonly Action<string> _announce;
    private readonly TimeProvider _clock;
    private readonly CancellationTokenSource _stop;
    private readonly Dictionary<string, Life> _lives = [];
    private readonly List<Task> _starts = [];
    private readonly Task _watching;

    private Restarts(DistributedApplication app, RestartRules rules, Action<string> announce, TimeProvider clock, CancellationToken stopping)
    {
        (_app, _rules, _announce, _clock) = (app, rules, announce, clock);
        _stop = CancellationTokenSource.CreateLinkedTokenSource(stopping);
        _watching = WatchAsync();
    }

    /// <summary>Begins to supervise.</summary>
    /// <param name="app">The application, started.</param>
    /// <param name="rules">The restart rules.</param>
    /// <param name="announce">Receives lines for the user.</param>
    /// <param name="clock">The clock of the pauses.</param>
    /// <param name="stopping">Ends the restarts.</param>
    public static Restarts Watch(DistributedApplication app, RestartRules rules, Action<string> announce, TimeProvider clock, CancellationToken stopping) =>
        new(app, rules, announce, clock, stopping);

    /// <summary>Ends the restarts.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _watching;
        await Task.WhenAll(_starts);
        _stop.Dispose();
    }

    private async Task WatchAsync()
    {
        try
        {
            await foreach (var change in _app.ResourceNotifications.WatchAsync(_stop.Token))
            {
                // A program that is started by hand may be finished when it ends; Aspire's own resources have no start command.
                if (!change.Resource.IsOurs() || change.Resource.TryGetLastAnnotation<ExplicitStartupAnnotation>(out _) || change.Snapshot.State?.Text is not { } state)
                    continue;
                var isNew = !_lives.TryGetValue(change.Resource.Name, out var life);
                _lives[change.Resource.Name] = life ??= new Life();
                var before = life.State;
                life.State = state;
                // A stopped program reports Stopping first. A job that ended with 0 before the supervision began is finished.
                var ran = before == KnownResourceStates.Running || before == ResourceStates.Frozen;
                var hasCrashed = change.Snapshot.HasEnded() && (ran || (isNew && change.Snapshot.ExitCode is not (null or 0))) && !IsDone(change);
                // A dependency may end at the same moment.
                if (hasCrashed || (change.Snapshot.CouldNotStart() && before != state && life.Crashes > 0))
                {
                    _starts.RemoveAll(start => start.IsCompleted);
                    _starts.Add(StartAgainAsync(change.Resource, life, change.Snapshot));
                }
            }
        }
        catch (OperationCanceledException)
        {
            // The system is stopping.
        }
    }

    private async Task StartAgainAsync(IResource resource, Life life, CustomResourceSnapshot end)
    {
        try
        {
            var isSettled = end.HasEnded() && end.StopTimeStamp - end.StartTimeStamp >= _rules.Settled;
            life.Crashes = isSettled ? 1 : life.Crashes + 1;
            if (life.Crashes > _rules.MostInARow)
            {
                await SayAsync(resource, end, string.Create(CultureInfo.InvariantCulture, $"crash {life.Crashes} in a row; it is not restarted any more, start it by hand"));
                return;
            }

            var pause = _rules.PauseAfter(life.Crashes);
            var waits = string.Create(CultureInfo.InvariantCulture, $"crash {life.Crashes} in a row; restarting in {pause.TotalSeconds:0.#} s");
            await SayAsync(resource, end, waits);
            await Task.Delay(pause, _clock, _stop.Token);
            await DependenciesAsync(resource);
            // The program may have been started by hand meanwhile, and stopped again.
            if (!_app.ResourceNotifications.TryGetCurrentState(resource.Name, out var now) || now.Snapshot.StopTimeStamp != end.StopTimeStamp)
                return;
            var started = await _app.Services.GetRequiredService<ResourceCommandService>().ExecuteCommandAsync(resource, KnownResourceCommands.StartCommand, _stop.Token);
            if (started.Success)
                await ShowAsync(resource, $"restarted after crash {life.Crashes} in a row", inPlaceOf: waits);
            else
                await SayAsync(resource, end, $"the restart failed: {started.Message}; start it by hand");
        }
        catch (OperationCanceledException)
        {
            // The system is stopping.
        }
    }

    /// <summary>Returns when all dependencies of a program are available. Aspire's own start would fail at once where one of them has ended.</summary>
    private async Task DependenciesAsync(IResource resource)
    {
        foreach (var wait in resource.Waits().ToList())
            await _app.ResourceNotifications.WaitForResourceAsync(wait.Resource.Name, change => IsThere(wait, change.Snapshot), _stop.Token);

        static bool IsThere(WaitAnnotation wait, CustomResourceSnapshot snapshot) => wait.WaitType == WaitType.WaitForCompletion
            ? snapshot.ExitCode == wait.ExitCode
            : snapshot.State?.Text == KnownResourceStates.Running && snapshot.HealthStatus is null or HealthStatus.Healthy;
    }

    /// <summary>Prints how the program ended; its last output is in its log.</summary>
    private Task SayAsync(IResource resource, CustomResourceSnapshot end, string what)
    {
        // The orchestrator reports -1 for a process ended by a signal, without the signal.
        var how = end.ExitCode is null or < 0 ? "by a signal" : string.Create(CultureInfo.InvariantCulture, $"with exit code {end.ExitCode}");
        _announce($"{resource.Name} exited {how}: {what}");
        _app.Services.GetRequiredService<ResourceLoggerService>().GetLogger(resource).LogWarning("Exited {How}: {What}", how, what);
        return ShowAsync(resource, what);
    }

    /// <summary>Shows the restart state in the snapshot; replaces another text only while that is still shown, because the program may have crashed again meanwhile.</summary>
    private Task ShowAsync(IResource resource, string what, string? inPlaceOf = null) => _app.ResourceNotifications.PublishUpdateAsync(resource, snapshot =>
        inPlaceOf is null || snapshot.Properties.Any(property => property.Name == Property && property.Value as string == inPlaceOf)
            ? snapshot with { Properties = [.. snapshot.Properties.Where(property => property.Name != Property), new(Property, what)] }
            : snapshot);

    /// <summary>Whether another resource waits for this exit, as all do for the migrator's: then the program has finished, whenever it runs.</summary>
    private bool IsDone(ResourceEvent change) => _app.Services.GetRequiredService<DistributedApplicationModel>().Resources
        .Jobs()[change.Resource].Any(code => code == change.Snapshot.ExitCode);

    /// <summary>State of one program.</summary>
    private sealed class Life
    {
        public string? State { get; set; }

        public int Crashes { get; set; }
    }
}
