using Dugout.Load.Checks.Histories;

namespace Dugout.Load.Checks.OneSeat;

/// <summary>What an operation does to one seat, or has seen of it.</summary>
internal enum Act
{
    Hold,
    Release,
    Renew,
    Reserve,
    Cancel,
    Block,
    Unblock,

    /// <summary>Refused because somebody holds the seat, or has it.</summary>
    SawHeld,

    /// <summary>Refused because the seat is sold.</summary>
    SawSold,

    /// <summary>Refused because the seat is blocked.</summary>
    SawBlocked,

    /// <summary>Refused because the hold is gone.</summary>
    SawHoldGone,

    /// <summary>Refused because the sale was cancelled already.</summary>
    SawCancelled,
}

/// <summary>One operation as one seat meets it. Times in ticks since the run's begin.</summary>
internal sealed record Step
{
    public required Act Act { get; init; }

    /// <summary>The hold it is about; it names the sale made from that hold too. A sale of no known hold has a negative name.</summary>
    public long Owner { get; init; }

    /// <summary>Not before this.</summary>
    public required long From { get; init; }

    /// <summary>Not after this; <see cref="long.MaxValue"/> where no answer bounds it.</summary>
    public required long To { get; init; }

    /// <summary>Whether it did happen. Otherwise it may have, at any moment from <see cref="From"/> on, or never.</summary>
    public bool Certain { get; init; } = true;

    /// <summary>For holds and renewals: the earliest moment at which the hold may end by itself.</summary>
    public long MayEnd { get; init; } = long.MinValue;

    /// <summary>Whether it may have found nothing left to do on this seat, as a cancellation of the whole does after one of the seat.</summary>
    public bool MayBeNothing { get; init; }

    /// <summary>
    /// For sales: whether the store may have lost the hold meanwhile. Then the seat may have seemed free, even been held by others, and
    /// is sold nevertheless: who is at the rows first has it.
    /// </summary>
    public bool HoldMayBeLost { get; init; }

    /// <summary>The operation it comes from.</summary>
    public required Operation Source { get; init; }

    /// <summary>Whether it only looked: it fits wherever what it saw is true, and changes nothing.</summary>
    public bool OnlyLooks => Act >= Act.SawHeld;

    /// <summary>The step as it is when its answer had not come yet.</summary>
    public Step InDoubt() => this with { Certain = false, To = long.MaxValue };
}

/// <summary>The steps of one seat.</summary>
/// <param name="Steps">In the order of asking.</param>
/// <param name="FreeAtFirst">Whether the seat was free before the first of them; otherwise anything may have been.</param>
internal sealed record SeatStory(IReadOnlyList<Step> Steps, bool FreeAtFirst);
