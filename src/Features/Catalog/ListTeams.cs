using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Catalog;

/// <summary>All teams, ordered by id. Anonymous access. Read from a replica. Returns 200.</summary>
public static class ListTeams
{
    /// <summary>One team.</summary>
    /// <param name="Id">Its id.</param>
    /// <param name="Code">Its stable Latin code.</param>
    /// <param name="Name">Its Korean name.</param>
    /// <param name="Stadium">Its home stadium.</param>
    /// <example>{"id":1,"code":"LG","name":"LG 트윈스","stadium":{"id":1,"name":"잠실야구장"}}</example>
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
/// <param name="Id">The id.</param>
/// <param name="Name">The Korean name.</param>
/// <example>{"id":1,"name":"LG 트윈스"}</example>
public sealed record Named(long Id, string Name);
