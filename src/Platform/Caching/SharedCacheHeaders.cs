namespace Dugout.Platform.Caching;

/// <summary>
/// Response headers by which a replica permits the gateway to cache a response; the gateway removes them. Clients see only <c>Cache-Control</c>, because they cannot be notified of
/// invalidations. Compiled into both programs.
/// </summary>
internal static class SharedCacheHeaders
{
    /// <summary>RFC 9213: <c>public, max-age=60</c>, for caches in front of the replicas only.</summary>
    public const string Control = "CDN-Cache-Control";

    /// <summary>RFC 9875: the tag whose invalidation ends the response, quoted.</summary>
    public const string Groups = "Cache-Groups";

    /// <summary>The number of the tag's last invalidation, as Redis held it before the response was built.</summary>
    public const string Invalidation = "X-Cache-Invalidation";

    /// <summary>
    /// In a response: the version of the state that it shows, a number that grows. In a request: the greatest version that this gateway has received for the address; the replica must not
    /// show an older state.
    /// </summary>
    public const string Version = "X-Cache-Version";

    /// <summary>All of them.</summary>
    public static readonly string[] All = [Control, Groups, Invalidation, Version];

    /// <summary>Permits the gateway to cache a response.</summary>
    /// <param name="headers">The response's headers.</param>
    /// <param name="group">The tag whose invalidation ends the response.</param>
    /// <param name="seconds">Its lifetime.</param>
    /// <param name="invalidation">Number of the tag's last invalidation before the response was built; 0 for a tag that is never invalidated.</param>
    public static void Permit(Microsoft.AspNetCore.Http.IHeaderDictionary headers, string group, int seconds, long invalidation = 0) =>
        (headers[Control], headers[Groups], headers[Invalidation]) = (FormattableString.Invariant($"public, max-age={seconds}"), $"\"{group}\"", FormattableString.Invariant($"{invalidation}"));

    /// <summary>The address of a request: its path, and its query parameters as sent, in ordinal order.</summary>
    /// <param name="path">The path.</param>
    /// <param name="query">The query with its question mark; null or empty for none.</param>
    public static string AddressOf(string path, string? query)
    {
        if (string.IsNullOrEmpty(query))
            return path;
        var parameters = query[1..].Split('&', StringSplitOptions.RemoveEmptyEntries);
        Array.Sort(parameters, StringComparer.Ordinal);
        return parameters.Length == 0 ? path : $"{path}?{string.Join('&', parameters)}";
    }
}
