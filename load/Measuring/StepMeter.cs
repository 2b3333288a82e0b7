using System.Diagnostics;
using Dugout.Load.Client;
using Dugout.Load.Results;

namespace Dugout.Load.Measuring;

/// <summary>Measures one step, or whole iterations: their outcomes and durations, in total and by the second.</summary>
internal sealed class StepMeter(string name)
{
    private readonly Lock _gate = new();
    private readonly SortedDictionary<Outcome, Ends> _ends = [];
    private readonly Dictionary<string, int> _repeats = [];
    private readonly Series _series = new();

    /// <summary>The step.</summary>
    public string Name => name;

    /// <summary>The Stopwatch timestamp at which second 0 begins.</summary>
    public long Zero { get; set; }

    /// <summary>One begins now.</summary>
    public void Start()
    {
        lock (_gate) _series.Start(Now);
    }

    /// <summary>One got a response and is retried.</summary>
    public void Repeat(string status)
    {
        lock (_gate) _repeats[status] = _repeats.GetValueOrDefault(status) + 1;
    }

    /// <summary>One ends now. Times are Stopwatch timestamps.</summary>
    public void End(Outcome outcome, string code, long due, long sent, long now)
    {
        lock (_gate)
        {
            if (!_ends.TryGetValue(outcome, out var ends)) _ends.Add(outcome, ends = new Ends());
            ends.Codes[code] = ends.Codes.GetValueOrDefault(code) + 1;
            var meant = Microseconds(now - due);
            ends.Intended.Record(meant);
            ends.Actual.Record(Microseconds(now - sent));
            _series.End(Now, outcome, meant);
        }
    }

    /// <summary>The number that ended, and the sum of their times from the actual start, in µs.</summary>
    public (long Count, long Microseconds) Total()
    {
        lock (_gate) return (_ends.Values.Sum(ends => ends.Actual.TotalCount), _ends.Values.Sum(ends => ends.Actual.Sum));
    }

    /// <summary>The number that ended with this outcome.</summary>
    public int Count(Outcome outcome)
    {
        lock (_gate) return _ends.TryGetValue(outcome, out var ends) ? (int)ends.Actual.TotalCount : 0;
    }

    /// <summary>The count of each code of an outcome, the most frequent first.</summary>
    public IReadOnlyList<KeyValuePair<string, int>> Codes(Outcome outcome)
    {
        lock (_gate) return _ends.TryGetValue(outcome, out var ends) ? [.. ends.Codes.OrderByDescending(code => code.Value).ThenBy(code => code.Key, StringComparer.Ordinal)] : [];
    }

    /// <summary>The last completed second.</summary>
    public Second LastSecond()
    {
        lock (_gate) return _series.Last(Now);
    }

    /// <summary>Everything so far.</summary>
    public StepRecord Read()
    {
        lock (_gate)
        {
            return new StepRecord(
                name,
                [.. _ends.Select(ends => new EndsRecord(ends.Key, new SortedDictionary<string, int>(ends.Value.Codes, StringComparer.Ordinal), ends.Value.Intended.Read(), ends.Value.Actual.Read()))],
                new SortedDictionary<string, int>(_repeats, StringComparer.Ordinal),
                _series.Read(Now));
        }
    }

    private int Now => Zero == 0 ? 0 : (int)Math.Max(0, (Stopwatch.GetTimestamp() - Zero) / Stopwatch.Frequency);

    private static long Microseconds(long ticks) => (long)(ticks / (Stopwatch.Frequency / 1e6));

    private sealed class Ends
    {
        public Dictionary<string, int> Codes { get; } = [];
        public Durations Intended { get; } = new();
        public Durations Actual { get; } = new();
    }
}
