using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using System.Runtime.CompilerServices;

namespace Dugout.Platform.Telemetry;

/// <summary>Counts the error responses of this process by code, since its start, including faults. Published as metric <c>dugout.errors</c>.</summary>
internal sealed class ErrorCounts : IDisposable
{
    private readonly Meter _meter = new("Dugout");
    private readonly ConcurrentDictionary<string, StrongBox<long>> _counts = new();

    /// <summary>Starts at zero and publishes the metric.</summary>
    public ErrorCounts() => _meter.CreateObservableCounter(
        "dugout.errors", () => ByCode().Select(one => new Measurement<long>(one.Value, new KeyValuePair<string, object?>("code", one.Key))), description: "Error responses by code.");

    /// <summary>Counts one error.</summary>
    public void Count(string code) => Interlocked.Increment(ref _counts.GetOrAdd(code, _ => new()).Value);

    /// <summary>Number of error responses per code.</summary>
    public IReadOnlyDictionary<string, long> ByCode() => _counts.ToDictionary(count => count.Key, count => Interlocked.Read(ref count.Value.Value));

    /// <inheritdoc/>
    public void Dispose() => _meter.Dispose();
}
