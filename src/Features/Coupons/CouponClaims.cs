using Dapper;
using MySqlConnector;

namespace Dugout.Features.Coupons;

/// <summary>Writes claims of coupons, each once per idempotency key, by the strategy of the shop.</summary>
public sealed class CouponClaims(IClaimCoupons claim, IdempotentCommands idempotency, Databases databases, TimeProvider clock)
{
    /// <summary>Claims a coupon of a campaign, or returns the error.</summary>
    public async Task<Result<IdempotentResponse<ClaimCoupon.ClaimAnswer>>> ClaimAsync(Campaign campaign, CurrentAccount account, string key, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(campaign);
        ArgumentNullException.ThrowIfNull(account);
        var now = clock.GetUtcNow().UtcDateTime;
        if (now < campaign.StartsAt)
            return CouponsProblems.CampaignNotBegun;

        var wish = new CouponRequest(campaign, account.Id, key, now >= campaign.EndsAt ? CouponsProblems.CampaignOver : null);
        return await claim.ClaimAsync(wish, SendAsync, cancellation);

        async Task<Result<IdempotentResponse<ClaimCoupon.ClaimAnswer>>> SendAsync(Result<TakeText> take)
        {
            Result<KeyedWrite<ClaimCoupon.ClaimAnswer>> write = take.Value is { } text ? Write(campaign, account, text) : take.Problem!;
            var sent = await idempotency.OnceAsync(account.Id, key, new ClaimCoupon.ClaimRequest(campaign.CampaignId), write, cancellation);
            return sent.Problem == CouponsProblems.SoldOut ? await WhyAsync(campaign.CampaignId, account, cancellation) : sent;
        }
    }

    /// <summary>
    /// The SQL of the claim, between its idempotency key and its commit. The lock of the campaign's row comes first and serialises claims until
    /// they commit. If no coupon was taken, the insert lacks its parent campaign, and the server stops there; it also stops if the account
    /// already has one. If this process then freezes, the server closes the connection soon, so that no other claim waits for the row.
    /// </summary>
    private KeyedWrite<ClaimCoupon.ClaimAnswer> Write(Campaign campaign, CurrentAccount account, TakeText take)
    {
        const string GiveCoupon = """
            INSERT INTO coupons (id, campaign_id, account_id, claimed_at) VALUES (@CouponId, IF(ROW_COUNT() = 1, @CampaignId, 0), @Id, @now);
            """;
        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var answer = new ClaimCoupon.ClaimAnswer(Ids.New(), campaign.CampaignId, campaign.Discount, campaign.Minimum, campaign.ValidUntil);
        var parameters = new DynamicParameters(new { answer.CouponId, answer.CampaignId, account.Id, now });
        var sql = take.Sql + GiveCoupon
            + OutboxWriter.Publish(parameters, $"coupon:{answer.CouponId}", new CouponClaimed(answer.CouponId, answer.CampaignId, account.Id), now);
        return new(sql, parameters, answer, ProblemOf, LocksSharedRow: true);
    }

    /// <summary>Maps the error: no coupon was taken, the stock check failed, or the account already has a coupon.</summary>
    private static Problem? ProblemOf(MySqlException error) => error switch
    {
        _ when error.IsDuplicateKey() => CouponsProblems.AlreadyClaimed,
        _ when error.HasNoParent() || error.IsCheckViolated() => CouponsProblems.SoldOut,
        _ => null,
    };

    /// <summary>The reason why no coupon could be taken, by the primary's clock.</summary>
    private async Task<Problem> WhyAsync(long campaignId, CurrentAccount account, CancellationToken cancellation)
    {
        const string Sql = """
            SELECT CASE
                WHEN starts_at > UTC_TIMESTAMP(6) THEN 'campaign-not-begun'
                WHEN ends_at <= UTC_TIMESTAMP(6) THEN 'campaign-over'
                WHEN EXISTS (SELECT id FROM coupons WHERE campaign_id = @campaignId AND account_id = @Id) THEN 'already-claimed'
                ELSE 'sold-out' END
            FROM coupon_campaigns WHERE id = @campaignId
            """;
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        var code = await connection.ExecuteScalarAsync<string?>(new(Sql, new { campaignId, account.Id }, cancellationToken: cancellation));
        Problem[] reasons = [CouponsProblems.CampaignNotBegun, CouponsProblems.CampaignOver, CouponsProblems.AlreadyClaimed, CouponsProblems.SoldOut];
        return Array.Find(reasons, reason => reason.Code == code) ?? CouponsProblems.NoSuchCampaign;
    }
}
