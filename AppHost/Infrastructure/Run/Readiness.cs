using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;

namespace Dugout.Infrastructure.Run;

/// <summary>Waits for the system to be ready: every resource is healthy, or has finished with exit code 0.</summary>
public static class Readiness
{
    /// <summary>Limit for the dashboard, which is optional: it may fail or take longer.</summary>
    private static readonly TimeSpan OptionalPatience = TimeSpan.FromSeconds(60);

    /// <summary>Time after which the missing resources are printed: without downloads a start takes a few seconds.</summary>
    private static readonly TimeSpan Long = TimeSpan.FromSeconds(20);

    /// <summary>Prefixes of lines that the program itself did not write, or that add nothing to the first lines of a crash.</summary>
    private static readonly string[] Noise = ["   at ", "[sys] ", "No custom certificate authorities "];

    /// <summary>Starts an application and waits until everything is ready.</summary>
    /// <inheritdoc cref="WaitAsync"/>
    public static async Task<string?> StartAsync(DistributedApplication app, CancellationToken cancellation, Action<string>? announce = null)
    {
        ArgumentNullException.ThrowIfNull(app);
        // StartAsync returns when everything has been started, which never happens where a resource waits for a failed program.
        var starting = app.StartAsync(cancellation);
        var ready = WaitAsync(app, cancellation, announce);
        if (await Task.WhenAny(starting, ready) == starting)
            await starting;
        return await ready;
    }

    /// <summary>Waits until everything is ready.</summary>
    /// <param name="app">The application, started.</param>
    /// <param name="cancellation">Cancels the wait.</param>
    /// <param name="announce">Receives lines about missing resources, if the wait is long.</param>
    /// <returns>Null when ready, or one line that names the failed resource.</returns>
    public static async Task<string?> WaitAsync(DistributedApplication app, CancellationToken cancellation, Action<string>? announce = null)
    {
        ArgumentNullException.ThrowIfNull(app);
        var waiting = new HashSet<string>();
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        using var timer = new Timer(_ => Tell(app, waiting, announce), null, Long, Long);
        try
        {
            return await WatchAsync(app, waiting, patience);
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return null;
        }
    }

    private static async Task<string?> WatchAsync(DistributedApplication app, HashSet<string> waiting, CancellationTokenSource patience)
    {
        var isFirst = true;
        await foreach (var change in app.ResourceNotifications.WatchAsync(patience.Token))
        {
            var name = change.Resource.Name;
            // A resource that is started by hand may fail without affecting the system.
            if (!change.Resource.IsShown() || change.Resource.TryGetLastAnnotation<ExplicitStartupAnnotation>(out _))
                continue;
            var failed = HasFailed(change.Snapshot);
            if (failed && name != ResourceStates.Dashboard)
                return $"{name} could not start: {Describe(change.Snapshot)}. Its last output: {await LastLinesAsync(app, change.Resource)}";
            lock (waiting)
            {
                // The model is complete by now: Aspire adds the dashboard when the start begins.
                if (isFirst)
                    waiting.UnionWith(NamesOf(app));
                isFirst = false;
                if (failed || IsReady(change.Snapshot))
                    waiting.Remove(name);
                if (waiting.Count == 0)
                    return null;
                if (waiting.Count == 1 && waiting.Contains(ResourceStates.Dashboard))
                    patience.CancelAfter(OptionalPatience);
            }
        }

        return null;
    }

    private static IEnumerable<string> NamesOf(DistributedApplication app) => app.Services.GetRequiredService<DistributedApplicationModel>().Resources
        .Where(resource => resource.IsShown() && !resource.Annotations.OfType<ExplicitStartupAnnotation>().Any()).Select(resource => resource.Name);

    /// <summary>Prints which resources are not ready, and the result of their health checks: external servers may never become ready.</summary>
    private static void Tell(DistributedApplication app, HashSet<string> waiting, Action<string>? announce)
    {
        string[] names;
        lock (waiting)
            names = [.. waiting.Order(StringComparer.Ordinal)];
        if (names.Length > 0)
            announce?.Invoke($"Still waiting for {string.Join(", ", names.Select(HowIs))}.");

        string HowIs(string name)
        {
            if (!app.ResourceNotifications.TryGetCurrentState(name, out var now))
                return name;
            var said = now.Snapshot.HealthReports.Select(report => report.Description).FirstOrDefault(text => text is { Length: > 0 });
            return said is null ? $"{name} ({now.Snapshot.State?.Text})" : $"{name} ({now.Snapshot.State?.Text}: {said})";
        }
    }

    private static bool IsReady(CustomResourceSnapshot snapshot) =>
        (snapshot.State?.Text == KnownResourceStates.Running && snapshot.HealthStatus is null or HealthStatus.Healthy or HealthStatus.Degraded)
        || (snapshot.HasEnded() && snapshot.ExitCode == 0);

    private static bool HasFailed(CustomResourceSnapshot snapshot) =>
        snapshot.CouldNotStart() || (snapshot.HasEnded() && snapshot.ExitCode is not (null or 0));

    /// <summary>Returns the last lines of a resource's log; the log is an endless stream that delivers existing lines within a moment.</summary>
    private static async Task<string> LastLinesAsync(DistributedApplication app, IResource resource)
    {
        using var soon = new CancellationTokenSource(TimeSpan.FromSeconds(1));
        var said = new List<string>();
        try
        {
            await foreach (var lines in app.Services.GetRequiredService<ResourceLoggerService>().WatchAsync(resource).WithCancellation(soon.Token))
                said.AddRange(lines.Select(line => ConsoleLine.Plain(line.Content)).Where(line => !IsNoise(line)));
        }
        catch (OperationCanceledException)
        {
            // All existing lines have been read.
        }

        return said.Count > 0 ? string.Join(" / ", LinesThatSayWhy([.. said])) : "none.";
    }

    /// <summary>Whether a line is a stack frame, which adds nothing, or was written by the orchestrator or Aspire about the process.</summary>
    private static bool IsNoise(string line) => Noise.Any(begin => line.StartsWith(begin, StringComparison.Ordinal));

    /// <summary>Selects the last lines; of a crash, or of lines a server marks as errors, the first ones, because the cause precedes its effects.</summary>
    private static ReadOnlySpan<string?> LinesThatSayWhy(string[] lines)
    {
        const int Lines = 5;
        var errors = Array.FindAll(lines, line => line.Contains("[ERROR]", StringComparison.Ordinal));
        if (errors.Length > 0)
            return errors.AsSpan(0, Math.Min(Lines, errors.Length));
        var crash = Array.FindLastIndex(lines, line => line.StartsWith("Unhandled exception", StringComparison.Ordinal));
        var begin = crash >= 0 ? crash : Math.Max(0, lines.Length - Lines);
        return lines.AsSpan(begin, Math.Min(Lines, lines.Length - begin));
    }

    private static string Describe(CustomResourceSnapshot snapshot) =>
        snapshot.ExitCode is { } code ? $"exit code {code}" : snapshot.State?.Text ?? "unknown";
}
