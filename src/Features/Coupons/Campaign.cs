
namespace Dugout.Features.Coupons;

/// <summary>A coupon campaign, as returned to clients.</summary>
/// <param name="CampaignId">Its id.</param>
/// <param name="Name">Its Korean name.</param>
/// <param name="Discount">Discount of a coupon on an order, whole won.</param>
/// <param name="Minimum">Minimum value of such an order, whole won.</param>
/// <param name="StartsAt">Start of the claim window, UTC, inclusive.</param>
/// <param name="EndsAt">End of the claim window, UTC, exclusive.</param>
/// <param name="ValidUntil">End of the coupons' validity, UTC, exclusive.</param>
/// <param name="Stock">Total number of coupons.</param>
/// <param name="Remaining">Number of unclaimed coupons.</param>
/// <example>{"campaignId":1,"name":"개막 기념 5천원 할인","discount":5000,"minimum":30000,"startsAt":"2027-03-01T00:00:00Z","endsAt":"2027-04-01T00:00:00Z","validUntil":"2027-05-01T00:00:00Z","stock":10000,"remaining":9412}</example>
public sealed record Campaign(
    long CampaignId, string Name, long Discount, long Minimum, DateTime StartsAt, DateTime EndsAt, DateTime ValidUntil, long Stock, long Remaining)
{
    /// <summary>Reads campaigns from the primary, so that the remaining number is current.</summary>
    /// <param name="databases">The databases; only the primary is read.</param>
    /// <param name="which">SQL after <c>WHERE</c>, optionally with order and limit.</param>
    /// <param name="parameters">Parameters of the SQL.</param>
    /// <param name="cancellation">Cancels the operation.</param>
    internal static async Task<List<Campaign>> ReadAsync(Databases databases, string which, object parameters, CancellationToken cancellation)
    {
        var sql = $"""
            SELECT id AS CampaignId, name AS Name, discount AS Discount, minimum AS Minimum, starts_at AS StartsAt, ends_at AS EndsAt, valid_until AS ValidUntil,
                   CAST(stock AS SIGNED) AS Stock, CAST(stock - issued AS SIGNED) AS Remaining
            FROM coupon_campaigns WHERE {which}
            """;
        var rows = await databases.QueryPrimaryAsync(
            primary => primary.QueryAsync<Campaign>(new(sql, parameters, cancellationToken: cancellation)), cancellation);
        return [.. rows.Select(row => row with { StartsAt = row.StartsAt.Utc(), EndsAt = row.EndsAt.Utc(), ValidUntil = row.ValidUntil.Utc() })];
    }

    /// <summary>One campaign from the primary; null if there is none with this id.</summary>
    internal static async Task<Campaign?> FindAsync(Databases databases, long campaignId, CancellationToken cancellation) =>
        (await ReadAsync(databases, "id = @campaignId", new { campaignId }, cancellation)).SingleOrDefault();
}
