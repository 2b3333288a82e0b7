using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Coupons;

/// <summary>
/// The signed-in account's coupons, newest first, including used and expired ones. Read from the primary, so a new row is visible
/// immediately. A page begins after the last row of the previous page. Returns 200. Errors: 400 <c>invalid</c> for an invalid limit
/// or cursor.
/// </summary>
public static class MyCoupons
{
    /// <summary>A coupon.</summary>
    /// <param name="CouponId">Its id.</param>
    /// <param name="CampaignId">Its campaign.</param>
    /// <param name="Name">The campaign's Korean name.</param>
    /// <param name="Discount">Discount on an order, whole won.</param>
    /// <param name="Minimum">Minimum value of such an order, whole won.</param>
    /// <param name="ClaimedAt">Time of the claim, UTC.</param>
    /// <param name="ValidUntil">End of its validity, UTC, exclusive.</param>
    /// <param name="UsedByOrder">The order that used it; null if unused.</param>
    /// <example>{"couponId":3162277660169001,"campaignId":1,"name":"개막 기념 5천원 할인","discount":5000,"minimum":30000,"claimedAt":"2027-03-02T01:15:00Z","validUntil":"2027-05-01T00:00:00Z","usedByOrder":null}</example>
    public sealed record Coupon(
        long CouponId, long CampaignId, string Name, long Discount, long Minimum, DateTime ClaimedAt, DateTime ValidUntil, long? UsedByOrder);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<Page<Coupon>>, Problem>> Handle(
        string? after, [Limit] int? limit, CurrentAccount account, Databases databases, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;

        var length = limit ?? Cursor.DefaultLimit;
        var sql = """
            SELECT coupon.id AS CouponId, coupon.campaign_id AS CampaignId, campaign.name AS Name, campaign.discount AS Discount, campaign.minimum AS Minimum,
                   coupon.claimed_at AS ClaimedAt, campaign.valid_until AS ValidUntil, coupon.used_by_order AS UsedByOrder
            FROM coupons coupon JOIN coupon_campaigns campaign ON campaign.id = coupon.campaign_id
            WHERE coupon.account_id = @Id
            """
            + (from is null ? "" : " AND (coupon.claimed_at < @Time OR (coupon.claimed_at = @Time AND coupon.id < @LastId))")
            + " ORDER BY coupon.claimed_at DESC, coupon.id DESC LIMIT @rows";
        var parameters = new { account.Id, from?.Time, LastId = from?.Id, rows = length + 1 };
        var rows = await databases.QueryPrimaryAsync(
            primary => primary.QueryAsync<Coupon>(new(sql, parameters, cancellationToken: cancellation)), cancellation);
        List<Coupon> found = [.. rows.Select(row => row with { ClaimedAt = row.ClaimedAt.Utc(), ValidUntil = row.ValidUntil.Utc() })];
        return TypedResults.Ok(Page.Of(found, length, coupon => Cursor.At(coupon.ClaimedAt, coupon.CouponId)));
    }
}
