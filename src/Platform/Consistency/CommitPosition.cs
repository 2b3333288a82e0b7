using Microsoft.AspNetCore.Http;

namespace Dugout.Platform.Consistency;

/// <summary>Returns the commit position of a write to the client, which may send it back as consistency token; see <see cref="ConsistencyToken"/>.</summary>
public sealed class CommitPosition(IReplication replication, IHttpContextAccessor requests)
{
    /// <summary>SQL that commits and selects the commit position; for the end of a transaction's batch.</summary>
    public string Commit { get; } = Transactions.Commit + $"SELECT {replication.LastWrite}; ";

    /// <summary>SQL expression, on the primary: a position that includes everything committed before.</summary>
    public string Present => replication.Present;

    /// <summary>Adds a commit position to the response headers. An empty position means that the server writes no binary log: then only the primary is certain.</summary>
    public void Report(string? place)
    {
        if (!string.IsNullOrEmpty(place) && requests.HttpContext is { } request)
            request.Response.Headers[ConsistencyToken.Header] = place;
    }
}
