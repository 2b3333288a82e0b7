using Dugout.Load.Client;
using Dugout.Load.Measuring;
using Dugout.Load.Scenarios;

namespace Dugout.Load.ScenarioRuns;

/// <summary>Reports the progress of a run every five seconds, in lines for a log.</summary>
internal sealed class Progress(Lab lab, TextWriter output)
{
    private static readonly TimeSpan Every = TimeSpan.FromSeconds(5);

    /// <summary>Writes lines until it is cancelled.</summary>
    public async Task RunAsync(CancellationToken ended)
    {
        using var timer = new PeriodicTimer(Every);
        try
        {
            while (await timer.WaitForNextTickAsync(ended)) await output.WriteLineAsync(Line(lab.Recorder));
        }
        catch (OperationCanceledException)
        {
            // The run is over.
        }
    }

    private static string Line(Recorder recorder)
    {
        var iterations = recorder.Iterations;
        var failed = Enum.GetValues<Outcome>().Where(outcome => outcome.HasFailed()).Sum(iterations.Count);
        var ended = Enum.GetValues<Outcome>().Sum(iterations.Count);
        return FormattableString.Invariant(
            $"{recorder.Elapsed.TotalSeconds,5:0} s   started {ended + recorder.Flight.Now}   in flight {recorder.Flight.Now}   ok {iterations.Count(Outcome.Ok)}   rejected {iterations.Count(Outcome.Rejected)}   shed {iterations.Count(Outcome.Shed)}   failed {failed}");
    }
}
