using System.Data;
using System.Globalization;
using Dapper;
using MySqlConnector;

namespace Dugout.Migrator.Seed;

/// <summary>
/// Adds coupon campaigns, and gives seeded fans coupons, ids from 1 on, of ended campaigns whose coupons can still be used. A campaign commits with
/// all its coupons, so its count matches the rows; an interrupted run leaves the first campaigns, and the next run continues from there.
/// </summary>
internal sealed class CouponVolume(MySqlConnection connection, TextWriter log)
{
    /// <summary>Adds coupons up to a total number.</summary>
    /// <param name="coupons">Total number of coupons.</param>
    /// <param name="accounts">Minimum number of fans.</param>
    /// <param name="today">The day of the seed.</param>
    /// <param name="cancellation">Cancels.</param>
    /// <exception cref="MigrationFailedException">Rows are missing afterwards.</exception>
    public async Task FillAsync(int coupons, int accounts, DateTime today, CancellationToken cancellation)
    {
        var have = await connection.ExecuteScalarAsync<int>(new(
            "SELECT COALESCE(MAX(id), 0) FROM coupons WHERE id BETWEEN 1 AND @coupons", new { coupons }, cancellationToken: cancellation));
        foreach (var campaign in CouponCampaigns.Past(coupons, today).Where(campaign => campaign.FirstCoupon > have))
            await AddAsync(campaign, accounts, cancellation);
        if (have < coupons)
            await log.WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"Seeded {coupons - have:N0} coupons."));

        await connection.CountedAsync("coupons", coupons, cancellation);
    }

    /// <summary>Adds running campaigns up to a total number.</summary>
    /// <param name="campaigns">Total number of campaigns.</param>
    /// <param name="today">The day of the seed.</param>
    /// <param name="cancellation">Cancels.</param>
    public async Task RunAsync(int campaigns, DateTime today, CancellationToken cancellation)
    {
        var have = await connection.ExecuteScalarAsync<int>(new(
            "SELECT COUNT(*) FROM coupon_campaigns WHERE id >= @first AND id < @first + @campaigns",
            new { first = CouponCampaigns.FirstRunning, campaigns }, cancellationToken: cancellation));
        if (have == campaigns)
            return;
        await connection.InsertAsync(transaction: null, "coupon_campaigns (id, name, discount, minimum, starts_at, ends_at, valid_until, stock)",
            CouponCampaigns.Running(campaigns, today).Skip(have).Select(campaign => new object[]
            {
                campaign.Id, campaign.Name, campaign.Discount, campaign.Minimum, campaign.StartsAt, campaign.EndsAt, campaign.ValidUntil, campaign.Stock,
            }), cancellation);
        await log.WriteLineAsync(string.Create(CultureInfo.InvariantCulture, $"Seeded {campaigns - have:N0} coupon campaigns."));
    }

    private async Task AddAsync(CouponCampaigns.PastCampaign past, int accounts, CancellationToken cancellation)
    {
        var campaign = past.Campaign;
        await using var transaction = await connection.BeginTransactionAsync(IsolationLevel.ReadCommitted, cancellation);
        await connection.InsertAsync(transaction, "coupon_campaigns (id, name, discount, minimum, starts_at, ends_at, valid_until, stock, issued)",
        [
            [
                campaign.Id, campaign.Name, campaign.Discount, campaign.Minimum, campaign.StartsAt, campaign.EndsAt, campaign.ValidUntil,
                campaign.Stock, past.Issued,
            ],
        ], cancellation);
        await connection.InsertAsync(transaction, "coupons (id, campaign_id, account_id, claimed_at)",
            past.Coupons(accounts).Select(coupon => new object[] { coupon.Id, campaign.Id, coupon.AccountId, coupon.ClaimedAt }), cancellation);
        await transaction.CommitAsync(cancellation);
    }
}
