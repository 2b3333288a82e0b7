using Dugout.Load.Client;

namespace Dugout.Load.Checks.Histories;

/// <summary>An operation that was sent. Its sender records the result once; without a result it stays unknown.</summary>
internal sealed class RecordedOperation(HistoryRecorder recorder, Operation operation)
{
    private Operation _operation = operation;

    /// <summary>The operation as known so far.</summary>
    public Operation Operation => Volatile.Read(ref _operation);

    /// <summary>The seats are held.</summary>
    public void Held(long hold, DateTime until) => End(Operation with { OperationResult = OperationResult.Ok, Code = "", Hold = hold, Deadline = until.ToUniversalTime() });

    /// <summary>The hold was extended.</summary>
    public void Renewed(DateTime until) => End(Operation with { OperationResult = OperationResult.Ok, Code = "", Deadline = until.ToUniversalTime() });

    /// <summary>The seats are sold.</summary>
    public void Reserved(long reservation, long total, params IReadOnlyList<SeatAtPrice> sold) =>
        End(Operation with { OperationResult = OperationResult.Ok, Code = "", Reservation = reservation, Total = total, Sold = sold, Seats = [.. sold.Select(seat => seat.Seat)] });

    /// <summary>The operation succeeded and its response carries no data.</summary>
    public void Done() => End(Operation with { OperationResult = OperationResult.Ok, Code = "" });

    /// <summary>A rule rejected the operation; a rejected hold comes with the unavailable seats.</summary>
    public void Rejected(string code, params IReadOnlyList<UnavailableSeat> taken) => End(Operation with { OperationResult = OperationResult.Rejected, Code = code, Taken = taken });

    /// <summary>The operation sold and freed nothing: a replica shed it, or rejected it as invalid.</summary>
    public void Failed(string code) => End(Operation with { OperationResult = OperationResult.Failed, Code = code });

    /// <summary>The effect is unknown: a time-out, a reset, a 5xx other than a replica's own 503, or an invalid response.</summary>
    public void Unknown(string why) => End(Operation with { OperationResult = OperationResult.Unknown, Code = why });

    /// <summary>Records the response: through <paramref name="done"/> when the operation succeeded, otherwise by the outcome of the response.</summary>
    public void RecordResponse<T>(ShopResponse<T> response, Action<RecordedOperation, T> done)
        where T : class
    {
        if (response.Body is { } body) done(this, body);
        else if (response.EffectUnknown) Unknown(response.Status);
        else if (response.Outcome == Outcome.Rejected) Rejected(response.Code, response.Taken);
        else Failed(response.Status);
    }

    private void End(Operation ended) => Volatile.Write(ref _operation, ended with { Returned = recorder.Now });
}
