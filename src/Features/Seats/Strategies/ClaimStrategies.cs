
namespace Dugout.Features.Seats;

/// <summary>All strategies for claiming seats.</summary>
internal static class ClaimStrategies
{
    /// <summary>The strategies by name.</summary>
    public static StrategyRegistry<IClaimSeats> All { get; } = new("seats", "the unique key",
    [
        (UniqueKey.StrategyName, typeof(UniqueKey)),
        (ConditionalUpdate.StrategyName, typeof(ConditionalUpdate)),
        (RowLock.StrategyName, typeof(RowLock)),
    ]);
}
