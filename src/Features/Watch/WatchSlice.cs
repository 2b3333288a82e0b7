using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Dugout.Features.Watch;

/// <summary>
/// What the gateway's page <c>/watch</c> shows of a sale: counts and seats, no account. In Development only: elsewhere there are no such addresses. No
/// part of the contract, so not in the API's description. Outside the limits: one look is shared by all who watch, and a rush is what they want to see.
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
        watch.MapGet("/refusals", CountErrors.Handle);
    }
}
