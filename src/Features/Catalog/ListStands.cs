using Dapper;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

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
    public static async Task<Ok<Page<StandItem>>> Handle(Databases databases, CancellationToken cancellation)
    {
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        var stands = await connection.QueryAsync<StandItem>(new(
            "SELECT id AS Id, name AS Name, capacity AS Capacity FROM stands ORDER BY id", cancellationToken: cancellation));
        return TypedResults.Ok(new Page<StandItem>(stands.AsList(), Next: null));
    }
}
