using System.Globalization;
using Dugout.Infrastructure.Commands;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Microsoft.Extensions.Logging;

namespace Dugout.Infrastructure;

/// <summary>When a program that ended by itself is started again.</summary>
/// <param name="FirstPause">The pause before the first start; each further one is twice as long.</param>
/// <param name="LongestPause">The longest pause.</param>
/// <param name="MostInARow">So many crashes in a row are followed by a start, and the next by none: a crash loop ends.</param>
/// <param name="Settled">A program that has run for so long begins to count anew.</param>
internal sealed record RestartRules(TimeSpan FirstPause, TimeSpan LongestPause, int MostInARow, TimeSpan Settled)
{
    /// <summary>Half a second, doubled up to half a minute; six in a row; a minute.</summary>
    public static RestartRules Usual { get; } = new(TimeSpan.FromSeconds(0.5), TimeSpan.FromSeconds(30), 6, TimeSpan.FromMinutes(1));

    /// <summary>The pause after the n-th crash in a row, counting from 1.</summary>
    public TimeSpan PauseAfter(int crashes) => TimeSpan.FromTicks((long)Math.Min(LongestPause.Ticks, FirstPause.Ticks * Math.Pow(2, crashes - 1)));
}

/// <summary>
/// Starts programs again that have ended by themselves, however they did, with growing pauses, and not before what they wait for is there. What somebody stopped stays
/// stopped, and so does a program that crashes again and again: it is left <c>Exited</c>, with a property <c>restarts</c> that says so, and can be started by hand. Begins
/// when all is ready: a start that fails is refused, not repeated. (Aspire has no such policy: it shows that a program has ended, and leaves it so.)
/// </summary>
internal sealed class Restarts : IAsyncDisposable
{
    /// <summary>What a snapshot says of this, shown in the dashboard and in <c>apphost.json</c>.</summary>
    public const string Property = "restarts";

    private readonly DistributedApplication _app;
    private readonly RestartRules _rules;
    private readonly Action<string> _announce;
    private readonly CancellationTokenSource _stop;
    private readonly Dictionary<string, Life> _lives = [];
    private readonly List<Task> _starts = [];
    private readonly Task _watching;

    private Restarts(DistributedApplication app, RestartRules rules, Action<string> announce, CancellationToken stopping)
    {
        (_app, _rules, _announce) = (app, rules, announce);
        _stop = CancellationTokenSource.CreateLinkedTokenSource(stopping);
        _watching = WatchAsync();
    }

    /// <summary>Begins.</summary>
    /// <param name="app">The application, started.</param>
    /// <param name="rules">When to start what.</param>
    /// <param name="announce">Takes lines for the user.</param>
    /// <param name="stopping">From then on nothing is started any more.</param>
    public static Restarts Watch(DistributedApplication app, RestartRules rules, Action<string> announce, CancellationToken stopping) => new(app, rules, announce, stopping);

