namespace Dugout.Load.Measuring;

/// <summary>Reads clocks and counters when the last flow of a load ends: NBomber returns seconds later, and those aren't the load's.</summary>
internal static class EndOfLoad
{
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(5);

    /// <summary>What was read when no flow was in flight any more and none was to come.</summary>
    /// <param name="recorder">Measures the flows.</param>
    /// <param name="running">The session that starts them.</param>
    /// <param name="readAsync">Reads. It is called again if another flow ends after all.</param>
    public static async Task<T> ReadAsync<T>(Recorder recorder, Task running, Func<Task<T>> readAsync)
    {
        (long Ended, T Value)? last = null;
        while (!running.IsCompleted)
        {
            var left = recorder.Planned - recorder.Elapsed;
            await Task.WhenAny(running, Task.Delay(left > Poll ? left : Poll, CancellationToken.None)).ConfigureAwait(false);
            var ended = recorder.Flows.Total().Count;
            if (recorder.IsThrough && ended != last?.Ended) last = (ended, await readAsync().ConfigureAwait(false));
        }

        await running.ConfigureAwait(false);
        return last is { } read && read.Ended == recorder.Flows.Total().Count ? read.Value : await readAsync().ConfigureAwait(false);
    }
}
