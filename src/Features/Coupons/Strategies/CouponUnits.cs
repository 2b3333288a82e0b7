using System.Collections.Concurrent;

namespace Dugout.Features.Coupons.Strategies;

/// <summary>
/// The rows of <c>coupon_units</c>: one a coupon that can be had. Made for a campaign before a process gives the first of it away, so a shop that goes
/// another way has none.
/// </summary>
internal sealed class CouponUnits(Databases databases)
{
    /// <summary>
    /// The unit that is found is the one row that is written, and what is found is read first: else units that others may have would be locked on the
    /// way, if only for a moment, and others would pass over them.
    /// </summary>
    private const string TakeSql = """
        UPDATE (SELECT number FROM coupon_units WHERE campaign_id = @CampaignId AND coupon_id IS NULL ORDER BY number LIMIT 1 FOR UPDATE SKIP LOCKED) free
        STRAIGHT_JOIN coupon_units unit ON unit.campaign_id = @CampaignId AND unit.number = free.number
        SET unit.coupon_id = @CouponId;
        UPDATE coupon_campaigns FORCE INDEX (PRIMARY) SET issued = issued + 1 WHERE id = @CampaignId AND ROW_COUNT() = 1
        """ + " AND " + CouponCounter.InItsTime;

    private const string Digit = "(SELECT 0 AS n UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 "
        + "UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)";

    /// <summary>
    /// Up to 100,000 units, as many as are left of the campaign, unless it has some: units that are there aren't even looked at one by one, for whoever
    /// does locks them, and claims would pass over them. The campaign's row lets one process do this at a time.
    /// </summary>
    private const string MakeSql = $"""
        SELECT id FROM coupon_campaigns WHERE id = @campaignId FOR UPDATE;
        INSERT INTO coupon_units (campaign_id, number)
        SELECT campaign.id, unit.number
        FROM (SELECT 1 + a.n + 10 * b.n + 100 * c.n + 1000 * d.n + 10000 * e.n AS number
            FROM {Digit} a JOIN {Digit} b JOIN {Digit} c JOIN {Digit} d JOIN {Digit} e) unit
        JOIN coupon_campaigns campaign ON campaign.id = @campaignId AND unit.number > campaign.issued AND unit.number <= campaign.stock
        WHERE NOT EXISTS (SELECT made.number FROM coupon_units made WHERE made.campaign_id = @campaignId);
        """;

    private readonly ConcurrentDictionary<long, bool> _made = new();
    private readonly SingleFlight<long, bool> _making = new();

    /// <summary>How a claim takes a unit, and counts it.</summary>
    public static TakeText Take { get; } = new(TakeSql);

    /// <summary>Sees to it that a campaign has its units.</summary>
    public async Task MakeAsync(long campaignId, CancellationToken cancellation)
    {
        if (!_made.ContainsKey(campaignId))
            await _making.RunAsync(campaignId, MakeAsync, cancellation);
    }

    private async Task<bool> MakeAsync(long campaignId)
    {
        await using var connection = await databases.OpenPrimaryAsync(CancellationToken.None);
        await connection.ExecuteAsync(Transactions.Begin + MakeSql + Transactions.Commit, new { campaignId });
        return _made.TryAdd(campaignId, true);
    }
}
