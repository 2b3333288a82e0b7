using Dapper;
using Dugout.Features.Coupons.Strategies;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;
using MySqlConnector;

namespace Dugout.Features.Coupons;

/// <summary>
/// Gives the signed-in account a coupon of a campaign, if it is among the first: one transaction on the primary counts it, writes it, a
/// message of it, and the answer under its idempotency key. Refused with 400 <c>idempotency-key-missing</c>, 404 <c>no-such-campaign</c>,
/// 409 <c>campaign-not-begun</c>, <c>campaign-over</c>, <c>already-claimed</c> or <c>sold-out</c>, 422 <c>idempotency-key-reused</c>, 503
/// <c>busy</c>. Otherwise 201; a repeat with the same key gets the same bytes, also when nothing is left or the campaign is over.
/// </summary>
public static class ClaimCoupon
{
    /// <summary>Of which campaign: all that a key stands for.</summary>
    public sealed record ClaimRequest(long CampaignId);

    /// <summary>The coupon.</summary>
    /// <param name="CouponId">Its id.</param>
    /// <param name="CampaignId">Its campaign.</param>
    /// <param name="Discount">What it takes off an order, whole won.</param>
    /// <param name="Minimum">What such an order costs at least, whole won.</param>
    /// <param name="ValidUntil">From then on it can't be used, UTC.</param>
    public sealed record ClaimAnswer(long CouponId, long CampaignId, long Discount, long Minimum, DateTime ValidUntil);

    /// <summary>Answers the request.</summary>
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
    /// The claim, between its key and its commit. The campaign's row comes first, and its lock makes claims of it wait for each other until they
    /// commit. Where nothing was taken the coupon finds no campaign, and the server stops there; it stops, too, where the fan has one, and
    /// then, should this process freeze, hangs up soon, so that nobody waits for that row.
    /// </summary>
    private static KeyedWrite<ClaimAnswer> Write(Campaign campaign, CurrentAccount account, TakeText take, TimeProvider clock)
    {
        const string GiveCoupon = """
            INSERT INTO coupons (id, campaign_id, account_id, claimed_at) VALUES (@CouponId, IF(ROW_COUNT() = 1, @CampaignId, 0), @Id, @now);
            """;
        var now = clock.GetUtcNow().UtcDateTime.Microseconds();
        var answer = new ClaimAnswer(Ids.New(), campaign.CampaignId, campaign.Discount, campaign.Minimum, campaign.ValidUntil);
        var parameters = new DynamicParameters(new { answer.CouponId, answer.CampaignId, account.Id, now });
        var sql = Transactions.HangUp + take.Sql + GiveCoupon
            + OutboxWriter.Publish(parameters, $"coupon:{answer.CouponId}", new CouponClaimed(answer.CouponId, answer.CampaignId, account.Id), now)
            + Transactions.Stay;
        return new(sql, parameters, answer, Refusal);
    }

    /// <summary>Nothing was taken, for whichever reason, or more than there is; or the fan has one.</summary>
    private static Problem? Refusal(MySqlException error) => error switch
    {
        _ when error.IsDuplicateKey() => CouponsProblems.AlreadyClaimed,
        _ when error.HasNoParent() || error.IsCheckViolated() => CouponsProblems.SoldOut,
        _ => null,
    };

    /// <summary>Why nothing could be taken, by the primary's own clock.</summary>
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
