using System.Net.Http.Json;
using System.Text.Json;
using Dugout.Load.Results;
using Dugout.Load.Running;

namespace Dugout.Load.Measuring;

/// <summary>
/// Figures that API replicas report of themselves: how often and how long they waited for database connections and used them, and the use of their
/// response cache; from its beginning until it is read.
/// </summary>
internal sealed class ReplicaUse : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private readonly HttpClient _http = new(new SocketsHttpHandler { UseProxy = false }) { Timeout = Patience };
    private readonly SortedDictionary<string, Uri> _replicas = new(StringComparer.Ordinal);
    private Task<Dictionary<string, UsageResponse>>? _before;

    /// <summary>Reads the replicas' addresses.</summary>
    public ReplicaUse(AppHostFile system)
    {
        foreach (var (name, resource) in system.ApiReplicas())
        {
            if (resource.Url is { } address) _replicas.Add(name, new Uri(address, "health/usage"));
        }
    }

    /// <summary>Queries the replicas for the first time, without waiting for their responses.</summary>
    public void Begin() => _before = Task.Run(ReadUsageAsync);

    /// <summary>Each replica's waits and response cache use since, by name; a replica that reports nothing, or was replaced meanwhile, is missing.</summary>
    public async Task<(IReadOnlyDictionary<string, WaitRecord> Waits, IReadOnlyDictionary<string, CacheRecord> Cache)> ReadAsync()
    {
        var first = _before is null ? [] : await _before;
        var waits = new SortedDictionary<string, WaitRecord>(StringComparer.Ordinal);
        var caches = new SortedDictionary<string, CacheRecord>(StringComparer.Ordinal);
        foreach (var (name, now) in await ReadUsageAsync())
        {
            if (!first.TryGetValue(name, out var before) || before.ConnectionWaits > now.ConnectionWaits) continue;
            waits.Add(name, now.Wait.Since(before.Wait));
            if (now.Cache is { } cache) caches.Add(name, cache.Since(before.Cache));
        }

        return (waits, caches);
    }

    /// <inheritdoc/>
    public void Dispose() => _http.Dispose();

    private async Task<Dictionary<string, UsageResponse>> ReadUsageAsync()
    {
        Dictionary<string, UsageResponse> responses = [];
        foreach (var (name, address) in _replicas)
        {
            try
            {
                // Only a system in development reports this.
                if (await _http.GetFromJsonAsync<UsageResponse>(address) is { } response) responses.Add(name, response);
            }
            catch (Exception silent) when (silent is HttpRequestException or OperationCanceledException or JsonException)
            {
                // This replica is missing; the run keeps its other figures.
            }
        }

        return responses;
    }

    private sealed record UsageResponse(long ConnectionWaits, double ConnectionWaitSeconds, double ConnectionUseSeconds, CacheRecord? Cache)
    {
        public WaitRecord Wait => new(ConnectionWaits, ConnectionWaitSeconds, ConnectionUseSeconds);
    }
}
