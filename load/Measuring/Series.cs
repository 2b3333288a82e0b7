using Dugout.Load.Client;
using Dugout.Load.Results;

namespace Dugout.Load.Measuring;

/// <summary>One second of a step or of whole iterations.</summary>
/// <param name="Started">Began in it.</param>
/// <param name="InFlight">In flight at its end.</param>
/// <param name="Ended">Ended in it, by <see cref="Outcome"/>.</param>
/// <param name="P50">The p50 of the time from the intended start, in µs, of the ok ones that ended in it; 0 when there were none.</param>
/// <param name="P95">Their p95.</param>
/// <param name="P99">Their p99.</param>
/// <param name="Max">Their maximum.</param>
internal sealed record Second(int Started, int InFlight, int[] Ended, long P50, long P95, long P99, long Max)
{
    /// <summary>A second in which nothing happened.</summary>
    public static Second Empty { get; } = new(0, 0, new int[Enum.GetValues<Outcome>().Length], 0, 0, 0, 0);
}

/// <summary>Aggregates second by second. Not thread-safe; seconds never go back.</summary>
internal sealed class Series
{
    private readonly List<Second> _closed = [];
    private Durations _ok = new();
    private int[] _ended = new int[Enum.GetValues<Outcome>().Length];
    private int _started;
    private int _inFlight;

    /// <summary>One begins.</summary>
    public void Start(int second)
    {
        CloseUntil(second);
        _started++;
        _inFlight++;
    }

    /// <summary>One ends, this many µs after its intended start.</summary>
    public void End(int second, Outcome outcome, long microseconds)
    {
        CloseUntil(second);
        _inFlight--;
        _ended[(int)outcome]++;
        if (outcome == Outcome.Ok) _ok.Record(microseconds);
    }

    /// <summary>The second before this one.</summary>
    public Second Last(int second)
    {
        CloseUntil(second);
        return _closed.Count > 0 ? _closed[^1] : Second.Empty;
    }

    /// <summary>Every second up to and including this one.</summary>
    public SeriesRecord Read(int second)
    {
        CloseUntil(second);
        Second[] all = [.. _closed, Current()];
        return new SeriesRecord(
            [.. all.Select(one => one.Started)], [.. all.Select(one => one.InFlight)],
            Column(Outcome.Ok), Column(Outcome.Rejected), Column(Outcome.Shed), Column(Outcome.ClientError), Column(Outcome.TimeOut), Column(Outcome.Fault), Column(Outcome.Left),
            [.. all.Select(one => one.P50)], [.. all.Select(one => one.P99)], [.. all.Select(one => one.Max)])
        {
            P95 = [.. all.Select(one => one.P95)],
        };

        int[] Column(Outcome outcome) => [.. all.Select(one => one.Ended[(int)outcome])];
    }

    private Second Current() => new(_started, _inFlight, _ended, _ok.Percentile(50), _ok.Percentile(95), _ok.Percentile(99), _ok.Max);

    private void CloseUntil(int second)
    {
        while (_closed.Count < second)
        {
            _closed.Add(Current());
            _started = 0;
            _ended = new int[_ended.Length];
            if (_ok.TotalCount > 0) _ok = new Durations();
        }
    }
}
