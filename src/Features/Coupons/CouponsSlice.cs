using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace Dugout.Features.Coupons;

/// <summary>Coupons: campaigns, claims and the coupons of an account.</summary>
internal static class CouponsSlice
{
    /// <summary>Registers the services the slice needs to handle requests.</summary>
    public static void AddCoupons(this IServiceCollection services)
    {
        services.AddOptionsOf<CouponsOptions>("Coupons");
        services.AddSingleton<Campaigns>();
        services.AddSingleton<CouponAdmission>();
        services.AddSingleton<CouponUnits>();
        services.AddSingleton<CouponClaims>();
        services.AddSingleton(provider => CouponStrategies.All.Of(provider.GetRequiredService<IOptions<CouponsOptions>>().Value.Claim, provider));
        services.AddSingleton<CouponsQueries>();
    }

    public static void MapCoupons(this IEndpointRouteBuilder routes)
    {
        var campaigns = routes.MapGroup("/api/coupon-campaigns").WithTags("Coupons").AllowAnonymous();
        campaigns.MapGet("", ListCampaigns.Handle);
        campaigns.MapGet("/{campaignId}", ShowCampaign.Handle).ProducesProblems(CouponsProblems.NoSuchCampaign);

        var coupons = routes.MapGroup("/api").WithTags("Coupons").RequireAuthorization();
        coupons.MapPost("/coupon-campaigns/{campaignId}/coupons", ClaimCoupon.Handle).ProducesProblems(CouponsProblems.NoSuchCampaign, CouponsProblems.CampaignNotBegun, CouponsProblems.CampaignOver, CouponsProblems.AlreadyClaimed, CouponsProblems.SoldOut);
        coupons.MapGet("/coupons", MyCoupons.Handle);
    }

    /// <summary>Registers the slice's jobs and the receivers of its outbox messages, for the worker.</summary>
    public static void AddCouponsJobs(this IServiceCollection services)
    {
        services.AddSingleton<IOutboxReceiver, UpdateCouponAdmission>();
    }
}
