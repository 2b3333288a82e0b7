using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Coupons;

/// <summary>
/// The campaigns that are open for claims, ordered by end; see <see cref="Campaign"/>. Anonymous access. Read from the primary, so every
/// replica returns the right remaining number immediately after a claim. Returns 200. Errors: 400 <c>invalid</c> for an invalid limit or
/// cursor.
/// </summary>
public static class ListCampaigns
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<Page<Campaign>>, Problem>> Handle(
        string? after, [Limit] int? limit, Reads reads, TimeProvider clock, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;

        var length = limit ?? Cursor.DefaultLimit;
        var found = await Campaign.ListAsync(reads, clock.GetUtcNow().UtcDateTime, from ?? Cursor.BeforeOldest, length + 1, cancellation);
        return TypedResults.Ok(Page.Of(found, length, campaign => Cursor.At(campaign.EndsAt, campaign.CampaignId)));
    }
}
