using System.Collections.Concurrent;
using Dugout.Load.Client;
using Dugout.Load.Results;

namespace Dugout.Load.Measuring;

/// <summary>Records the requests that failed or were shed, whatever became of them when they were retried. Thread-safe.</summary>
internal sealed class FailureLog
{
    private readonly ConcurrentQueue<FinishedRequest> _failures = new();

    /// <summary>Records a request if it failed or was shed.</summary>
    public void Add(FinishedRequest request)
    {
        if (request.Outcome == Outcome.Shed || request.Outcome.HasFailed()) _failures.Enqueue(request);
    }

    /// <summary>Those that ended since the first iteration began; null for none.</summary>
    /// <param name="recorder">Its clock.</param>
    public FailedRequestsRecord? Read(Recorder recorder)
    {
        var failures = _failures.Where(failure => recorder.SecondsAt(failure.Ended) >= 0).ToList();
        return failures.Count == 0 ? null : new FailedRequestsRecord(
            Math.Round(failures.Min(failure => recorder.SecondsAt(failure.Sent)), 3),
            Math.Round(failures.Max(failure => recorder.SecondsAt(failure.Ended)), 3),
            failures.Count(failure => failure.IsRead),
            failures.CountBy(failure => failure.Status).ToDictionary());
    }
}
