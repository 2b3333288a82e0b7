namespace Dugout.Load.Checks.Linearizability;

/// <summary>
/// The model: a seat is free, held until a moment, sold from a hold, or blocked. <see cref="Status.Unknown"/> stands for the unknown state before
/// the first known step: the seat may be taken by any account and become free at any moment.
/// </summary>
/// <param name="Status">The state of the seat.</param>
/// <param name="Owner">The hold by which it is held or sold.</param>
/// <param name="MayEnd">For a held seat: the earliest moment at which the hold may end by itself, in ticks since the run's begin.</param>
/// <param name="Beneath">For a seat sold from a hold that the store had lost: the hold that another account had got by then, and may still have when the sale is cancelled; 0 for none.</param>
internal readonly record struct SeatState(Status Status, long Owner = 0, long MayEnd = 0, long Beneath = 0)
{
    /// <summary>Held by no account.</summary>
    public static SeatState Free { get; } = new(Status.Free);

    /// <summary>The unknown state before the first known step.</summary>
    public static SeatState Unknown { get; } = new(Status.Unknown);

    /// <summary>Whether a read-only step could have observed this state.</summary>
    public bool Shows(Step step) => step.Act switch
    {
        Act.SawHeld => Status != Status.Free,
        Act.SawSold => Status is Status.Sold or Status.Unknown,
        Act.SawBlocked => Status is Status.Blocked or Status.Unknown,
        Act.SawHoldGone => Status != Status.Held || Owner != step.Owner,
        _ => Status != Status.Sold || Owner != step.Owner,
    };

    /// <summary>The state after a step; null where the step cannot have happened.</summary>
    /// <param name="step">The step.</param>
    /// <param name="known">The holds and sales that certainly happened.</param>
    public SeatState? After(Step step, KnownOwners known)
    {
        var mine = Owner == step.Owner;
        return (step.Act, Status) switch
        {
            (Act.Hold, Status.Free) => new(Status.Held, step.Owner, step.MayEnd),
            (Act.Renew, Status.Held) when mine => new(Status.Held, step.Owner, step.MayEnd),
            (Act.Renew, Status.Sold) when Beneath == step.Owner => this,
            (Act.Renew, Status.Unknown) when !known.Held(step.Owner) => new(Status.Held, step.Owner, step.MayEnd),
            (Act.Reserve, Status.Held) when mine => new(Status.Sold, step.Owner),
            (Act.Reserve, Status.Held) when step.HoldMayBeLost => new(Status.Sold, step.Owner, Beneath: Owner),
            (Act.Reserve, Status.Free) when step.HoldMayBeLost => new(Status.Sold, step.Owner),
            (Act.Reserve, Status.Unknown) when !known.Held(step.Owner) => new(Status.Sold, step.Owner),
            (Act.Cancel, Status.Sold) when mine || (step.Owner < 0 && !known.Sold(Owner)) => Beneath == 0 ? Free : new(Status.Held, Beneath), // it may end at once: its deadline may have passed
            (Act.Cancel, Status.Unknown) when step.MayBeNoOp => this, // this may have been another one's sale
            (Act.Cancel, Status.Unknown) when !known.Sold(step.Owner) && !known.Held(step.Owner) => Free,
            (Act.Cancel, _) when step.MayBeNoOp => this,
            (Act.Release, Status.Held) when mine => Free,
            (Act.Release, Status.Sold) when Beneath == step.Owner => this with { Beneath = 0 },
            (Act.Release, _) => this, // gone, sold or held by another account by then: nothing to release
            (Act.Block, Status.Free) => new(Status.Blocked),
            (Act.Unblock, Status.Blocked or Status.Unknown) => Free,
            _ => null,
        };
    }
}

/// <summary>The state of a seat.</summary>
internal enum Status
{
    Free,
    Held,
    Sold,
    Blocked,
    Unknown,
}

/// <summary>The holds and sales of a seat that certainly happened within the history, and so cannot have happened before it.</summary>
internal sealed class KnownOwners(IReadOnlyList<Step> steps)
{
    private readonly HashSet<long> _held = [.. steps.Where(step => step is { Act: Act.Hold, Certain: true }).Select(step => step.Owner)];
    private readonly HashSet<long> _sold = [.. steps.Where(step => step is { Act: Act.Reserve, Certain: true }).Select(step => step.Owner)];

    /// <summary>Whether the hold was certainly made within the history.</summary>
    public bool Held(long owner) => _held.Contains(owner);

    /// <summary>Whether the sale was certainly made within the history.</summary>
    public bool Sold(long owner) => _sold.Contains(owner);
}
