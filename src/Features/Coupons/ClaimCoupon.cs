using Dapper;
using Dugout.Features.Coupons.Strategies;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;
using MySqlConnector;

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
    public sealed record ClaimAnswer(long CouponId, long CampaignId, long Discount, long Minimum, DateTime ValidUntil);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<IdempotentResponse<ClaimAnswer>, Problem>> Handle(
        long campaignId, [FromHeader(Name = IdempotencyKey.Header)] string? key, CurrentAccount account,
        Campaigns campaigns, IClaimCoupons claim, IdempotentCommands idempotency, Databases databases, TimeProvider clock, CancellationToken cancellation)
    {
        if (!IdempotencyKey.IsKey(key))
            return Problems.IdempotencyKeyMissing;
        if (await campaigns.FindAsync(campaignId, cancellation) is not { } campaign)
            return CouponsProblems.NoSuchCampaign;
        var now = clock.GetUtcNow().UtcDateTime;
        if (now < campaign.StartsAt)
            return CouponsProblems.CampaignNotBegun;

        var wish = new CouponRequest(campaign, account.Id, key!, now >= campaign.EndsAt ? CouponsProblems.CampaignOver : null);
        var outcome = await claim.ClaimAsync(wish, SendAsync, cancellation);
        return outcome.Value is { } answer ? answer : outcome.Refusal!;

        async Task<Result<IdempotentResponse<ClaimAnswer>>> SendAsync(Result<TakeText> take)
        {
            Result<KeyedWrite<ClaimAnswer>> write = take.Value is { } text ? Write(campaign, account, text, clock) : take.Refusal!;
            var sent = await idempotency.OnceAsync(account.Id, key!, new ClaimRequest(campaignId), write, cancellation);
            return sent.Refusal == CouponsProblems.SoldOut ? await WhyAsync(databases, campaignId, account, cancellation) : sent;
        }
    }

    /// <summary>
    /// The SQL of the claim, between its idempotency key and its commit. The lock of the campaign's row comes first and serialises claims until
    /// they commit. If no coupon was taken, the insert lacks its parent campaign, and the server stops there; it also stops if the account
    /// already has one. If this process then freezes, the server closes the connection soon, so that no other claim waits for the row.
    /// </summary>
    private static KeyedWrite<ClaimAnswer> Write(Campaign campaign, CurrentAccount account, TakeText take, TimeProvider clock)
    {
        const string GiveCoupon = """
            INSERT INTO coupons (id, campaign_id, account_id, claimed_at) VALUES (@CouponId, IF(ROW_COUNT() = 1, @CampaignId, 0), @Id, @now);
            """;
        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var answer = new ClaimAnswer(Ids.New(), campaign.CampaignId, campaign.Discount, campaign.Minimum, campaign.ValidUntil);
        var parameters = new DynamicParameters(new { answer.CouponId, answer.CampaignId, account.Id, now });
        var sql = take.Sql + GiveCoupon
            + OutboxWriter.Publish(parameters, $"coupon:{answer.CouponId}", new CouponClaimed(answer.CouponId, answer.CampaignId, account.Id), now);
        return new(sql, parameters, answer, Refusal, LocksSharedRow: true);
    }

    /// <summary>Maps the error: no coupon was taken, the stock check failed, or the account already has a coupon.</summary>
    private static Problem? Refusal(MySqlException error) => error switch
    {
        _ when error.IsDuplicateKey() => CouponsProblems.AlreadyClaimed,
        _ when error.HasNoParent() || error.IsCheckViolated() => CouponsProblems.SoldOut,
        _ => null,
    };

    /// <summary>The reason why no coupon could be taken, by the primary's clock.</summary>
    private static async Task<Problem> WhyAsync(Databases databases, long campaignId, CurrentAccount account, CancellationToken cancellation)
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
