
namespace Dugout.Features.Coupons.Strategies;

/// <summary>Every way to claim coupons.</summary>
internal static class CouponStrategies
{
    /// <summary>By their names.</summary>
    public static StrategyRegistry<IClaimCoupons> All { get; } = new("coupons", "gate and counter",
    [
        (AdmissionAndCounter.WayName, typeof(AdmissionAndCounter)),
        (ConditionalCounter.WayName, typeof(ConditionalCounter)),
        (RowAUnit.WayName, typeof(RowAUnit)),
    ]);
}
