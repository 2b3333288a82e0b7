using Dugout.Features.Shared;

namespace Dugout.Features.Coupons.Strategies;

/// <summary>Every way to claim coupons.</summary>
internal static class CouponWays
{
    /// <summary>By their names.</summary>
    public static Ways<IClaimCoupons> All { get; } = new("coupons", "gate and counter",
    [
        (GateAndCounter.WayName, typeof(GateAndCounter)),
        (ConditionalCounter.WayName, typeof(ConditionalCounter)),
        (RowAUnit.WayName, typeof(RowAUnit)),
    ]);
}
