using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Dugout.Features.Coupons;

/// <summary>Coupons: what is given away, who gets one, and what a fan has.</summary>
internal static class CouponsApi
{
    public static void MapCoupons(this IEndpointRouteBuilder routes)
    {
        var campaigns = routes.MapGroup("/api/coupon-campaigns").WithTags("Coupons").AllowAnonymous();
        campaigns.MapGet("", ListCampaigns.Handle);
        campaigns.MapGet("/{campaignId}", ShowCampaign.Handle).ProducesProblems(CouponsProblems.NoSuchCampaign);

        var coupons = routes.MapGroup("/api").WithTags("Coupons").RequireAuthorization();
        coupons.MapPost("/coupon-campaigns/{campaignId}/coupons", ClaimCoupon.Handle).ProducesProblems(CouponsProblems.NoSuchCampaign, CouponsProblems.CampaignNotBegun, CouponsProblems.CampaignOver, CouponsProblems.AlreadyClaimed, CouponsProblems.SoldOut);
        coupons.MapGet("/coupons", MyCoupons.Handle);
    }
}
