using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Watch;

/// <summary>
/// How often this replica has refused something since it began, by code. Anonymous access, in Development only. The gateway asks every replica. 200.
/// </summary>
public static class CountErrors
{
    /// <summary>The counts of one replica.</summary>
    /// <param name="Refusals">How often, by the code of <see cref="Problems"/>; codes that never occurred are left out.</param>
    public sealed record ReplicaErrors(IReadOnlyDictionary<string, long> Refusals);

    /// <summary>Handles the request.</summary>
    internal static Ok<ReplicaErrors> Handle(ErrorCounts counts) => TypedResults.Ok(new ReplicaErrors(counts.ByCode()));
}