    /// <summary>Starts nothing any more.</summary>
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
                // What somebody starts by hand may be done when it ends; Aspire's own resources have no start command.
                if (!change.Resource.IsOurs() || change.Resource.TryGetLastAnnotation<ExplicitStartupAnnotation>(out _) || change.Snapshot.State?.Text is not { } state)
                    continue;
                var isNew = !_lives.TryGetValue(change.Resource.Name, out var life);
                _lives[change.Resource.Name] = life ??= new Life();
                var before = life.State;
                life.State = state;
                // Of what is stopped, Stopping is told first. What has ended before we looked and was to end is done with 0.
                var ran = before == KnownResourceStates.Running || before == ProcessCommands.Frozen;
                var hasCrashed = change.Snapshot.HasEnded() && (ran || (isNew && change.Snapshot.ExitCode is not (null or 0))) && !IsDone(change);
                // What it waits for may end just then.
                if (hasCrashed || (change.Snapshot.CouldNotStart() && before != state && life.Crashes > 0))
                {
                    _starts.RemoveAll(start => start.IsCompleted);
                    _starts.Add(StartAgainAsync(change.Resource, life, change.Snapshot));
                }
            }
        }
        catch (OperationCanceledException)
        {
            // The system stops.
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
                await SayAsync(resource, end, string.Create(CultureInfo.InvariantCulture, $"given up after {life.Crashes} crashes in a row"));
                return;
            }

            var pause = _rules.PauseAfter(life.Crashes);
            var waits = string.Create(CultureInfo.InvariantCulture, $"{life.Crashes} in a row, the next start in {pause.TotalSeconds:0.#} s");
            await SayAsync(resource, end, waits);
            await Task.Delay(pause, _stop.Token);
            await DependenciesAsync(resource);
            // Somebody may have started it by hand meanwhile, and stopped it again.
            if (!_app.ResourceNotifications.TryGetCurrentState(resource.Name, out var now) || now.Snapshot.StopTimeStamp != end.StopTimeStamp)
                return;
            var started = await _app.Services.GetRequiredService<ResourceCommandService>().ExecuteCommandAsync(resource, KnownResourceCommands.StartCommand, _stop.Token);
            if (started.Success)
                await ShowAsync(resource, $"{life.Crashes} in a row, started again", inPlaceOf: waits);
            else
                await SayAsync(resource, end, $"not started again: {started.Message}");
        }
        catch (OperationCanceledException)
        {
            // The system stops.
        }
    }

    /// <summary>Returns when all that a program waits for is there. Aspire's own start would fail at once where one of them has ended.</summary>
    private async Task DependenciesAsync(IResource resource)
    {
        foreach (var wait in resource.Waits().ToList())
            await _app.ResourceNotifications.WaitForResourceAsync(wait.Resource.Name, change => IsThere(wait, change.Snapshot), _stop.Token);

        static bool IsThere(WaitAnnotation wait, CustomResourceSnapshot snapshot) => wait.WaitType == WaitType.WaitForCompletion
            ? snapshot.ExitCode == wait.ExitCode
            : snapshot.State?.Text == KnownResourceStates.Running && snapshot.HealthStatus is null or HealthStatus.Healthy;
    }

    /// <summary>What it said last is in its log.</summary>
    private Task SayAsync(IResource resource, CustomResourceSnapshot end, string what)
    {
        // The orchestrator says -1 of a process that a signal ended, and not which signal.
        var how = end.ExitCode is null or < 0 ? "by a signal" : string.Create(CultureInfo.InvariantCulture, $"with exit code {end.ExitCode}");
        _announce($"{resource.Name} ended {how}: {what}");
        _app.Services.GetRequiredService<ResourceLoggerService>().GetLogger(resource).LogWarning("Ended {How}: {What}", how, what);
        return ShowAsync(resource, what);
    }

    /// <summary>Shows it where one looks; in the place of something else only while that is still there, for a program may have crashed once more meanwhile.</summary>
    private Task ShowAsync(IResource resource, string what, string? inPlaceOf = null) => _app.ResourceNotifications.PublishUpdateAsync(resource, snapshot =>
        inPlaceOf is null || snapshot.Properties.Any(property => property.Name == Property && property.Value as string == inPlaceOf)
            ? snapshot with { Properties = [.. snapshot.Properties.Where(property => property.Name != Property), new(Property, what)] }
            : snapshot);

    /// <summary>Whether somebody waits for just this end, as all do for the migrator's: then it has done its work, whenever it is run.</summary>
    private bool IsDone(ResourceEvent change) => _app.Services.GetRequiredService<DistributedApplicationModel>().Resources
        .Jobs()[change.Resource].Any(code => code == change.Snapshot.ExitCode);

    /// <summary>What is known of one program.</summary>
    private sealed class Life
    {
        public string? State { get; set; }

        public int Crashes { get; set; }
    }
}
