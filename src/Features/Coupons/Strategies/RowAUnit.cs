
namespace Dugout.Features.Coupons;

/// <summary>
/// One row per available coupon. A claim locks and takes the first unlocked row, skipping rows that other claims have locked; if it finds none, no
/// coupon is left. The campaign's counter is updated too, because it is the authoritative count.
/// </summary>
internal sealed class RowAUnit(CouponUnits units) : IClaimCoupons
{
    /// <summary>The name of the strategy.</summary>
    public const string StrategyName = "row-a-unit";

    /// <inheritdoc/>
    public string Name => StrategyName;

    /// <inheritdoc/>
    public async Task<Result<T>> ClaimAsync<T>(CouponRequest wish, Func<Result<TakeText>, Task<Result<T>>> send, CancellationToken cancellation)
        where T : class
    {
        if (wish.Closed is { } closed)
            return await send(closed);
        await units.MakeAsync(wish.Campaign.CampaignId, cancellation);
        return await send(CouponUnits.Take);
    }
}
