using System.Diagnostics;
using Dugout.Load.Shop;

namespace Dugout.Load;

/// <summary>Says while a run goes on how it goes: a line a second for somebody who watches, every five for a log.</summary>
internal sealed class Progress(Tally tally, TextWriter output, bool watched)
{
    private readonly TimeSpan _every = TimeSpan.FromSeconds(watched ? 1 : 5);

    /// <summary>Writes lines until it is cancelled.</summary>
    public async Task RunAsync(CancellationToken ended)
    {
        var begun = Stopwatch.GetTimestamp();
        using var timer = new PeriodicTimer(_every);
        try
        {
            while (await timer.WaitForNextTickAsync(ended).ConfigureAwait(false)) await output.WriteLineAsync(Line(Stopwatch.GetElapsedTime(begun))).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            // The run is over.
        }
    }

    private string Line(TimeSpan elapsed) => FormattableString.Invariant(
        $"{elapsed.TotalSeconds,5:0} s   started {tally.Started}   in flight {tally.InFlight}   ok {tally.Ended(Outcome.Ok)}   refused {tally.Ended(Outcome.Refused)}   shed {tally.Ended(Outcome.Shed)}   failed {tally.Ended(Outcome.Failed)}");
}
