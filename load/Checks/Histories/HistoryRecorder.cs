using System.Collections.Concurrent;
using Dugout.Load.Client;

namespace Dugout.Load.Checks.Histories;

/// <summary>
/// Records a run's history as it happens. Every member is thread-safe. An operation is recorded before it is sent, so an operation without a response
/// is recorded as unknown.
/// </summary>
internal sealed class HistoryRecorder(TimeProvider time)
{
    private readonly long _begun = time.GetTimestamp();
    private readonly DateTime _begunAt = time.GetUtcNow().UtcDateTime;
    private readonly ConcurrentQueue<RecordedOperation> _operations = new();
    private readonly ConcurrentQueue<HoldLoss> _lost = new();
    private readonly ConcurrentDictionary<long, byte> _accounts = new();
    private long _lastId;

    /// <summary>Time since the begin.</summary>
    public TimeSpan Now => time.GetElapsedTime(_begun);

    /// <summary>Adds an account to the run. An account that sends an operation is added anyway.</summary>
    public void TakesPart(long account) => _accounts.TryAdd(account, 0);

    public RecordedOperation Hold(long account, long game, params IReadOnlyList<Seat> seats) => Record(OperationKind.Hold, account, game, seats);

    public RecordedOperation Release(long account, long game, long hold, params IReadOnlyList<Seat> seats) => Record(OperationKind.Release, account, game, seats, hold: hold);

    public RecordedOperation Renew(long account, long game, long hold, params IReadOnlyList<Seat> seats) => Record(OperationKind.Renew, account, game, seats, hold: hold);

    public RecordedOperation Reserve(long account, long game, long hold, string? key, params IReadOnlyList<Seat> seats) => Record(OperationKind.Reserve, account, game, seats, hold: hold, key: key);

    /// <summary>Cancels the rest of a reservation; <c>seats</c> are all seats it ever had.</summary>
    public RecordedOperation Cancel(long account, long game, long reservation, params IReadOnlyList<Seat> seats) => Record(OperationKind.Cancel, account, game, seats, reservation: reservation);

    public RecordedOperation CancelSeat(long account, long game, long reservation, Seat seat) => Record(OperationKind.CancelSeat, account, game, [seat], reservation: reservation);

    /// <summary>An operator takes free seats out of the sale.</summary>
    public RecordedOperation Block(long game, params IReadOnlyList<Seat> seats) => Record(OperationKind.Block, null, game, seats);

    /// <summary>An operator puts blocked seats back into the sale.</summary>
    public RecordedOperation Unblock(long game, params IReadOnlyList<Seat> seats) => Record(OperationKind.Unblock, null, game, seats);

    /// <summary>Marks a period in which the hold store was made to lose its data.</summary>
    public void HoldsLost(TimeSpan from, TimeSpan to) => _lost.Enqueue(new HoldLoss(from, to));

    /// <summary>The history so far.</summary>
    public History Read() =>
        new(_begunAt, [.. _operations.Select(recorded => recorded.Operation).OrderBy(one => one.Invoked).ThenBy(one => one.Id)], _accounts.Keys.ToHashSet(), [.. _lost]);

    private RecordedOperation Record(OperationKind kind, long? account, long game, IReadOnlyList<Seat> seats, long? hold = null, long? reservation = null, string? key = null)
    {
        if (account is { } fan) TakesPart(fan);
        var recorded = new RecordedOperation(this, new Operation
        {
            Id = Interlocked.Increment(ref _lastId),
            OperationKind = kind,
            Account = account ?? 0,
            Game = game,
            Seats = seats,
            Hold = hold,
            Reservation = reservation,
            Key = key,
            Invoked = Now,
            Code = "no response yet",
        });
        _operations.Enqueue(recorded);
        return recorded;
    }
}
