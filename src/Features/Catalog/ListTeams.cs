using Dugout.Features.Shared;
using Dugout.Features.Shared.Replication;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Catalog;

/// <summary>All teams, by id. Anybody may ask. Read from a replica. 200.</summary>
public static class ListTeams
{
    /// <summary>One team.</summary>
    public sealed record TeamItem(long Id, string Code, string Name, Named Stadium);

    /// <summary>Answers the request.</summary>
    public static async Task<Ok<Page<TeamItem>>> Handle(Seen seen, Reads reads, CancellationToken cancellation)
    {
        var teams = await reads.AskAsync(seen, (database, cancel) => database.Set<Team>()
            .OrderBy(team => team.Id)
            .Select(team => new TeamItem(team.Id, team.Code, team.Name, new Named(team.Stadium.Id, team.Stadium.Name)))
            .ToListAsync(cancel), cancellation);
        return TypedResults.Ok(new Page<TeamItem>(teams, Next: null));
    }
}

/// <summary>A thing by its id and name.</summary>
public sealed record Named(long Id, string Name);
