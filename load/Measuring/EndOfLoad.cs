namespace Dugout.Load.Measuring;

/// <summary>Reads clocks and counters when the last iteration of a load ends: NBomber returns seconds later, and those seconds do not belong to the load.</summary>
internal static class EndOfLoad
{
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(5);

    /// <summary>The values read when no iteration was in flight and none was to start.</summary>
    /// <param name="recorder">Measures the iterations.</param>
    /// <param name="running">The session that starts them.</param>
    /// <param name="readAsync">Reads the values. It is called again if another iteration ends after all.</param>
    public static async Task<T> ReadAsync<T>(Recorder recorder, Task running, Func<Task<T>> readAsync)
    {
        (long Ended, T Value)? last = null;
        while (!running.IsCompleted)
        {
            var left = recorder.Planned - recorder.Elapsed;
            await Task.WhenAny(running, Task.Delay(left > Poll ? left : Poll, CancellationToken.None));
            var ended = recorder.Iterations.Total().Count;
            if (recorder.IsThrough && ended != last?.Ended) last = (ended, await readAsync());
        }

        await running;
        return last is { } read && read.Ended == recorder.Iterations.Total().Count ? read.Value : await readAsync();
    }
}
