using Dugout.Load.Checks.Histories;

namespace Dugout.Load.Checks.Linearizability;

/// <summary>The effect of an operation on one seat, or what it observed of it.</summary>
internal enum Act
{
    Hold,
    Release,
    Renew,
    Reserve,
    Cancel,
    Block,
    Unblock,

    /// <summary>Rejected because another account holds or has the seat.</summary>
    SawHeld,

    /// <summary>Rejected because the seat is sold.</summary>
    SawSold,

    /// <summary>Rejected because the seat is blocked.</summary>
    SawBlocked,

    /// <summary>Rejected because the hold is gone.</summary>
    SawHoldGone,

    /// <summary>Rejected because the sale was already cancelled.</summary>
    SawCancelled,
}

/// <summary>The effect of one operation on one seat. Times in ticks since the run's begin.</summary>
internal sealed record Step
{
    public required Act Act { get; init; }

    /// <summary>The hold it refers to; it identifies the sale made from that hold too. A sale of no known hold has a negative id.</summary>
    public long Owner { get; init; }

    /// <summary>The earliest moment of the effect.</summary>
    public required long From { get; init; }

    /// <summary>The latest moment of the effect; <see cref="long.MaxValue"/> where no response bounds it.</summary>
    public required long To { get; init; }

    /// <summary>Whether it certainly happened. Otherwise it may have happened at any moment from <see cref="From"/> on, or never.</summary>
    public bool Certain { get; init; } = true;

    /// <summary>For holds and renewals: the earliest moment at which the hold may end by itself.</summary>
    public long MayEnd { get; init; } = long.MinValue;

    /// <summary>Whether it may have found nothing to do on this seat, as a cancellation of the whole does after one of the seat.</summary>
    public bool MayBeNoOp { get; init; }

    /// <summary>
    /// For sales: whether the store may have lost the hold meanwhile. Then the seat may have seemed free, even been held by others, and is sold
    /// nevertheless: the first account to write the rows has it.
    /// </summary>
    public bool HoldMayBeLost { get; init; }

    /// <summary>The operation it comes from.</summary>
    public required Operation Source { get; init; }

    /// <summary>Whether the step is read-only: it fits wherever what it observed is true, and changes nothing.</summary>
    public bool IsReadOnly => Act >= Act.SawHeld;

    /// <summary>The step as it was before its response arrived.</summary>
    public Step AsUncertain() => this with { Certain = false, To = long.MaxValue };
}

/// <summary>The steps of one seat.</summary>
/// <param name="Steps">In the order of sending.</param>
/// <param name="FreeAtFirst">Whether the seat was free before the first of them; otherwise its state is unknown.</param>
internal sealed record SeatHistory(IReadOnlyList<Step> Steps, bool FreeAtFirst);
