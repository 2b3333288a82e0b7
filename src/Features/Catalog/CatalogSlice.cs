using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Dugout.Features.Catalog;

/// <summary>Teams, games and seat grades: anonymous read access, changes by operators.</summary>
internal static class CatalogSlice
{
    /// <summary>Registers the services the slice needs to handle requests.</summary>
    public static void AddCatalog(this IServiceCollection services)
    {
        services.AddSingleton<CatalogQueries>();
        services.AddSingleton<IWarmUp, CatalogWarmUp>();
    }

    public static void MapCatalog(this IEndpointRouteBuilder routes)
    {
        var catalog = routes.MapGroup("/api").WithTags("Catalog").AllowAnonymous();

        catalog.MapGet("/teams", ListTeams.Handle);
        catalog.MapGet("/games", ListGames.Handle);
        catalog.MapGet("/games/{gameId}", ShowGame.Handle).ProducesProblems(CatalogProblems.NoSuchGame);
        catalog.MapGet("/games/{gameId}/grades/{gradeId}", ShowGrade.Handle).ProducesProblems(CatalogProblems.NoSuchGame, CatalogProblems.NoSuchGrade);

        var operators = routes.MapGroup("/api/admin").WithTags("Catalog").RequireOperator();
        operators.MapGet("/stands", ListStands.Handle);
        operators.MapPost("/games", CreateGame.Handle).ProducesProblems(CatalogProblems.NoSuchTeam, CatalogProblems.NoSuchStadium, CatalogProblems.NoSuchStand, CatalogProblems.StadiumTaken, CatalogProblems.NameTaken);
        operators.MapPatch("/games/{gameId}", ChangeGame.Handle).ProducesProblems(CatalogProblems.NoSuchGame, CatalogProblems.StadiumTaken);
        operators.MapPatch("/games/{gameId}/grades/{gradeId}", ChangeGrade.Handle).ProducesProblems(CatalogProblems.NoSuchGrade, CatalogProblems.NameTaken);
    }
}
