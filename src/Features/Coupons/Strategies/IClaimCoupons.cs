
namespace Dugout.Features.Coupons.Strategies;

/// <summary>
/// A way to decide who is among the first. Chosen by the setting <c>Coupons:Claim</c>; README.md of this folder says when each is right and
/// wrong. All replicas have to go the same way.
/// </summary>
public interface IClaimCoupons : IWay
{
    /// <summary>Claims a coupon, once.</summary>
    /// <param name="wish">Whose, and of what.</param>
    /// <param name="send">Sends the claim to the primary, with how it takes a coupon; with a refusal instead it only looks for the answer of an earlier request.</param>
    /// <param name="cancellation">Gives up, before anything is sent.</param>
    /// <returns>What it came to, or a refusal without asking the primary.</returns>
    Task<Result<T>> ClaimAsync<T>(CouponRequest wish, Func<Result<TakeText>, Task<Result<T>>> send, CancellationToken cancellation)
        where T : class;
}

/// <summary>
/// How a claim takes one of the coupons that are left: statements, each with a semicolon, of which the last changes one row, or none where
/// none can be had. The claim's own placeholders can be used: <c>@CampaignId</c>, <c>@CouponId</c>.
/// </summary>
public sealed record TakeText(string Sql);
