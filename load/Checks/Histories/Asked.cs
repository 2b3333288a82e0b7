using Dugout.Load.Client;

namespace Dugout.Load.Checks.Histories;

/// <summary>An operation that was sent. Whoever sent it says once what came of it; if nobody does, it stays unknown.</summary>
internal sealed class Asked(Ledger ledger, Operation operation)
{
    private Operation _operation = operation;

    /// <summary>The operation as it is known by now.</summary>
    public Operation Operation => Volatile.Read(ref _operation);

    /// <summary>The seats are held.</summary>
    public void Held(long hold, DateTime until) => End(Operation with { OperationResult = OperationResult.Ok, Code = "", Hold = hold, Deadline = until.ToUniversalTime() });

    /// <summary>The hold lives longer.</summary>
    public void Renewed(DateTime until) => End(Operation with { OperationResult = OperationResult.Ok, Code = "", Deadline = until.ToUniversalTime() });

    /// <summary>The seats are sold.</summary>
    public void Reserved(long reservation, long total, params IReadOnlyList<SeatAtPrice> sold) =>
        End(Operation with { OperationResult = OperationResult.Ok, Code = "", Reservation = reservation, Total = total, Sold = sold, Seats = [.. sold.Select(seat => seat.Seat)] });

    /// <summary>It is done, and there is nothing more to say about it.</summary>
    public void Done() => End(Operation with { OperationResult = OperationResult.Ok, Code = "" });

    /// <summary>A rule said no; for a hold with the seats that could not be had.</summary>
    public void Refused(string code, params IReadOnlyList<RefusedSeat> taken) => End(Operation with { OperationResult = OperationResult.Refused, Code = code, Taken = taken });

    /// <summary>It sold and freed nothing: shed by a replica itself, or not understood.</summary>
    public void Failed(string code) => End(Operation with { OperationResult = OperationResult.Failed, Code = code });

    /// <summary>Nobody knows: a time-out, a reset, a 5xx that isn't a replica's own 503, an answer that made no sense.</summary>
    public void Unknown(string why) => End(Operation with { OperationResult = OperationResult.Unknown, Code = why });

    /// <summary>Writes the answer down: done in the way <paramref name="done"/> says, or not in the way the answer says.</summary>
    public void Answered<T>(Answer<T> answer, Action<Asked, T> done)
        where T : class
    {
        if (answer.Body is { } body) done(this, body);
        else if (answer.EffectUnknown) Unknown(answer.Status);
        else if (answer.Outcome == Outcome.Refused) Refused(answer.Code, answer.Taken);
        else Failed(answer.Status);
    }

    private void End(Operation ended) => Volatile.Write(ref _operation, ended with { Returned = ledger.Now });
}
