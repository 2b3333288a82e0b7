using Dugout.Load.Client;

namespace Dugout.Load.Checks.Histories;

/// <summary>What a client asked the shop to do to seats; <see cref="Block"/> and <see cref="Unblock"/> are an operator's.</summary>
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

/// <summary>How an operation came out, as its caller saw it.</summary>
internal enum OperationResult
{
    /// <summary>Nobody told: no answer, a broken one, or a fault after sending. It may take effect at any moment after it was asked, or never.</summary>
    Unknown,

    /// <summary>The shop said that it is done.</summary>
    Ok,

    /// <summary>A rule of the shop said no, by a code. It had no effect.</summary>
    Refused,

    /// <summary>It had no effect on what is sold: shed by a replica, or not understood.</summary>
    Failed,
}

/// <summary>One operation of a run. Times are since the run's begin, by a clock that never jumps.</summary>
internal sealed record Operation
{
    /// <summary>Its number within the run, in the order of asking.</summary>
    public required long Id { get; init; }

    public required OperationKind OperationKind { get; init; }

    /// <summary>Who asked.</summary>
    public long Account { get; init; }

    public required long Game { get; init; }

    /// <summary>The seats it is about; of a reservation or a cancellation, all that it sells or frees.</summary>
    public required IReadOnlyList<Seat> Seats { get; init; }

    /// <summary>The hold it made or is about.</summary>
    public long? Hold { get; init; }

    /// <summary>The reservation it made or is about.</summary>
    public long? Reservation { get; init; }

    /// <summary>The idempotency key it was sent with.</summary>
    public string? Key { get; init; }

    /// <summary>When it was asked.</summary>
    public TimeSpan Invoked { get; init; }

    /// <summary>When the answer was there; null while nothing has come.</summary>
    public TimeSpan? Returned { get; init; }

    public OperationResult OperationResult { get; init; }

    /// <summary>The refusal's code, or why nobody knows.</summary>
    public string Code { get; init; } = "";

    /// <summary>Until when the shop promised to hold the seats, UTC by its clock; of holds and renewals that are ok.</summary>
    public DateTime? Deadline { get; init; }

    /// <summary>What was sold at which price; of reservations that are ok.</summary>
    public IReadOnlyList<SeatAtPrice> Sold { get; init; } = [];

    /// <summary>The sum that was told, in won.</summary>
    public long Total { get; init; }

    /// <summary>The seats a refused hold could not have, and why.</summary>
    public IReadOnlyList<RefusedSeat> Taken { get; init; } = [];

    /// <summary>Whether the shop said that it is done.</summary>
    public bool IsOk => OperationResult == OperationResult.Ok;

    /// <summary>Whether it may have had its effect on what is sold although nobody said so.</summary>
    public bool IsUnknown => OperationResult == OperationResult.Unknown;

    /// <summary>Whether it did, or may have done, what it asked for.</summary>
    public bool MayBeDone => OperationResult is OperationResult.Ok or OperationResult.Unknown;

    /// <summary>Whether it frees sold seats.</summary>
    public bool Cancels => OperationKind is OperationKind.Cancel or OperationKind.CancelSeat;

    /// <summary>
    /// Whether it may have changed the store of holds although nobody said so. A replica that lost patience with the store says 503 and
    /// cannot know whether the store did it: that is as good as unknown there, and there alone.
    /// </summary>
    public bool MayHaveTouchedHolds => OperationResult is OperationResult.Unknown or OperationResult.Failed;
}
