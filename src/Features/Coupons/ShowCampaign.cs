using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Coupons;

/// <summary>
/// One campaign, whether or not it runs; see <see cref="Campaign"/>. Anybody may ask. Read from the primary. 200, or 404
/// <c>no-such-campaign</c>.
/// </summary>
public static class ShowCampaign
{
    /// <summary>Answers the request.</summary>
    public static async Task<Results<Ok<Campaign>, Problem>> Handle(long campaignId, Databases databases, CancellationToken cancellation) =>
        await Campaign.FindAsync(databases, campaignId, cancellation) is { } campaign ? TypedResults.Ok(campaign) : CouponsProblems.NoSuchCampaign;
}
