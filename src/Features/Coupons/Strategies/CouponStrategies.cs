
namespace Dugout.Features.Coupons.Strategies;

/// <summary>All strategies for claiming coupons.</summary>
internal static class CouponStrategies
{
    /// <summary>The strategies by name.</summary>
    public static StrategyRegistry<IClaimCoupons> All { get; } = new("coupons", "gate and counter",
    [
        (AdmissionAndCounter.WayName, typeof(AdmissionAndCounter)),
        (ConditionalCounter.WayName, typeof(ConditionalCounter)),
        (RowAUnit.WayName, typeof(RowAUnit)),
    ]);
}
