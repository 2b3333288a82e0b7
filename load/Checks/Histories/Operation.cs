using Dugout.Load.Client;

namespace Dugout.Load.Checks.Histories;

/// <summary>The kind of a client's operation on seats; <see cref="Block"/> and <see cref="Unblock"/> are operator operations.</summary>
internal enum OperationKind
{
    Hold,
    Release,
    Renew,
    Reserve,
    Cancel,
    CancelSeat,
    Block,
    Unblock,
}

/// <summary>The result of an operation, as its caller saw it.</summary>
internal enum OperationResult
{
    /// <summary>No response, a broken response, or a fault after sending. The operation may take effect at any moment after it was sent, or never.</summary>
    Unknown,

    /// <summary>The shop acknowledged the operation.</summary>
    Ok,

    /// <summary>A rule of the shop rejected the operation with a code. It had no effect.</summary>
    Rejected,

    /// <summary>The operation had no effect on what is sold: a replica shed it, or rejected it as invalid.</summary>
    Failed,
}

/// <summary>One operation of a run. Times are since the run's begin, by a monotonic clock.</summary>
internal sealed record Operation
{
    /// <summary>Its number within the run, in the order of sending.</summary>
    public required long Id { get; init; }

    public required OperationKind OperationKind { get; init; }

    /// <summary>The account that sent it.</summary>
    public long Account { get; init; }

    public required long Game { get; init; }

    /// <summary>The seats of the operation; for a reservation or a cancellation, all seats that it sells or frees.</summary>
    public required IReadOnlyList<Seat> Seats { get; init; }

    /// <summary>The hold it made or refers to.</summary>
    public long? Hold { get; init; }

    /// <summary>The reservation it made or refers to.</summary>
    public long? Reservation { get; init; }

    /// <summary>The idempotency key it was sent with.</summary>
    public string? Key { get; init; }

    /// <summary>When it was sent.</summary>
    public TimeSpan Invoked { get; init; }

    /// <summary>When the response arrived; null while there is none.</summary>
    public TimeSpan? Returned { get; init; }

    public OperationResult OperationResult { get; init; }

    /// <summary>The error code, or why the effect is unknown.</summary>
    public string Code { get; init; } = "";

    /// <summary>Until when the shop promised to hold the seats, UTC by the shop's clock; for successful holds and renewals.</summary>
    public DateTime? Deadline { get; init; }

    /// <summary>The seats sold and their prices; for successful reservations.</summary>
    public IReadOnlyList<SeatAtPrice> Sold { get; init; } = [];

    /// <summary>The total of the response, in won.</summary>
    public long Total { get; init; }

    /// <summary>The seats that a rejected hold could not take, with the reason for each.</summary>
    public IReadOnlyList<UnavailableSeat> Taken { get; init; } = [];

    /// <summary>Whether the shop acknowledged it.</summary>
    public bool IsOk => OperationResult == OperationResult.Ok;

    /// <summary>Whether it may have changed what is sold without an acknowledgement.</summary>
    public bool IsUnknown => OperationResult == OperationResult.Unknown;

    /// <summary>Whether it took effect, or may have.</summary>
    public bool MayBeDone => OperationResult is OperationResult.Ok or OperationResult.Unknown;

    /// <summary>Whether it frees sold seats.</summary>
    public bool Cancels => OperationKind is OperationKind.Cancel or OperationKind.CancelSeat;

    /// <summary>
    /// Whether it may have changed the hold store without an acknowledgement. A replica that gave up waiting for the store responds with 503 and cannot
    /// know whether the store made the change: there, and only there, the effect is unknown.
    /// </summary>
    public bool MayHaveChangedHolds => OperationResult is OperationResult.Unknown or OperationResult.Failed;
}
