using System.Net.Http.Json;
using System.Text.Json;
using Dugout.Load.Results;
using Dugout.Load.Running;

namespace Dugout.Load.Measuring;

/// <summary>
/// Samples each API replica once a second: heap, collections, threads, their queue, and the notices in its memory that wait to be pushed. Sampling costs a replica a
/// little, so it runs only where its results are used.
/// </summary>
internal sealed class ReplicaSamples : IDisposable
{
    private static readonly TimeSpan Every = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    /// <summary>Reported only where a variant pushes from a pool in memory (<c>push-pool</c> of tests/Faults).</summary>
    private const string PoolDepth = "dugout.pushes.pool_depth";

    private const string Sent = "dugout.pushes.sent";
    private const string Failed = "dugout.pushes.failed";

    private readonly HttpClient _http = new(new SocketsHttpHandler { UseProxy = false }) { Timeout = Patience };
    private readonly SortedDictionary<string, (Uri Address, List<SampleRecord> Samples)> _replicas = new(StringComparer.Ordinal);

    /// <summary>Reads the replicas' addresses.</summary>
    public ReplicaSamples(AppHostFile system)
    {
        foreach (var (name, resource) in system.ApiReplicas())
        {
            if (resource.Url is { } address) _replicas.Add(name, (new Uri(address, "health/usage"), []));
        }
    }

    /// <summary>Samples from the first iteration until it is cancelled, and returns each replica's samples by name; a replica that reports nothing is
    /// missing.</summary>
    /// <param name="recorder">The clock of the samples.</param>
    /// <param name="ended">Ends the sampling.</param>
    public async Task<IReadOnlyDictionary<string, IReadOnlyList<SampleRecord>>> RunAsync(Recorder recorder, CancellationToken ended)
    {
        using var timer = new PeriodicTimer(Every);
        try
        {
            while (await timer.WaitForNextTickAsync(ended))
            {
                if (recorder.Elapsed > TimeSpan.Zero) await Task.WhenAll(_replicas.Values.Select(replica => SampleAsync(replica.Address, replica.Samples, recorder, ended)));
            }
        }
        catch (OperationCanceledException)
        {
            // The sampling ended as intended.
        }

        return _replicas.Where(replica => replica.Value.Samples.Count > 0)
            .ToDictionary(replica => replica.Key, replica => (IReadOnlyList<SampleRecord>)replica.Value.Samples, StringComparer.Ordinal);
    }

    /// <inheritdoc/>
    public void Dispose() => _http.Dispose();

    private async Task SampleAsync(Uri address, List<SampleRecord> samples, Recorder recorder, CancellationToken ended)
    {
        try
        {
            // Only a system in development reports this.
            var response = await _http.GetFromJsonAsync<UsageResponse>(address, ended);
            if (response is { Runtime: { } runtime }) samples.Add(SampleOf(recorder.Elapsed, runtime, response.Notices ?? []));
        }
        catch (Exception silent) when (silent is HttpRequestException or JsonException || (silent is OperationCanceledException && !ended.IsCancellationRequested))
        {
            // This second has no sample.
        }
    }

    private static SampleRecord SampleOf(TimeSpan at, RuntimeUsage runtime, IReadOnlyDictionary<string, long> pushes) => new(
        Math.Round(at.TotalSeconds, 2), Math.Round(runtime.HeapBytes / 1e6, 2), runtime.Collections, runtime.FullCollections, Math.Round(runtime.PauseSeconds * 1e3, 1), runtime.Threads,
        runtime.WorkWaiting, pushes.GetValueOrDefault(PoolDepth), pushes.GetValueOrDefault(Sent) + pushes.GetValueOrDefault(Failed));

    private sealed record UsageResponse(RuntimeUsage? Runtime, Dictionary<string, long>? Notices);

    private sealed record RuntimeUsage(long HeapBytes, long Collections, long FullCollections, double PauseSeconds, int Threads, long WorkWaiting);
}
