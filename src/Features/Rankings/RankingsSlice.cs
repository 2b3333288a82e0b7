using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Features.Rankings;

/// <summary>Rankings: anonymous read access.</summary>
internal static class RankingsSlice
{
    /// <summary>Registers the services the slice needs to handle requests.</summary>
    public static void AddRankings(this IServiceCollection services)
    {
        services.AddOptionsOf<RankingsOptions>("Rankings");
        services.AddSingleton<RankingBoards>();
    }

    public static void MapRankings(this IEndpointRouteBuilder routes) =>
        routes.MapGroup("/api/rankings").WithTags("Rankings").AllowAnonymous().MapGet("/{ranking}", ShowRanking.Handle).ProducesProblems(RankingsProblems.NoSuchRanking, CatalogProblems.NoSuchTeam);

    /// <summary>Registers the slice's jobs and the receivers of its outbox messages, for the worker.</summary>
    public static void AddRankingsJobs(this IServiceCollection services)
    {
        services.AddSingleton<RankingLease>();
        services.AddSingleton<CountRankings>();
        services.AddHostedService<RefreshRankings>();
    }
}
