using System.Collections.Concurrent;

namespace Dugout.Features.Coupons;

/// <summary>
/// The rows of <c>coupon_units</c>: one per available coupon. A process creates a campaign's rows before it issues its first coupon, so a shop with
/// another strategy has none.
/// </summary>
internal sealed class CouponUnits(Databases databases)
{
    /// <summary>
    /// The subquery selects a unit before the update writes it, and only the selected unit is written. Otherwise the update would briefly lock
    /// further available units, and other claims would skip them.
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
    /// Inserts up to 100,000 units, as many as the campaign has left, unless it already has units. Existing units are not scanned one by one, because a
    /// scan would lock them and claims would skip them. The lock of the campaign's row admits one process at a time.
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

    /// <summary>The statements that take a unit and count it.</summary>
    public static TakeText Take { get; } = new(TakeSql);

    /// <summary>Ensures that the campaign's units exist.</summary>
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
