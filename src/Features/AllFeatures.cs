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
using Dugout.Features.WaitingRooms;
using Dugout.Features.Watch;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Features;

/// <summary>The list of slices.</summary>
public static class AllFeatures
{
    private static readonly Slice[] Slices =
    [
        new("Accounts", AccountsSlice.MapAccounts, AccountsSlice.AddAccounts, AccountsSlice.AddAccountsJobs),
        new("Catalog", CatalogSlice.MapCatalog, CatalogSlice.AddCatalog),
        new("Seats", SeatsSlice.MapSeats, SeatsSlice.AddSeats, SeatsSlice.AddSeatsJobs),
        new("WaitingRooms", WaitingRoomsSlice.MapWaitingRooms, WaitingRoomsSlice.AddWaitingRooms, WaitingRoomsSlice.AddWaitingRoomsJobs),
        new("Products", ProductsSlice.MapProducts, ProductsSlice.AddProducts),
        new("Coupons", CouponsSlice.MapCoupons, CouponsSlice.AddCoupons, CouponsSlice.AddCouponsJobs),
        new("Orders", OrdersSlice.MapOrders, OrdersSlice.AddOrders, OrdersSlice.AddOrdersJobs),
        new("Feed", FeedSlice.MapFeed, FeedSlice.AddFeed, FeedSlice.AddFeedJobs),
        new("Talk", TalkSlice.MapTalk, TalkSlice.AddTalk),
        new("Rankings", RankingsSlice.MapRankings, RankingsSlice.AddRankings, RankingsSlice.AddRankingsJobs),
        new("Recommendations", RecommendationsSlice.MapRecommendations),
        new("FanEvents", FanEventsSlice.MapFanEvents, FanEventsSlice.AddFanEvents),
        new("Notices", NoticesSlice.MapNotices, NoticesSlice.AddNotices, NoticesSlice.AddNoticesJobs),
        new("Operators", OperatorsSlice.MapOperators),
        new("Watch", WatchSlice.MapWatch, WatchSlice.AddWatch),
    ];

    /// <summary>The folders whose numbered scripts the migrator applies, in this order; <c>Shared</c> is the platform's.</summary>
    public static IReadOnlyList<string> Schemas { get; } = ["Shared", .. Slices.Select(slice => slice.Folder)];

    /// <summary>Registers everything the platform and the slices need to handle requests.</summary>
    public static IServiceCollection AddFeatures(this IServiceCollection services)
    {
        services.AddPlatform(typeof(AllFeatures).Assembly);
        services.AddValidation();
        foreach (var slice in Slices)
            slice.Add?.Invoke(services);
        return services;
    }

    /// <summary>Maps the routes of every slice, and describes the errors of each in the OpenAPI document.</summary>
    public static IEndpointRouteBuilder MapFeatures(this IEndpointRouteBuilder routes)
    {
        var all = routes.MapGroup("");
        all.DescribeProblems();
        foreach (var slice in Slices)
            slice.Map(all);
        return routes;
    }

    /// <summary>Registers the background jobs of the platform and the slices, for one host only: the worker.</summary>
    public static IServiceCollection AddFeatureJobs(this IServiceCollection services)
    {
        services.AddPlatformJobs();
        foreach (var slice in Slices)
            slice.AddJobs?.Invoke(services);
        return services;
    }

    private sealed record Slice(string Folder, Action<IEndpointRouteBuilder> Map, Action<IServiceCollection>? Add = null, Action<IServiceCollection>? AddJobs = null);
}
