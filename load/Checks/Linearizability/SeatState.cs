namespace Dugout.Load.Checks.Linearizability;

/// <summary>
/// The model: a seat is free, held until a moment, sold from a hold, or blocked. <see cref="Place.Elsewhere"/> stands for the unknown state before
/// the first known step: the seat may be taken by any account and become free at any moment.
/// </summary>
/// <param name="Place">The state of the seat.</param>
/// <param name="Owner">The hold by which it is held or sold.</param>
/// <param name="MayEnd">For a held seat: the earliest moment at which the hold may end by itself, in ticks since the run's begin.</param>
internal readonly record struct SeatState(Place Place, long Owner = 0, long MayEnd = 0)
{
    /// <summary>Held by no account.</summary>
    public static SeatState Free { get; } = new(Place.Free);

    /// <summary>The unknown state before the first known step.</summary>
    public static SeatState Elsewhere { get; } = new(Place.Elsewhere);

    /// <summary>Whether a read-only step could have observed this state.</summary>
    public bool Shows(Step step) => step.Act switch
    {
        Act.SawHeld => Place != Place.Free,
        Act.SawSold => Place is Place.Sold or Place.Elsewhere,
        Act.SawBlocked => Place is Place.Blocked or Place.Elsewhere,
        Act.SawHoldGone => Place != Place.Held || Owner != step.Owner,
        _ => Place != Place.Sold || Owner != step.Owner,
    };

    /// <summary>The state after a step; null where the step cannot have happened.</summary>
    /// <param name="step">The step.</param>
    /// <param name="known">The holds and sales that certainly happened.</param>
    public SeatState? After(Step step, KnownOwners known)
    {
        var mine = Owner == step.Owner;
        return (step.Act, Place) switch
        {
            (Act.Hold, Place.Free) => new(Place.Held, step.Owner, step.MayEnd),
            (Act.Renew, Place.Held) when mine => new(Place.Held, step.Owner, step.MayEnd),
            (Act.Renew, Place.Elsewhere) when !known.Held(step.Owner) => new(Place.Held, step.Owner, step.MayEnd),
            (Act.Reserve, Place.Held) when mine || step.HoldMayBeLost => new(Place.Sold, step.Owner),
            (Act.Reserve, Place.Free) when step.HoldMayBeLost => new(Place.Sold, step.Owner),
            (Act.Reserve, Place.Elsewhere) when !known.Held(step.Owner) => new(Place.Sold, step.Owner),
            (Act.Cancel, Place.Sold) when mine || (step.Owner < 0 && !known.Sold(Owner)) => Free,
            (Act.Cancel, Place.Elsewhere) when !known.Sold(step.Owner) && !known.Held(step.Owner) => Free,
            (Act.Cancel, _) when step.MayBeNothing => this,
            (Act.Release, Place.Held) when mine => Free,
            (Act.Release, _) => this, // gone, sold or held by another account by then: nothing to release
            (Act.Block, Place.Free) => new(Place.Blocked),
            (Act.Unblock, Place.Blocked or Place.Elsewhere) => Free,
            _ => null,
        };
    }
}

/// <summary>The state of a seat.</summary>
internal enum Place
{
    Free,
    Held,
    Sold,
    Blocked,
    Elsewhere,
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
