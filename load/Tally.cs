using System.Collections.Concurrent;
using Dugout.Load.Shop;

namespace Dugout.Load;

/// <summary>Counts flows while they run, for the live lines and the exit code.</summary>
internal sealed class Tally
{
    private const int FailuresKept = 5;

    private readonly int[] _ended = new int[Enum.GetValues<Outcome>().Length];
    private readonly ConcurrentQueue<string> _failures = new();
    private int _started;
    private int _soldOut;

    /// <summary>Flows begun so far.</summary>
    public int Started => Volatile.Read(ref _started);

    /// <summary>Flows that found nothing left to buy and went away; they count as ok.</summary>
    public int SoldOut => Volatile.Read(ref _soldOut);

    /// <summary>The first few failures, in words.</summary>
    public IReadOnlyCollection<string> Failures => _failures;

    /// <summary>Flows that ended this way.</summary>
    public int Ended(Outcome how) => Volatile.Read(ref _ended[(int)how]);

    /// <summary>Flows begun and not ended.</summary>
    public int InFlight => Started - Enum.GetValues<Outcome>().Sum(Ended);

    /// <summary>A flow begins.</summary>
    public void Start() => Interlocked.Increment(ref _started);

    /// <summary>A flow went through all its steps.</summary>
    public void Finish() => Interlocked.Increment(ref _ended[(int)Outcome.Ok]);

    /// <summary>A flow found nothing left to buy.</summary>
    public void FinishSoldOut()
    {
        Interlocked.Increment(ref _soldOut);
        Finish();
    }

    /// <summary>A flow ended at this step with an answer that isn't ok.</summary>
    public void End<T>(string step, Answer<T> answer)
        where T : class
    {
        var before = Interlocked.Increment(ref _ended[(int)answer.Outcome]);
        if (answer.Outcome == Outcome.Failed && before <= FailuresKept) _failures.Enqueue($"{step}: {answer.Code}: {answer.Detail}");
    }
}
