using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Dugout.Features.Watch;

/// <summary>
/// The data of the gateway's page <c>/watch</c>: counts and seats of a sale, without accounts. Mapped in Development only. Not
/// part of the API contract, so excluded from the OpenAPI document. Excluded from rate limits: all watchers share one snapshot,
/// and the page is meant to show bursts.
/// </summary>
internal static class WatchSlice
{
    /// <summary>Registers the services the slice needs to handle requests.</summary>
    public static void AddWatch(this IServiceCollection services)
    {
        services.AddSingleton<SharedSnapshots>();
    }

    public static void MapWatch(this IEndpointRouteBuilder routes)
    {
        if (!routes.ServiceProvider.GetRequiredService<IHostEnvironment>().IsDevelopment())
            return;

        var watch = routes.MapGroup("/watch").AllowAnonymous().ExcludeFromDescription().DisableRateLimiting();
        watch.MapGet("/games", ListGamesOnSale.Handle);
        watch.MapGet("/games/{gameId}", WatchGame.Handle);
        watch.MapGet("/errors", CountErrors.Handle);
    }
}
