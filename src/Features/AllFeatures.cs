using Dugout.Features.Accounts;
using Dugout.Features.Catalog;
using Dugout.Features.Coupons;
using Dugout.Features.FanEvents;
using Dugout.Features.Feed;
using Dugout.Features.Notices;
using Dugout.Features.Operators;
using Dugout.Features.Orders;
using Dugout.Features.Products;
using Dugout.Features.Rankings;
using Dugout.Features.Recommendations;
using Dugout.Features.Seats;
using Dugout.Features.Talk;
using Dugout.Features.Watch;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Features;

/// <summary>The list of slices.</summary>
public static class AllFeatures
{
    /// <summary>The folders of the slices whose tables the migrator makes, in this order; the platform's come first.</summary>
    public static IReadOnlyList<string> Schemas { get; } = ["Shared", "Accounts", "Catalog", "Seats", "Products", "Coupons", "Orders", "Feed", "Talk", "Rankings", "Recommendations", "FanEvents", "Notices"];

    /// <summary>Registers everything that the platform and the slices need.</summary>
    public static IServiceCollection AddFeatures(this IServiceCollection services)
    {
        services.AddPlatform(typeof(AllFeatures).Assembly);
        services.AddAccounts();
        services.AddCatalog();
        services.AddSeats();
        services.AddProducts();
        services.AddCoupons();
        services.AddOrders();
        services.AddFeed();
        services.AddTalk();
        services.AddRankings();
        services.AddFanEvents();
        services.AddNotices();
        services.AddWatch();
        return services;
    }

    /// <summary>Maps the routes of every slice, and describes the errors of each in the OpenAPI document.</summary>
    public static IEndpointRouteBuilder MapFeatures(this IEndpointRouteBuilder routes)
    {
        var all = routes.MapGroup("");
        all.DescribeRefusals();
        all.MapAccounts();
        all.MapCatalog();
        all.MapSeats();
        all.MapProducts();
        all.MapCoupons();
        all.MapOrders();
        all.MapFeed();
        all.MapTalk();
        all.MapRankings();
        all.MapRecommendations();
        all.MapFanEvents();
        all.MapNotices();
        all.MapOperators();
        all.MapWatch();
        return routes;
    }

    /// <summary>Registers the background jobs of the platform and the slices, for one host only: the worker.</summary>
    public static IServiceCollection AddFeatureJobs(this IServiceCollection services)
    {
        services.AddPlatformJobs();
        services.AddAccountsJobs();
        services.AddSeatsJobs();
        services.AddCouponsJobs();
        services.AddOrdersJobs();
        services.AddFeedJobs();
        services.AddRankingsJobs();
        services.AddNoticesJobs();
        return services;
    }
}
