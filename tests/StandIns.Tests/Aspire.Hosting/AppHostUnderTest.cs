// An AppHost in the test's own process: no dashboard, no console, stopped at the end of the test.
using Aspire.Hosting;
using Aspire.Hosting.ApplicationModel;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace Dugout.StandIns.Tests.Aspire.Hosting;

internal sealed class AppHostUnderTest : IAsyncDisposable
{
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(60);

    private DistributedApplication? _app;

    public AppHostUnderTest()
    {
        Builder = DistributedApplication.CreateBuilder(new DistributedApplicationOptions { DisableDashboard = true });
        Builder.Configuration["Logging:Console:LogLevel:Default"] = "None";
    }

    public IDistributedApplicationBuilder Builder { get; }

    public DistributedApplication App => _app ??= Builder.Build();

    public ResourceLoggerService Logs => App.Services.GetRequiredService<ResourceLoggerService>();

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    /// <summary>A resource that runs a line of bash.</summary>
    public IResourceBuilder<ExecutableResource> Bash(string name, string script) => Builder.AddExecutable(name, "bash", "/", "-c", script);

    /// <summary>A resource that runs until it is stopped.</summary>
    public IResourceBuilder<ExecutableResource> Forever(string name) => Builder.AddExecutable(name, "sleep", "/", "1000");

    public Task StartAsync() => App.StartAsync(Stop);

    public Task<CustomResourceSnapshot> Becomes(string name, string state) => Becomes(name, state, snapshot => snapshot.State?.Text == state);

    /// <summary>The first snapshot that is what is looked for, or the last one told if that takes longer than any machine needs.</summary>
    public async Task<CustomResourceSnapshot> Becomes(string name, string what, Func<CustomResourceSnapshot, bool> isIt)
    {
        CustomResourceSnapshot? last = null;
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(Stop);
        deadline.CancelAfter(Longest);
        try
        {
            return (await App.ResourceNotifications.WaitForResourceAsync(name, update => update.Resource.Name == name && isIt(last = update.Snapshot), deadline.Token)).Snapshot;
        }
        catch (OperationCanceledException) when (!Stop.IsCancellationRequested)
        {
            throw new TimeoutException($"'{name}' is not {what} after {Longest.TotalSeconds} s, but {last?.State?.Text ?? "unknown"} (exit code {last?.ExitCode}, {last?.Property("failure")}).");
        }
    }

    public string? StateOf(string name) => App.ResourceNotifications.TryGetCurrentState(name, out var update) ? update.Snapshot.State?.Text : null;

    /// <summary>The kept lines of a resource that has ended, joined by blanks.</summary>
    public async Task<string> Output(string name)
    {
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(Stop);
        deadline.CancelAfter(Longest);
        await foreach (var lines in Logs.WatchAsync(name).WithCancellation(deadline.Token))
            return string.Join(' ', lines.Select(line => line.Content));
        return "";
    }

    public async ValueTask DisposeAsync()
    {
        await App.StopAsync(CancellationToken.None);
        await App.DisposeAsync();
    }
}

internal static class Snapshots
{
    public static int Pid(this CustomResourceSnapshot snapshot) => (int)snapshot.Property("executable.pid")!;

    public static object? Property(this CustomResourceSnapshot snapshot, string name) => snapshot.Properties.SingleOrDefault(property => property.Name == name)?.Value;
}
