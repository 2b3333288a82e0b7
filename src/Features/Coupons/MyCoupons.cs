using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

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

    private static readonly Func<ReadContext, long, DateTime, long, int, IAsyncEnumerable<Coupon>> Newest = EF.CompileAsyncQuery(
        (ReadContext database, long accountId, DateTime time, long lastId, int rows) =>
            (from coupon in database.Set<CouponRow>()
             join campaign in database.Set<CampaignRow>() on coupon.CampaignId equals campaign.Id
             where coupon.AccountId == accountId && (coupon.ClaimedAt < time || (coupon.ClaimedAt == time && coupon.Id < lastId))
             orderby coupon.ClaimedAt descending, coupon.Id descending
             select new Coupon(
                coupon.Id, coupon.CampaignId, campaign.Name, campaign.Discount, campaign.Minimum, coupon.ClaimedAt, campaign.ValidUntil, coupon.UsedByOrder))
            .Take(rows));

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<Page<Coupon>>, Problem>> Handle(
        string? after, [Limit] int? limit, CurrentAccount account, Reads reads, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;

        var length = limit ?? Cursor.DefaultLimit;
        var place = from ?? Cursor.BeforeNewest;
        var found = await reads.QueryPrimaryAsync(async database => await Newest(database, account.Id, place.Time, place.Id, length + 1).ToListAsync(), cancellation);
        return TypedResults.Ok(Page.Of(found, length, coupon => Cursor.At(coupon.ClaimedAt, coupon.CouponId)));
    }
}
