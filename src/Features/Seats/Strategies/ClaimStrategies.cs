
namespace Dugout.Features.Seats.Strategies;

/// <summary>Every way to claim seats.</summary>
internal static class ClaimStrategies
{
    /// <summary>By their names.</summary>
    public static StrategyRegistry<IClaimSeats> All { get; } = new("seats", "the unique key",
    [
        (UniqueKey.WayName, typeof(UniqueKey)),
        (ConditionalUpdate.WayName, typeof(ConditionalUpdate)),
        (RowLock.WayName, typeof(RowLock)),
    ]);
}
