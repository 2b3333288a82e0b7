using System.Collections.Concurrent;

namespace Dugout.Platform.Caching;

/// <summary>Work that many callers of this process want at once is done once; they share what it comes to.</summary>
internal sealed class SingleFlight<TKey, TResult>
    where TKey : notnull
{
    private readonly ConcurrentDictionary<TKey, Lazy<Task<TResult>>> _running = new();

    /// <summary>Starts the work for a key, or joins the caller who has.</summary>
    /// <param name="key">What for.</param>
    /// <param name="work">Not stopped when a caller gives up, because others may wait for it.</param>
    /// <param name="cancellation">Gives up waiting.</param>
    public async Task<TResult> RunAsync(TKey key, Func<TKey, Task<TResult>> work, CancellationToken cancellation)
    {
        var run = _running.GetOrAdd(key, wanted => new(() => RunAndForgetAsync(wanted, work)));
        return await run.Value.WaitAsync(cancellation);
    }

    private async Task<TResult> RunAndForgetAsync(TKey key, Func<TKey, Task<TResult>> work)
    {
        // Else the work could end before its entry stands, and the entry would stay.
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
