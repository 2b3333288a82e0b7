
namespace Dugout.Features.Coupons;

/// <summary>All strategies for claiming coupons.</summary>
internal static class CouponStrategies
{
    /// <summary>The strategies by name.</summary>
    public static StrategyRegistry<IClaimCoupons> All { get; } = new("coupons", "admission check and counter",
    [
        (AdmissionAndCounter.StrategyName, typeof(AdmissionAndCounter)),
        (ConditionalCounter.StrategyName, typeof(ConditionalCounter)),
        (RowAUnit.StrategyName, typeof(RowAUnit)),
    ]);
}
