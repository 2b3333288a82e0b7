using Microsoft.EntityFrameworkCore;

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
    private static readonly Func<ReadContext, long, Task<Campaign?>> One = EF.CompileAsyncQuery((ReadContext database, long campaignId) => database.Set<CampaignRow>()
        .Where(row => row.Id == campaignId)
        .Select(row => new Campaign(
            row.Id, row.Name, row.Discount, row.Minimum, row.StartsAt, row.EndsAt, row.ValidUntil, row.Stock, row.Stock - row.Issued))
        .SingleOrDefault());

    private static readonly Func<ReadContext, DateTime, DateTime, long, int, IAsyncEnumerable<Campaign>> Open = EF.CompileAsyncQuery(
        (ReadContext database, DateTime now, DateTime time, long lastId, int rows) => database.Set<CampaignRow>()
            .Where(row => row.StartsAt <= now && row.EndsAt > now && (row.EndsAt > time || (row.EndsAt == time && row.Id > lastId)))
            .OrderBy(row => row.EndsAt).ThenBy(row => row.Id)
            .Select(row => new Campaign(
                row.Id, row.Name, row.Discount, row.Minimum, row.StartsAt, row.EndsAt, row.ValidUntil, row.Stock, row.Stock - row.Issued))
            .Take(rows));

    /// <summary>One campaign from the primary, so that the remaining number is current; null if there is none with this id.</summary>
    internal static Task<Campaign?> FindAsync(Reads reads, long campaignId, CancellationToken cancellation) =>
        reads.QueryPrimaryAsync(database => One(database, campaignId), cancellation);

    /// <summary>The campaigns that can be claimed now, from the primary, those that end first first.</summary>
    internal static Task<List<Campaign>> ListAsync(Reads reads, DateTime now, Cursor after, int rows, CancellationToken cancellation) =>
        reads.QueryPrimaryAsync(async database => await Open(database, now, after.Time, after.Id, rows).ToListAsync(), cancellation);
}
