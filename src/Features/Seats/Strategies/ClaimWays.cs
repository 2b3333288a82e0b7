using Dugout.Features.Shared;

namespace Dugout.Features.Seats.Strategies;

/// <summary>Every way to claim seats. The wrong ones are there in debug builds alone.</summary>
internal static class ClaimWays
{
    private static readonly (string Name, Type Type)[] Wrong = [(RedisGate.WayName, typeof(RedisGate)), (InProcessLock.WayName, typeof(InProcessLock))];

    /// <summary>By their names.</summary>
    public static Ways<IClaimSeats> All { get; } = new("seats", "the unique key",
    [
        (UniqueKey.WayName, typeof(UniqueKey)),
        (ConditionalUpdate.WayName, typeof(ConditionalUpdate)),
        (RowLock.WayName, typeof(RowLock)),
#if DEBUG
        .. Wrong,
#endif
    ]);
}
