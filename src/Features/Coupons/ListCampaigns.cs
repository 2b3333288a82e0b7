using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Coupons;

/// <summary>
/// The campaigns that coupons can be claimed of now, those that end first before the others; see <see cref="Campaign"/>. Anybody may ask.
/// Read from the primary, so what remains is right at once after a claim, whichever replica answers. 200, or 400 <c>invalid</c> for a limit
/// or cursor that can't be read.
/// </summary>
public static class ListCampaigns
{
    /// <summary>Answers the request.</summary>
    public static async Task<Results<Ok<Page<Campaign>>, Problem>> Handle(
        string? after, int? limit, Databases databases, TimeProvider clock, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, limit, out var from) is { } refusal)
            return refusal;

        var length = limit ?? Cursor.DefaultLimit;
        var which = "starts_at <= @now AND ends_at > @now "
            + (from is null ? "" : "AND (ends_at > @Time OR (ends_at = @Time AND id > @LastId)) ")
            + "ORDER BY ends_at, id LIMIT @rows";
        var now = clock.GetUtcNow().UtcDateTime;
        var found = await Campaign.ReadAsync(databases, which, new { now, from?.Time, LastId = from?.Id, rows = length + 1 }, cancellation);
        return TypedResults.Ok(Page.Of(found, length, campaign => Cursor.At(campaign.EndsAt, campaign.CampaignId)));
    }
}
