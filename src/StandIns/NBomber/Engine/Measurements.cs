// Collects what the iterations and steps of one scenario answered and turns it into stats at the end.

using System.Collections.Concurrent;
using HdrHistogram;
using NBomber.Contracts;
using NBomber.Contracts.Stats;

namespace NBomber.Engine;

internal sealed class Measurements
{
    private readonly Outcome _iterations = new(0);
    private readonly ConcurrentDictionary<string, Outcome> _steps = new();
    private int _fails;

    // Failed iterations, as MaxFailCount counts them.
    public int Fails => Volatile.Read(ref _fails);

    public void AddIteration(IResponse response, TimeSpan latency)
    {
        if (response.IsError) Interlocked.Increment(ref _fails);
        Add(_iterations, response, latency);
    }

    public void AddStep(string name, IResponse response, TimeSpan latency) =>
        Add(_steps.GetOrAdd(name, _ => new Outcome(_steps.Count)), response, latency);

    public ScenarioStats ToStats(string scenario, TimeSpan duration) => new(
        scenario,
        _iterations.Ok.ToStats(duration),
        _iterations.Fail.ToStats(duration),
        [.. from step in _steps
            orderby step.Value.Position, step.Key
            select new StepStats(step.Key, step.Value.Ok.ToStats(duration), step.Value.Fail.ToStats(duration))],
        duration);

    private static void Add(Outcome outcome, IResponse response, TimeSpan latency) => (response.IsError ? outcome.Fail : outcome.Ok).Add(response, latency);

    // Steps are listed in the order in which they were first answered.
    private sealed record Outcome(int Position)
    {
        public Half Ok { get; } = new();
        public Half Fail { get; } = new();
    }

    private sealed class Half
    {
        private const long Longest = 1L << 40; // 12.7 days; what is above counts as this

        private readonly LongConcurrentHistogram _microseconds = new(1, Longest, numberOfSignificantValueDigits: 3);
        private readonly ConcurrentDictionary<string, CodeCount> _codes = new();
        private long _bytes;

        public void Add(IResponse response, TimeSpan latency)
        {
            _microseconds.RecordValue(Math.Clamp((long)latency.TotalMicroseconds, 0, Longest));
            Interlocked.Add(ref _bytes, response.SizeBytes);
            if (response.StatusCode.Length > 0) _codes.GetOrAdd(response.StatusCode, _ => new CodeCount(response.IsError, response.Message)).Increment();
        }

        public MeasurementStats ToStats(TimeSpan duration) => new(
            new RequestStats((int)_microseconds.TotalCount, Math.Round(_microseconds.TotalCount / duration.TotalSeconds, 2)),
            _microseconds.TotalCount == 0 ? new LatencyStats(0, 0, 0, 0, 0, 0, 0, 0) : new LatencyStats(
                Milliseconds(_microseconds.GetValueAtPercentile(0)), Milliseconds(_microseconds.GetMean()), Milliseconds(_microseconds.GetMaxValue()),
                Milliseconds(_microseconds.GetValueAtPercentile(50)), Milliseconds(_microseconds.GetValueAtPercentile(75)),
                Milliseconds(_microseconds.GetValueAtPercentile(95)), Milliseconds(_microseconds.GetValueAtPercentile(99)),
                Milliseconds(_microseconds.GetStdDeviation())),
            new DataTransferStats(Volatile.Read(ref _bytes)),
            [.. _codes.OrderByDescending(code => code.Value.Count).ThenBy(code => code.Key, StringComparer.Ordinal)
                .Select(code => new StatusCodeStats(code.Key, code.Value.IsError, code.Value.Message, code.Value.Count))]);

        private static double Milliseconds(double microseconds) => Math.Round(microseconds / 1_000, 2);
    }

    // One status code, with the first message that came with it.
    private sealed record CodeCount(bool IsError, string Message)
    {
        private int _count;

        public int Count => Volatile.Read(ref _count);

        public void Increment() => Interlocked.Increment(ref _count);
    }
}
