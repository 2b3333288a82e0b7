using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Catalog;

/// <summary>The stands that seat grades are made of, ordered by id. Operators only. Returns 200.</summary>
public static class ListStands
{
    /// <summary>One stand.</summary>
    /// <param name="Id">Its id.</param>
    /// <param name="Name">Its name.</param>
    /// <param name="Capacity">Its seats, numbered from 1.</param>
    /// <example>{"id":1,"name":"중앙 지정석","capacity":1000}</example>
    public sealed record StandItem(long Id, string Name, int Capacity);

    /// <summary>Handles the request.</summary>
    public static async Task<Ok<Page<StandItem>>> Handle(Reads reads, CancellationToken cancellation)
    {
        var stands = await reads.QueryPrimaryAsync(
            database => database.Set<StandRow>().OrderBy(stand => stand.Id).Select(stand => new StandItem(stand.Id, stand.Name, stand.Capacity)).ToListAsync(CancellationToken.None),
            cancellation);
        return TypedResults.Ok(new Page<StandItem>(stands, Next: null));
    }
}
