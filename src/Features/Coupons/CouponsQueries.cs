using Microsoft.EntityFrameworkCore;
using MySqlConnector;

namespace Dugout.Features.Coupons;

/// <summary>
/// Queries of coupons for other slices, and the use of a coupon by an order. The use must be in the same transaction as the order, so it is
/// a statement for the order's batch instead of a message. The conditions of its use are defined only here.
/// </summary>
public sealed class CouponsQueries(Reads reads)
{
    /// <summary>
    /// Uses <c>@couponId</c> of <c>@accountId</c> for <c>@orderId</c>, before <c>@validUntil</c> by the database's clock. Changes one row,
    /// or none if the coupon can't be used; the caller checks <c>ROW_COUNT()</c>.
    /// </summary>
    public const string Use = """
        UPDATE coupons FORCE INDEX (PRIMARY) SET used_by_order = @orderId
        WHERE id = @couponId AND account_id = @accountId AND used_by_order IS NULL AND UTC_TIMESTAMP(6) < @validUntil;

        """;

    /// <summary>Returns <c>@couponId</c> if <c>@orderId</c> used it.</summary>
    public const string GiveBack = "UPDATE coupons FORCE INDEX (PRIMARY) SET used_by_order = NULL WHERE id = @couponId AND used_by_order = @orderId; ";

    /// <summary>
    /// SELECT of <c>account_id</c>, <c>thing</c> and <c>called</c>: the owner, the coupon and the campaign's name of each usable coupon whose validity ends between <c>@now</c> and
    /// <c>@until</c>, UTC.
    /// </summary>
    public const string Expiring = """
        SELECT coupon.account_id, coupon.id AS thing, campaign.name AS called
        FROM coupon_campaigns campaign FORCE INDEX (by_validity)
        STRAIGHT_JOIN coupons coupon FORCE INDEX (one_coupon_a_fan) ON coupon.campaign_id = campaign.id AND coupon.used_by_order IS NULL
        WHERE campaign.valid_until > @now AND campaign.valid_until <= @until
        """;

    /// <summary>The terms of a coupon. All members except the last are immutable.</summary>
    /// <param name="Discount">Discount on an order, whole won.</param>
    /// <param name="Minimum">Minimum value of such an order, whole won.</param>
    /// <param name="ValidUntil">End of its validity, UTC, exclusive.</param>
    /// <param name="UsedByOrder">The order that used it; null if unused.</param>
    public sealed record Terms(long Discount, long Minimum, DateTime ValidUntil, long? UsedByOrder);

    private static readonly Func<ReadContext, long, long, Task<Terms?>> TermsOf = EF.CompileAsyncQuery((ReadContext database, long couponId, long accountId) =>
        (from coupon in database.Set<CouponRow>()
         join campaign in database.Set<CampaignRow>() on coupon.CampaignId equals campaign.Id
         where coupon.Id == couponId && coupon.AccountId == accountId
         select new Terms(campaign.Discount, campaign.Minimum, campaign.ValidUntil, coupon.UsedByOrder))
        .SingleOrDefault());

    /// <summary>The terms of an account's coupon, from the primary; null if there is none with this id, or it belongs to another account.</summary>
    /// <exception cref="MySqlException">The primary is unavailable.</exception>
    public Task<Terms?> FindAsync(long couponId, long accountId, CancellationToken cancellation) =>
        reads.QueryPrimaryAsync(database => TermsOf(database, couponId, accountId), cancellation);
}
