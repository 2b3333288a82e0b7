namespace Dugout.Platform.Hosting;

/// <summary>How a job looks again and again: at once, and then after every pause, until its program ends.</summary>
internal static class PeriodicJob
{
    /// <summary>Runs until it is asked to stop.</summary>
    /// <param name="pause">From the beginning of a look to the next one; a look that takes longer is followed by the next at once.</param>
    /// <param name="clock">Whose time passes.</param>
    /// <param name="look">What is done each time.</param>
    /// <param name="passes">Which faults pass by themselves, so that the next look may well succeed. Any other ends the job.</param>
    /// <param name="failed">What is said of those.</param>
    /// <param name="stopping">Ends it.</param>
    /// <exception cref="OperationCanceledException">It was asked to stop.</exception>
    public static async Task RunAsync(
        TimeSpan pause, TimeProvider clock, Func<CancellationToken, Task> look, Predicate<Exception> passes, Action<Exception> failed, CancellationToken stopping)
    {
        using var timer = new PeriodicTimer(pause, clock);
        do
        {
            try
            {
                await look(stopping);
            }
            catch (Exception error) when (passes(error))
            {
                failed(error);
            }
        }
        while (await timer.WaitForNextTickAsync(stopping));
    }
}
