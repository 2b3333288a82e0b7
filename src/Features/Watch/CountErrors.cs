using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Watch;

/// <summary>
/// Error responses of this replica since its start, by code. Anonymous, in Development only. The gateway queries every replica.
/// Returns 200.
/// </summary>
public static class CountErrors
{
    /// <summary>The counts of one replica.</summary>
    /// <param name="Errors">Counts by the code of <see cref="Problems"/>; codes that never occurred are omitted.</param>
    public sealed record ReplicaErrors(IReadOnlyDictionary<string, long> Errors);

    /// <summary>Handles the request.</summary>
    internal static Ok<ReplicaErrors> Handle(ErrorCounts counts) => TypedResults.Ok(new ReplicaErrors(counts.ByCode()));
}
