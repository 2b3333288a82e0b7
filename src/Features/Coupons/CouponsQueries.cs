using MySqlConnector;

namespace Dugout.Features.Coupons;

/// <summary>
/// What other slices may ask of coupons, and how an order uses one. Using it must be true in the very transaction of the order, so that is no
/// message but a statement for the order's text: the conditions under which a coupon can be used stand here and nowhere else.
/// </summary>
public sealed class CouponsQueries(Databases databases)
{
    /// <summary>
    /// Uses <c>@couponId</c> of <c>@accountId</c> for <c>@orderId</c>, before <c>@validUntil</c> by the database's own clock. It changes one
    /// row, or none where the coupon can't be used: who sends it looks at <c>ROW_COUNT()</c>.
    /// </summary>
    public const string Use = """
        UPDATE coupons FORCE INDEX (PRIMARY) SET used_by_order = @orderId
        WHERE id = @couponId AND account_id = @accountId AND used_by_order IS NULL AND UTC_TIMESTAMP(6) < @validUntil;

        """;

    /// <summary>Gives <c>@couponId</c> back, if it is <c>@orderId</c> that used it.</summary>
    public const string GiveBack = "UPDATE coupons FORCE INDEX (PRIMARY) SET used_by_order = NULL WHERE id = @couponId AND used_by_order = @orderId; ";

    /// <summary>
    /// SELECT of <c>account_id</c>, <c>thing</c> and <c>called</c>: who has a coupon that can be used until some time between <c>@now</c> and <c>@until</c>, in UTC, the coupon, and the
    /// name of its campaign.
    /// </summary>
    public const string Expiring = """
        SELECT coupon.account_id, coupon.id AS thing, campaign.name AS called
        FROM coupon_campaigns campaign FORCE INDEX (by_validity)
        STRAIGHT_JOIN coupons coupon FORCE INDEX (one_coupon_a_fan) ON coupon.campaign_id = campaign.id AND coupon.used_by_order IS NULL
        WHERE campaign.valid_until > @now AND campaign.valid_until <= @until
        """;

    /// <summary>On what terms somebody's coupon can be used. All but the last never changes.</summary>
    /// <param name="Discount">What it takes off an order, whole won.</param>
    /// <param name="Minimum">What such an order costs at least, whole won.</param>
    /// <param name="ValidUntil">From then on it can't be used, UTC.</param>
    /// <param name="UsedByOrder">The order it was used for; null as long as it can be used.</param>
    public sealed record Terms(long Discount, long Minimum, DateTime ValidUntil, long? UsedByOrder);

    /// <summary>The terms of an account's coupon, from the primary; null where there is none of this id, or it is somebody else's.</summary>
    /// <exception cref="MySqlException">The primary did not answer.</exception>
    public async Task<Terms?> FindAsync(long couponId, long accountId, CancellationToken cancellation)
    {
        const string Sql = """
            SELECT campaign.discount AS Discount, campaign.minimum AS Minimum, campaign.valid_until AS ValidUntil, coupon.used_by_order AS UsedByOrder
            FROM coupons coupon JOIN coupon_campaigns campaign ON campaign.id = coupon.campaign_id
            WHERE coupon.id = @couponId AND coupon.account_id = @accountId
            """;
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        var found = await connection.QuerySingleOrDefaultAsync<Terms>(new(Sql, new { couponId, accountId }, cancellationToken: cancellation));
        return found is null ? null : found with { ValidUntil = found.ValidUntil.Utc() };
    }
}
