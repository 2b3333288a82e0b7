using Dugout.Load.Client;
using Dugout.Load.Measuring;
using Dugout.Load.Results;
using Dugout.Load.Running;

namespace Dugout.Load.Disturbances;

/// <summary>
/// A disturbance of the system during the measurement: a process is frozen, and then continues as if nothing had happened, so that only time is lost; or it is isolated from the
/// others of its cluster for a while; or it is killed, and the AppHost starts it again.
/// </summary>
/// <param name="Process">The process, by its name in <c>apphost.json</c>.</param>
/// <param name="After">When it begins, in seconds from the first iteration.</param>
/// <param name="Seconds">How long the process is frozen or isolated, in seconds; 0 kills it.</param>
internal sealed record Disturbance(string Process, double After, double Seconds)
{
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(5);

    /// <summary>Isolates the process, if it is called with true, and reconnects it otherwise; null if the process is frozen instead.</summary>
    public Func<bool, Task>? Isolate { get; init; }

    private bool Kills => Seconds == 0;

    /// <summary>In words, for the report.</summary>
    public string InWords => Kills ? FormattableString.Invariant($"{Process} killed after {After:0.#} s") : FormattableString.Invariant($"{Process} {(Isolate is null ? "frozen" : "isolated")} for {Seconds:0.#} s after {After:0.#} s");

    /// <summary>Waits for its time, freezes or isolates the process, and lets it continue, also where the run ends earlier; or kills it.</summary>
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
            await HoldAsync(true);
            await WaitAsync(from + Seconds);
        }
        finally
        {
            await HoldAsync(false);
        }

        return new DisturbanceRecord(Process, Math.Round(from, 3), Math.Round(recorder.Elapsed.TotalSeconds, 3));

        Task HoldAsync(bool isHeld)
        {
            if (Isolate is not null) return Isolate(isHeld);
            if (isHeld) Signals.Freeze(process);
            else Signals.Continue(process);
            return Task.CompletedTask;
        }

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
