// Runs scenarios side by side, each on a thread of its own that does nothing but start iterations on time.

using System.Diagnostics;
using NBomber.Contracts;
using NBomber.Contracts.Stats;

namespace NBomber.Engine;

internal static class Session
{
    // As upstream: what still runs a minute after the last start is left behind and not counted.
    private static readonly TimeSpan LongestFinish = TimeSpan.FromMinutes(1);

    public static NodeStats Run(IReadOnlyList<ScenarioProps> scenarios)
    {
        var stop = new CancellationTokenSource(); // not disposed: what was left behind may still cancel it
        var stats = new ScenarioStats[scenarios.Count];
        Thread[] threads = [.. scenarios.Select((scenario, i) => new Thread(() => stats[i] = Run(scenario, stop)) { Name = scenario.ScenarioName })];
        foreach (var thread in threads) thread.Start();
        foreach (var thread in threads) thread.Join();
        return new NodeStats(stats, stats.Max(scenario => scenario.Duration));
    }

    private static ScenarioStats Run(ScenarioProps scenario, CancellationTokenSource stop)
    {
        var planned = TimeSpan.FromTicks(scenario.LoadSimulations.Sum(simulation => simulation.During.Ticks));
        if (scenario.WarmUpDuration is { } warmUp)
            RunPhases(scenario, new ScenarioInfo(scenario.ScenarioName, 0, planned, ScenarioOperation.WarmUp), warmUp, new Measurements(), stop);

        var measurements = new Measurements();
        var duration = RunPhases(scenario, new ScenarioInfo(scenario.ScenarioName, 0, planned, ScenarioOperation.Bombing), planned, measurements, stop);
        return measurements.ToStats(scenario.ScenarioName, duration);
    }

    private static TimeSpan RunPhases(
        ScenarioProps scenario, ScenarioInfo info, TimeSpan length, Measurements measurements, CancellationTokenSource stop)
    {
        var clock = Stopwatch.StartNew();
        var running = new InFlight();
        var started = 0;

        foreach (var phase in Schedule.Of(scenario.LoadSimulations, length))
        {
            for (var copy = 0; copy < phase.Copies; copy++) running.Add(Loop(copy, phase.End));
            foreach (var due in phase.Starts)
            {
                if (!WaitUntil(due)) break;
                var number = started++;
                running.Add(Task.Run(() => OneIteration(number, 1)));
            }

            if (!WaitUntil(phase.End)) break;
        }

        var duration = clock.Elapsed;
        running.WaitForAll(LongestFinish);
        return duration;

        Task OneIteration(int thread, int invocation) =>
            new Iteration(info with { ThreadNumber = thread }, invocation, scenario, measurements, stop).RunAsync();

        Task Loop(int copy, TimeSpan end) => Task.Run(async () =>
        {
            for (var invocation = 1; clock.Elapsed < end && !stop.IsCancellationRequested; invocation++)
                await OneIteration(copy, invocation).ConfigureAwait(false);
        });

        // A thread's sleep ends within about a tenth of a millisecond; a timer on the pool can wait behind the iterations themselves.
        bool WaitUntil(TimeSpan due)
        {
            for (var left = due - clock.Elapsed; left > TimeSpan.Zero && !stop.IsCancellationRequested; left = due - clock.Elapsed)
                Thread.Sleep(Math.Clamp((int)left.TotalMilliseconds, 1, 100));
            return !stop.IsCancellationRequested;
        }
    }

    // Counts what runs; holding the tasks themselves would grow with the length of the run.
    private sealed class InFlight
    {
        private readonly object _gate = new();
        private int _count;

        public void Add(Task task)
        {
            lock (_gate) _count++;
            _ = task.ContinueWith(_ => Done(), CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        }

        public void WaitForAll(TimeSpan longest)
        {
            lock (_gate)
            {
                while (_count > 0 && Monitor.Wait(_gate, longest))
                {
                }
            }
        }

        private void Done()
        {
            lock (_gate)
            {
                if (--_count == 0) Monitor.PulseAll(_gate);
            }
        }
    }
}
