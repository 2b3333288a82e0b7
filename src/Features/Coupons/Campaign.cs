
namespace Dugout.Features.Coupons;

/// <summary>A campaign as fans see it.</summary>
/// <param name="CampaignId">Its id.</param>
/// <param name="Name">Its Korean name.</param>
/// <param name="Discount">What a coupon takes off an order, whole won.</param>
/// <param name="Minimum">What such an order costs at least, whole won.</param>
/// <param name="StartsAt">First moment coupons can be claimed, UTC.</param>
/// <param name="EndsAt">From then on none can be claimed, UTC.</param>
/// <param name="ValidUntil">From then on none can be used, UTC.</param>
/// <param name="Stock">How many coupons there are.</param>
/// <param name="Remaining">How many of them nobody has.</param>
public sealed record Campaign(
    long CampaignId, string Name, long Discount, long Minimum, DateTime StartsAt, DateTime EndsAt, DateTime ValidUntil, long Stock, long Remaining)
{
    /// <summary>Reads some campaigns of the primary, so that what remains is right at once.</summary>
    /// <param name="databases">Where the primary is.</param>
    /// <param name="which">What follows <c>WHERE</c>, perhaps with order and limit.</param>
    /// <param name="parameters">Its values.</param>
    /// <param name="cancellation">Gives up.</param>
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

    /// <summary>One campaign of the primary; null where there is none of this id.</summary>
    internal static async Task<Campaign?> FindAsync(Databases databases, long campaignId, CancellationToken cancellation) =>
        (await ReadAsync(databases, "id = @campaignId", new { campaignId }, cancellation)).SingleOrDefault();
}
