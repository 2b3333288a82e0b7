using Microsoft.AspNetCore.Http;

namespace Dugout.Platform.Consistency;

/// <summary>Tells a client what it has written, as the place in the primary's history it may send back; see <see cref="ConsistencyToken"/>.</summary>
public sealed class CommitPosition(IReplication replication, IHttpContextAccessor requests)
{
    /// <summary>Commits, and answers the place of what was written; for the end of a transaction's text.</summary>
    public string Commit { get; } = Transactions.Commit + $"SELECT {replication.LastWrite}; ";

    /// <summary>Expression, on the primary: a place at which all that was committed before is there.</summary>
    public string Present => replication.Present;

    /// <summary>Puts a place into the answer. Empty where the server keeps no history: then only the primary is sure.</summary>
    public void Report(string? place)
    {
        if (!string.IsNullOrEmpty(place) && requests.HttpContext is { } request)
            request.Response.Headers[ConsistencyToken.Header] = place;
    }
}
