using System.Text.Json;
using Yarp.ReverseProxy;

namespace Dugout.Gateway.Watch;

/// <summary>
/// Sum of the replicas' error counts. Each replica counts its own errors, so each is queried, at most twice a second however many clients watch. For one that does not respond
/// the last known count is used, so that the sum does not fall and rise; a restarted replica begins at zero.
/// </summary>
internal sealed class ReplicaErrors(IProxyStateLookup proxy, TimeProvider clock) : IDisposable
{
    private static readonly TimeSpan Shared = TimeSpan.FromMilliseconds(500);

    private readonly HttpClient _http = new(new SocketsHttpHandler { UseProxy = false }) { Timeout = TimeSpan.FromSeconds(1) };
    private readonly SemaphoreSlim _turn = new(1);
    private readonly Dictionary<string, Dictionary<string, long>> _lastWords = [];
    private readonly long _began = clock.GetTimestamp();
    private Sum? _sum;

    /// <summary>Number of errors of all replicas since the start of each.</summary>
    /// <param name="Milliseconds">Time of the queries, on a monotonic clock: for rates.</param>
    /// <param name="Errors">Number of errors by code.</param>
    public sealed record Sum(long Milliseconds, IReadOnlyDictionary<string, long> Errors);

    /// <summary>Returns the sum, no older than half a second.</summary>
    public async Task<Sum> SumAsync(CancellationToken cancellation)
    {
        await _turn.WaitAsync(cancellation);
        try
        {
            var now = Now;
            return _sum is { } sum && now - sum.Milliseconds < Shared.TotalMilliseconds ? sum : _sum = await AskAllAsync(now, cancellation);
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _http.Dispose();
        _turn.Dispose();
    }

    private long Now => (long)clock.GetElapsedTime(_began).TotalMilliseconds;

    private async Task<Sum> AskAllAsync(long now, CancellationToken cancellation)
    {
        var addresses = proxy.GetClusters().SelectMany(cluster => cluster.Destinations.Values)
            .Select(destination => destination.Model.Config.Address).Distinct().ToList();
        var words = await Task.WhenAll(addresses.Select(address => QueryAsync(address, cancellation)));
        foreach (var (address, word) in addresses.Zip(words))
        {
            if (word is not null)
                _lastWords[address] = word;
        }

        return new(now, _lastWords.Values.SelectMany(counts => counts).GroupBy(count => count.Key)
            .ToDictionary(code => code.Key, code => code.Sum(count => count.Value)));
    }

    private async Task<Dictionary<string, long>?> QueryAsync(string address, CancellationToken cancellation)
    {
        try
        {
            return (await _http.GetFromJsonAsync<Word>(new Uri(new Uri(address), "/watch/errors"), cancellation))!.Errors;
        }
        catch (Exception error) when (error is HttpRequestException or JsonException || (error is OperationCanceledException && !cancellation.IsCancellationRequested))
        {
            return null;
        }
    }

    /// <summary>Response of one replica.</summary>
    private sealed record Word(Dictionary<string, long> Errors);
}
