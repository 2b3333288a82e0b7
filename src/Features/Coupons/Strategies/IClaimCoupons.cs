
namespace Dugout.Features.Coupons;

/// <summary>
/// A strategy that decides which requests get the coupons of a campaign. Selected by the setting <c>Coupons:Claim</c>; README.md of this
/// folder describes when each is suitable. All replicas must use the same strategy.
/// </summary>
public interface IClaimCoupons : IStrategy
{
    /// <summary>Claims a coupon, once.</summary>
    /// <param name="wish">The request.</param>
    /// <param name="send">Sends the claim to the primary, with the statements that take a coupon; given an error instead, it only looks up the response of an earlier request.</param>
    /// <param name="cancellation">Cancels before the claim is sent.</param>
    /// <returns>The result, or an error without sending the claim to the primary.</returns>
    Task<Result<T>> ClaimAsync<T>(CouponRequest wish, Func<Result<TakeText>, Task<Result<T>>> send, CancellationToken cancellation)
        where T : class;
}

/// <summary>
/// The statements that take one remaining coupon, each with a semicolon. The last one changes one row, or none if no coupon is left. They
/// may use the claim's placeholders: <c>@CampaignId</c>, <c>@CouponId</c>.
/// </summary>
public sealed record TakeText(string Sql);
