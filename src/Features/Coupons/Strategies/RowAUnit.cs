
namespace Dugout.Features.Coupons.Strategies;

/// <summary>
/// One row a coupon that can be had. A claim locks the first that nobody has locked, passing over those that others are about to take, and makes it its
/// own; where it finds none, none is left. The campaign's count goes along, because it is the record.
/// </summary>
internal sealed class RowAUnit(CouponUnits units) : IClaimCoupons
{
    /// <summary>Its name.</summary>
    public const string WayName = "row-a-unit";

    /// <inheritdoc/>
    public string Name => WayName;

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
