namespace Dugout.Platform.Caching;

/// <summary>
/// Runs reads that must be current only as often as they end: callers that arrive while one is under way share the next, which begins after their arrival. So each gets what its own
/// read would have returned, and a burst costs one read at a time for each key. (A <see cref="SingleFlight{TKey, TResult}"/> lets callers join a read that has begun before.)
/// </summary>
internal sealed class Coalescer<TKey, TResult>
    where TKey : notnull
{
    private readonly Lock _gate = new();
    private readonly Dictionary<TKey, Run> _running = [];

    /// <summary>Starts the read for a key, or joins the next one if one is under way.</summary>
    /// <param name="key">Key of the read.</param>
    /// <param name="read">The read, the same for all callers of a key. It continues when a caller gives up, because other callers may wait for it.</param>
    /// <param name="cancellation">Stops the wait of this caller.</param>
    public Task<TResult> RunAsync(TKey key, Func<TKey, Task<TResult>> read, CancellationToken cancellation)
    {
        Run? before, mine;
        lock (_gate)
        {
            before = _running.GetValueOrDefault(key);
            if (before?.Next is { } joined)
                return joined.Result.WaitAsync(cancellation);
            mine = new();
            if (before is null)
                _running.Add(key, mine);
            else
                before.Next = mine;
        }

        _ = PerformAsync(key, mine, before, read);
        return mine.Result.WaitAsync(cancellation);
    }

    private async Task PerformAsync(TKey key, Run mine, Run? before, Func<TKey, Task<TResult>> read)
    {
        if (before is not null)
            await before.EndAsync();
        try
        {
            mine.Give(await read(key));
        }
        catch (Exception error)
        {
            mine.Fail(error);
        }

        lock (_gate)
        {
            if (mine.Next is { } next)
                _running[key] = next;
            else
                _running.Remove(key);
        }

        mine.End();
    }

    private sealed class Run
    {
        private readonly TaskCompletionSource<TResult> _result = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly TaskCompletionSource _end = new(TaskCreationOptions.RunContinuationsAsynchronously);

        /// <summary>The run that those share who arrive during this one.</summary>
        public Run? Next { get; set; }

        public Task<TResult> Result => _result.Task;

        public void Give(TResult result) => _result.SetResult(result);

        public void Fail(Exception error) => _result.SetException(error);

        /// <summary>Completes once the next run is the current one.</summary>
        public Task EndAsync() => _end.Task;

        public void End() => _end.SetResult();
    }
}
