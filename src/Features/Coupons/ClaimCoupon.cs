using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;

namespace Dugout.Features.Coupons;

/// <summary>
/// Claims a coupon of a campaign for the signed-in account, first come, first served. One transaction on the primary counts and writes
/// the coupon, an outbox message and the response under its idempotency key. Returns 201; a repeat with the same key gets the same bytes,
/// even when the campaign is sold out or over. Errors: 400 <c>idempotency-key-missing</c>, 404 <c>no-such-campaign</c>, 409
/// <c>campaign-not-begun</c>, <c>campaign-over</c>, <c>already-claimed</c> or <c>sold-out</c>, 422 <c>idempotency-key-reused</c>, 503
/// <c>busy</c>.
/// </summary>
public static class ClaimCoupon
{
    /// <summary>The campaign: the request content an idempotency key stands for.</summary>
    public sealed record ClaimRequest(long CampaignId);

    /// <summary>The coupon.</summary>
    /// <param name="CouponId">Its id.</param>
    /// <param name="CampaignId">Its campaign.</param>
    /// <param name="Discount">Discount on an order, whole won.</param>
    /// <param name="Minimum">Minimum value of such an order, whole won.</param>
    /// <param name="ValidUntil">End of its validity, UTC, exclusive.</param>
    /// <example>{"couponId":3162277660169001,"campaignId":1,"discount":5000,"minimum":30000,"validUntil":"2027-05-01T00:00:00Z"}</example>
    public sealed record ClaimAnswer(long CouponId, long CampaignId, long Discount, long Minimum, DateTime ValidUntil);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<IdempotentResponse<ClaimAnswer>, Problem>> Handle(
        long campaignId, [FromHeader(Name = IdempotencyKey.Header)] string? key, CurrentAccount account,
        Campaigns campaigns, CouponClaims claims, CancellationToken cancellation)
    {
        if (!IdempotencyKey.IsKey(key))
            return Problems.IdempotencyKeyMissing;
        if (await campaigns.FindAsync(campaignId, cancellation) is not { } campaign)
            return CouponsProblems.NoSuchCampaign;
        var outcome = await claims.ClaimAsync(campaign, account, key!, cancellation);
        return outcome.Value is { } answer ? answer : outcome.Problem!;
    }
}
