using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Coupons;

/// <summary>
/// One campaign, open or not; see <see cref="Campaign"/>. Anonymous access. Read from the primary. Returns 200. Errors: 404
/// <c>no-such-campaign</c>.
/// </summary>
public static class ShowCampaign
{
    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<Campaign>, Problem>> Handle(long campaignId, Reads reads, CancellationToken cancellation) =>
        await Campaign.FindAsync(reads, campaignId, cancellation) is { } campaign ? TypedResults.Ok(campaign) : CouponsProblems.NoSuchCampaign;
}
