namespace Dugout.Platform.Hosting;

/// <summary>Runs a job at once and then periodically, until its program ends.</summary>
internal static class PeriodicJob
{
    /// <summary>Runs until the job is stopped.</summary>
    /// <param name="pause">Interval from the start of a run to the start of the next; after a run that takes longer, the next follows at once.</param>
    /// <param name="clock">Source of time.</param>
    /// <param name="look">The work of a run.</param>
    /// <param name="passes">Selects transient faults, after which the next run may succeed. Any other fault ends the job.</param>
    /// <param name="failed">Reports a transient fault.</param>
    /// <param name="stopping">Stops the job.</param>
    /// <exception cref="OperationCanceledException">The job was stopped.</exception>
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
