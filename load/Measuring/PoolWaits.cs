using System.Net.Http.Json;
using System.Text.Json;
using Dugout.Load.Results;

namespace Dugout.Load.Measuring;

/// <summary>How often and how long the API replicas waited for database connections, and how long they had them, from its beginning until it is read.</summary>
internal sealed class PoolWaits : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private readonly HttpClient _http = new(new SocketsHttpHandler { UseProxy = false }) { Timeout = Patience };
    private readonly SortedDictionary<string, Uri> _replicas = new(StringComparer.Ordinal);
    private Task<IReadOnlyDictionary<string, WaitRecord>>? _before;

    /// <summary>Knows the replicas.</summary>
    public PoolWaits(AppHostFile system)
    {
        foreach (var (name, resource) in system.ApiReplicas())
        {
            if (resource.Url is { } address) _replicas.Add(name, new Uri(address, "health/usage"));
        }
    }

    /// <summary>Asks the replicas for the first time; nobody waits for their answers.</summary>
    public void Begin() => _before = Task.Run(AskAsync);

    /// <summary>What each replica waited since, by name; one that doesn't tell, or was replaced meanwhile, is missing.</summary>
    public async Task<IReadOnlyDictionary<string, WaitRecord>> ReadAsync()
    {
        if (_before is null) return new Dictionary<string, WaitRecord>();
        var first = await _before.ConfigureAwait(false);
        var now = await AskAsync().ConfigureAwait(false);
        return new SortedDictionary<string, WaitRecord>(
            now.Where(one => first.TryGetValue(one.Key, out var before) && before.Count <= one.Value.Count)
                .ToDictionary(one => one.Key, one => one.Value.Since(first[one.Key])),
            StringComparer.Ordinal);
    }

    /// <inheritdoc/>
    public void Dispose() => _http.Dispose();

    private async Task<IReadOnlyDictionary<string, WaitRecord>> AskAsync()
    {
        Dictionary<string, WaitRecord> answers = [];
        foreach (var (name, address) in _replicas)
        {
            try
            {
                // Only a system in development tells.
                if (await _http.GetFromJsonAsync<Answer>(address).ConfigureAwait(false) is { } answer) answers.Add(name, new WaitRecord(answer.ConnectionWaits, answer.ConnectionWaitSeconds, answer.ConnectionUseSeconds));
            }
            catch (Exception silent) when (silent is HttpRequestException or OperationCanceledException or JsonException)
            {
                // One replica less to tell of; the run has its figures.
            }
        }

        return answers;
    }

    private sealed record Answer(long ConnectionWaits, double ConnectionWaitSeconds, double ConnectionUseSeconds);
}
