// The load of one scenario from its first start to the end of the last iteration: a warm-up, or what is measured.

using System.Diagnostics;
using Dugout.Generator;
using NBomber.Contracts;

namespace NBomber.Engine;

internal sealed class Load(ScenarioProps scenario, ScenarioInfo info, Measurements measurements, SendLog? log, CancellationTokenSource stop)
{
    // As upstream: what still runs a minute after the last start is left behind and not counted.
    private static readonly TimeSpan LongestFinish = TimeSpan.FromMinutes(1);

    private readonly long _begun = Stopwatch.GetTimestamp();
    private int _started;

    public ScenarioProps Scenario => scenario;
    public ScenarioInfo Info => info;
    public Measurements Measurements => measurements;
    public SendLog? Log => log;
    public CancellationTokenSource Stop => stop;
    public InFlight InFlight { get; } = new();

    // Starts everything on time, waits for the rest, and answers how long it started.
    public TimeSpan Run(TimeSpan length)
    {
        log?.Open(_begun, length);
        foreach (var phase in Schedule.Of(scenario.LoadSimulations, length, new Random()))
        {
            foreach (var (copy, begin) in phase.Copies.Index()) Loop(copy, At(begin), At(phase.End));
            StartAll(phase.Starts);
            if (!WaitUntil(At(phase.End))) break;
        }

        var duration = Stopwatch.GetElapsedTime(_begun);
        InFlight.WaitForAll(LongestFinish);
        return duration;
    }

    // All that is due by now starts at once, without a look at the clock for each: after a nap that is many.
    private void StartAll(IEnumerable<TimeSpan> starts)
    {
        var now = Stopwatch.GetTimestamp();
        foreach (var start in starts)
        {
            var due = At(start);
            if (due > now)
            {
                if (!WaitUntil(due)) return;
                now = Stopwatch.GetTimestamp();
            }

            log?.Due(due);
            if (stop.IsCancellationRequested || InFlight.Count >= scenario.MostInFlight)
            {
                log?.Dropped(due);
                continue;
            }

            InFlight.Enter();
            ThreadPool.UnsafeQueueUserWorkItem(new Iteration(this, _started++, 1, due), preferLocal: false);
        }
    }

    private void Loop(int copy, long begin, long end)
    {
        InFlight.Enter();
        _ = Task.Run(async () =>
        {
            var early = TimeSpan.FromSeconds(Math.Max(0, begin - Stopwatch.GetTimestamp()) / (double)Stopwatch.Frequency);
            await Task.Delay(early, stop.Token).ContinueWith(_ => { }, TaskScheduler.Default).ConfigureAwait(false);
            for (var invocation = 1; Stopwatch.GetTimestamp() < end && !stop.IsCancellationRequested; invocation++)
                await new Iteration(this, copy, invocation, due: null).RunAsync().ConfigureAwait(false);
            InFlight.Leave();
        });
    }

    // On this thread, which does nothing else: a timer on the pool can wait behind the iterations themselves.
    private bool WaitUntil(long moment)
    {
        for (var left = moment - Stopwatch.GetTimestamp(); left > 0 && !stop.IsCancellationRequested; left = moment - Stopwatch.GetTimestamp()) Nap.For(left);
        return !stop.IsCancellationRequested;
    }

    private long At(TimeSpan time) => _begun + (long)(time.TotalSeconds * Stopwatch.Frequency);
}
