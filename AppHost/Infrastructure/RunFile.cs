using System.Text.Encodings.Web;
using System.Text.Json;
using Dugout.Infrastructure.Commands;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Infrastructure;

/// <summary>
/// Keeps <c>apphost.json</c> true: addresses, the connection strings for checks, and state, process and address of every
/// resource. It is there while everything runs, changes in one step, and only its owner may read it. The load lab and
/// scripts find a running system by it.
/// </summary>
public sealed class RunFile : IAsyncDisposable
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        // A file for programs and eyes, never a page: connection strings stay readable.
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    private const string DashboardName = "dashboard";

    private readonly string _file;
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _keeping;

    private RunFile(string file, ResourceNotificationService notifications, Contents contents)
    {
        _file = file;
        PrivateFile.Write(file, contents.ToJson());
        _keeping = KeepAsync(notifications, contents);
    }

    /// <summary>Writes the file, now that everything is ready, and keeps it up to date until it is disposed, which removes it.</summary>
    public static async Task<RunFile> WriteAsync(DistributedApplication app, RunFolder folder, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(app);
        ArgumentNullException.ThrowIfNull(folder);
        var resources = app.Services.GetRequiredService<DistributedApplicationModel>().Resources;

        var servers = new List<string?>();
        foreach (var server in resources.OfType<IMySqlServerResource>())
            servers.Add(await server.ConnectionStringExpression.GetValueAsync(cancellation));
        var bare = resources.OfType<IMySqlServerResource>().FirstOrDefault() is { } primary
            ? await primary.ConnectionStringFor(DatabaseAccount.Bare).GetValueAsync(cancellation)
            : null;
        var redis = resources.OfType<IResourceWithConnectionString>().FirstOrDefault(resource => resource is not IMySqlServerResource);

        var entries = new SortedDictionary<string, ResourceEntry>(StringComparer.Ordinal);
        foreach (var resource in resources.Where(IsTold))
        {
            var now = await app.ResourceNotifications.WaitForResourceAsync(resource.Name, _ => true, cancellation);
            entries[NameOf(resource)] = ResourceEntry.Of(now.Snapshot);
        }

        return new(folder.RunFile, app.ResourceNotifications, new(
            new(servers.FirstOrDefault(), servers.Skip(1), bare, resources.OfType<IMySqlServerResource>().FirstOrDefault()?.Engine),
            redis is null ? null : await redis.ConnectionStringExpression.GetValueAsync(cancellation),
            entries));
    }

    /// <summary>Removes the file.</summary>
    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _keeping;
        _stop.Dispose();
        File.Delete(_file);
    }

    private async Task KeepAsync(ResourceNotificationService notifications, Contents contents)
    {
        try
        {
            await foreach (var update in notifications.WatchAsync(_stop.Token))
            {
                if (!IsTold(update.Resource))
                    continue;
                var entry = ResourceEntry.Of(update.Snapshot);
                if (contents.Resources.TryGetValue(NameOf(update.Resource), out var before) && entry == before)
                    continue;
                contents.Resources[NameOf(update.Resource)] = entry;
                try
                {
                    PrivateFile.Write(_file, contents.ToJson());
                }
                catch (IOException)
                {
                    // The disk is full: the file says what was before, and the next change what is then.
                }
            }
        }
        catch (OperationCanceledException)
        {
            // The system stops.
        }
    }

    private static bool IsTold(IResource resource) => resource.IsOurs() || resource.Name == ResourceStates.Dashboard;

    /// <summary>By the contract's name, whatever Aspire calls its own.</summary>
    private static string NameOf(IResource resource) => resource.Name == ResourceStates.Dashboard ? DashboardName : resource.Name;

    private sealed record Contents(DatabaseEntry Database, string? Redis, SortedDictionary<string, ResourceEntry> Resources)
    {
        public string? Gateway => Resources.GetValueOrDefault("gateway")?.Url;

        public string? Dashboard => Resources.GetValueOrDefault(DashboardName)?.Url;

        public string ToJson() => JsonSerializer.Serialize(this, Json) + "\n";
    }

    private sealed record DatabaseEntry(string? Primary, IEnumerable<string?> Replicas, string? Bare, string? Engine);

    private sealed record ResourceEntry(string State, int? Pid, string? Url, string? Restarts)
    {
        public static ResourceEntry Of(CustomResourceSnapshot snapshot)
        {
            var state = snapshot.State?.Text ?? KnownResourceStates.NotStarted;
            // A frozen one still has its process and its port.
            var isRunning = state == KnownResourceStates.Running || state == ProcessCommands.Frozen;
            var pid = snapshot.Properties.FirstOrDefault(property => property.Name == "executable.pid")?.Value;
            var restarts = snapshot.Properties.FirstOrDefault(property => property.Name == Infrastructure.Restarts.Property)?.Value as string;
            var url = snapshot.Urls.FirstOrDefault(url => !url.IsInternal)?.Url;
#pragma warning disable CA1308 // The contract spells states in lower case.
            return new(state.ToLowerInvariant(), isRunning ? pid as int? : null, isRunning ? url : null, restarts);
#pragma warning restore CA1308
        }
    }
}
