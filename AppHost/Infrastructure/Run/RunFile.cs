using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Infrastructure.Run;

/// <summary>
/// Maintains <c>apphost.json</c>: addresses, the connection strings for checks, and state, process and address of every
/// resource. The file exists while everything runs, is replaced atomically, and only its owner can read it. The load lab and
/// scripts use it to find a running system.
/// </summary>
public sealed class RunFile : IAsyncDisposable
{
    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        // The file is read by programs and people, never embedded in HTML: connection strings stay readable.
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    private readonly string _file;
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _keeping;

    private RunFile(string file, ResourceNotificationService notifications, Contents contents)
    {
        _file = file;
        PrivateFile.Write(file, contents.ToJson());
        _keeping = KeepAsync(notifications, contents);
    }

    /// <summary>Writes the file when everything is ready, and updates it until it is disposed, which removes it.</summary>
    public static async Task<RunFile> WriteAsync(DistributedApplication app, RunFolder folder, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(app);
        ArgumentNullException.ThrowIfNull(folder);
        var resources = app.Services.GetRequiredService<DistributedApplicationModel>().Resources;
        var settings = app.Services.GetRequiredService<IConfiguration>();
        var servers = new List<string?>();
        foreach (var server in resources.OfType<IMySqlServerResource>())
            servers.Add(await server.ConnectionStringExpression.GetValueAsync(cancellation));
        var bare = resources.OfType<IMySqlServerResource>().FirstOrDefault() is { } primary
            ? await primary.ConnectionStringFor(DatabaseAccount.Bare).GetValueAsync(cancellation)
            : null;
        var redis = resources.OfType<IResourceWithConnectionString>().FirstOrDefault(resource => resource is not IMySqlServerResource);

        var entries = new SortedDictionary<string, ResourceEntry>(StringComparer.Ordinal);
        foreach (var resource in resources.Where(ResourceStates.IsShown))
        {
            var now = await app.ResourceNotifications.WaitForResourceAsync(resource.Name, _ => true, cancellation);
            entries[resource.ShownName()] = ResourceEntry.Of(now.Snapshot);
        }

        return new(folder.RunFile, app.ResourceNotifications, new(
            new(servers.FirstOrDefault(), servers.Skip(1), bare, resources.OfType<IMySqlServerResource>().FirstOrDefault()?.Engine),
            redis is null ? null : await redis.ConnectionStringExpression.GetValueAsync(cancellation),
            new(settings["AppHost:BrowserToken"], settings["AppHost:DashboardApiKey"]),
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
                if (!update.Resource.IsShown())
                    continue;
                var entry = ResourceEntry.Of(update.Snapshot);
                if (contents.Resources.TryGetValue(update.Resource.ShownName(), out var before) && entry == before)
                    continue;
                contents.Resources[update.Resource.ShownName()] = entry;
                try
                {
                    PrivateFile.Write(_file, contents.ToJson());
                }
                catch (IOException)
                {
                    // The disk is full: the file keeps its previous content until the next change.
                }
            }
        }
        catch (OperationCanceledException)
        {
            // The system is stopping.
        }
    }

    private sealed record Contents(DatabaseEntry Database, string? Redis, [property: JsonIgnore] DashboardKeys Keys, SortedDictionary<string, ResourceEntry> Resources)
    {
        public string? Gateway => Resources.GetValueOrDefault("gateway")?.Url;

        public string? Dashboard => Resources.GetValueOrDefault("dashboard")?.Url;

        /// <summary>Address that logs a browser in without a prompt for the token.</summary>
        public string? DashboardLogin => Dashboard is null || Keys.Browser is null ? null : $"{Dashboard}/login?t={Keys.Browser}";

        /// <summary>Value of a script's header <c>x-api-key</c> for reading telemetry.</summary>
        public string? DashboardApiKey => Dashboard is null ? null : Keys.Api;

        public string ToJson() => JsonSerializer.Serialize(this, Json) + "\n";
    }

    /// <summary>Credentials of browsers and scripts for the dashboard; Aspire generates both for each run.</summary>
    private sealed record DashboardKeys(string? Browser, string? Api);

    private sealed record DatabaseEntry(string? Primary, IEnumerable<string?> Replicas, string? Bare, string? Engine);

    private sealed record ResourceEntry(string State, int? Pid, string? Url, string? Restarts)
    {
        public static ResourceEntry Of(CustomResourceSnapshot snapshot)
        {
            var state = snapshot.State?.Text ?? KnownResourceStates.NotStarted;
            // A frozen program still has its process and its port.
            var isRunning = state == KnownResourceStates.Running || state == ResourceStates.Frozen;
            var restarts = snapshot.Properties.FirstOrDefault(property => property.Name == Run.Restarts.Property)?.Value as string;
            // Without the login token, which is in a separate property.
            var url = snapshot.Address() is { } address ? new Uri(address).GetLeftPart(UriPartial.Authority) : null;
#pragma warning disable CA1308 // The contract spells states in lower case.
            return new(state.ToLowerInvariant(), isRunning ? snapshot.ProcessId() : null, isRunning ? url : null, restarts);
#pragma warning restore CA1308
        }
    }
}
