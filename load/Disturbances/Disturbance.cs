using Dugout.Load.Client;
using Dugout.Load.Measuring;
using Dugout.Load.Results;
using Dugout.Load.Running;

namespace Dugout.Load.Disturbances;

/// <summary>
/// A disturbance of the system during the measurement: a process is frozen, and then continues as if nothing had happened, so that only time is lost; or it is killed, and
/// the AppHost starts it again.
/// </summary>
/// <param name="Process">The process, by its name in <c>apphost.json</c>.</param>
/// <param name="After">When it begins, in seconds from the first iteration.</param>
/// <param name="Seconds">How long the process is frozen, in seconds; 0 kills it.</param>
internal sealed record Disturbance(string Process, double After, double Seconds)
{
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(5);

    private bool Kills => Seconds == 0;

    /// <summary>In words, for the report.</summary>
    public string InWords => Kills ? FormattableString.Invariant($"{Process} killed after {After:0.#} s") : FormattableString.Invariant($"{Process} frozen for {Seconds:0.#} s after {After:0.#} s");

    /// <summary>Waits for its time, freezes the process, and lets it continue, also where the run ends earlier; or kills it.</summary>
    /// <param name="system">Maps the name to a process.</param>
    /// <param name="recorder">The clock of the disturbance.</param>
    /// <param name="ended">Cancelled when the run is over.</param>
    /// <returns>The disturbance as it happened; null when the run ended before its time came.</returns>
    /// <exception cref="NoSystemException">The system has no such process.</exception>
    public async Task<DisturbanceRecord?> RunAsync(AppHostFile system, Recorder recorder, CancellationToken ended)
    {
        var process = system.Resources?.GetValueOrDefault(Process)?.Pid ?? throw new NoSystemException($"the system has no process '{Process}' to freeze");
        if (!await WaitAsync(After)) return null;
        var from = recorder.Elapsed.TotalSeconds;
        if (Kills)
        {
            Signals.End(process);
            return new DisturbanceRecord(Process, Math.Round(from, 3), Math.Round(from, 3));
        }

        try
        {
            Signals.Freeze(process);
            await WaitAsync(from + Seconds);
        }
        finally
        {
            Signals.Continue(process);
        }

        return new DisturbanceRecord(Process, Math.Round(from, 3), Math.Round(recorder.Elapsed.TotalSeconds, 3));

        async Task<bool> WaitAsync(double until)
        {
            while (recorder.Elapsed.TotalSeconds < until)
            {
                if (ended.IsCancellationRequested) return false;
                await Task.Delay(Poll, CancellationToken.None);
            }

            return true;
        }
    }
}
