using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Catalog;

/// <summary>All teams, ordered by id. Anonymous access. Read from a replica. Returns 200.</summary>
public static class ListTeams
{
    /// <summary>One team.</summary>
    public sealed record TeamItem(long Id, string Code, string Name, Named Stadium);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<CachedResponse<Page<TeamItem>>, Problem>> Handle(ConsistencyToken seen, ResponseCache cache, CancellationToken cancellation)
    {
        var teams = await cache.GetAsync(CatalogResponses.Teams, seen, ListAsync, cancellation);
        return teams.Value is { } answer ? answer : teams.Problem!;
    }

    private static async Task<Result<Page<TeamItem>>> ListAsync(ReadContext database, CancellationToken cancellation) => new Page<TeamItem>(
        await database.Set<Team>()
            .OrderBy(team => team.Id)
            .Select(team => new TeamItem(team.Id, team.Code, team.Name, new Named(team.Stadium.Id, team.Stadium.Name)))
            .ToListAsync(cancellation),
        Next: null);
}

/// <summary>An id with its name.</summary>
public sealed record Named(long Id, string Name);
