using System.Collections.Concurrent;

namespace Dugout.Platform.Caching;

/// <summary>Runs work that many callers of this process want at the same time only once; the callers share its result.</summary>
internal sealed class SingleFlight<TKey, TResult>
    where TKey : notnull
{
    private readonly ConcurrentDictionary<TKey, Lazy<Task<TResult>>> _running = new();

    /// <summary>Starts the work for a key, or joins the run that another caller has started.</summary>
    /// <param name="key">Key of the work.</param>
    /// <param name="work">The work. It continues when a caller gives up, because other callers may wait for it.</param>
    /// <param name="cancellation">Stops the wait of this caller.</param>
    public async Task<TResult> RunAsync(TKey key, Func<TKey, Task<TResult>> work, CancellationToken cancellation)
    {
        var run = _running.GetOrAdd(key, wanted => new(() => RunAndForgetAsync(wanted, work)));
        return await run.Value.WaitAsync(cancellation);
    }

    private async Task<TResult> RunAndForgetAsync(TKey key, Func<TKey, Task<TResult>> work)
    {
        // Without the yield the work could end before its entry is added, and the entry would never be removed.
        await Task.Yield();
        try
        {
            return await work(key);
        }
        finally
        {
            _running.TryRemove(key, out _);
        }
    }
}
