using Dugout.Load.Client;
using Dugout.Load.Measuring;
using Dugout.Load.Results;

namespace Dugout.Load.Disturbances;

/// <summary>Something done to the system while it is measured: a process is frozen, and goes on as if nothing had been. Nothing is lost by it but time.</summary>
/// <param name="Process">Which, by its name in <c>apphost.json</c>.</param>
/// <param name="After">When, in seconds from the first flow.</param>
/// <param name="Seconds">For how long.</param>
internal sealed record Disturbance(string Process, double After, double Seconds)
{
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(5);

    /// <summary>In words, for the report.</summary>
    public string InWords => FormattableString.Invariant($"{Process} frozen for {Seconds:0.#} s after {After:0.#} s");

    /// <summary>Waits for its time, freezes the process, and lets it go on, also where the run ends before.</summary>
    /// <param name="system">Says which process has the name.</param>
    /// <param name="recorder">Its clock counts.</param>
    /// <param name="ended">Cancelled when the run is over.</param>
    /// <returns>What was done; null when the run ended before its time came.</returns>
    /// <exception cref="NoSystemException">The system has no such process.</exception>
    public async Task<DisturbanceRecord?> RunAsync(AppHostFile system, Recorder recorder, CancellationToken ended)
    {
        var process = system.Resources?.GetValueOrDefault(Process)?.Pid ?? throw new NoSystemException($"the system has no process '{Process}' to freeze");
        if (!await WaitAsync(After).ConfigureAwait(false)) return null;
        var from = recorder.Elapsed.TotalSeconds;
        try
        {
            Signals.Freeze(process);
            await WaitAsync(from + Seconds).ConfigureAwait(false);
        }
        finally
        {
            Signals.GoOn(process);
        }

        return new DisturbanceRecord(Process, Math.Round(from, 3), Math.Round(recorder.Elapsed.TotalSeconds, 3));

        async Task<bool> WaitAsync(double until)
        {
            while (recorder.Elapsed.TotalSeconds < until)
            {
                if (ended.IsCancellationRequested) return false;
                await Task.Delay(Look, CancellationToken.None).ConfigureAwait(false);
            }

            return true;
        }
    }
}
