using Dugout.Platform.Caching;
using Dugout.Platform.Consistency;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Net.Http.Headers;

namespace Dugout.Gateway.Caching;

/// <summary>A request that a cached response may satisfy.</summary>
/// <param name="Address">Path and ordered query.</param>
/// <param name="Token">The consistency token; null for none.</param>
/// <param name="Control">Its <c>Cache-Control</c>; null for none.</param>
internal sealed record CacheableRequest(string Address, string? Token, CacheControlHeaderValue? Control)
{
    /// <summary>The header with the consistency token.</summary>
    public const string TokenHeader = "X-Consistency-Token";
    private const int LongestAddress = 256;
    private const int LongestToken = 1_000;

    private static readonly IReplication[] Engines = [new MariaDbReplication(), new MySqlReplication()];

    /// <summary>The request demands a response that is fetched for it.</summary>
    public bool WantsNew => Control is { NoCache: true };

    /// <summary>Describes a request; null where it must reach a replica and its response must not be cached.</summary>
    public static CacheableRequest? Of(HttpRequest request)
    {
        var headers = request.Headers;
        // Pages of other sites are rejected by the replicas.
        if (headers["Sec-Fetch-Site"].ToString() is "cross-site" or "same-site" || headers.IfMatch.Count > 0 || headers.IfUnmodifiedSince.Count > 0
            || request.HttpContext.Features.Get<IHttpRequestBodyDetectionFeature>() is { CanHaveBody: true })
            return null;
        if (!IsUnderstood(headers, out var control) || control is { NoStore: true })
            return null;
        var token = headers[TokenHeader];
        if (token.Count > 1 || (token is [{ } text] && !IsPosition(text)))
            return null;
        var address = SharedCacheHeaders.AddressOf(request.Path.Value ?? "", request.QueryString.Value);
        return address.Length > LongestAddress ? null : new(address, token, control);
    }

    /// <summary>Whether a response of some age, with the rest of its lifetime, satisfies the request.</summary>
    /// <param name="position">A commit position that the response includes; null where none is known.</param>
    /// <param name="age">Its age.</param>
    /// <param name="rest">Its remaining lifetime.</param>
    public bool Accepts(string? position, TimeSpan age, TimeSpan rest) => rest > TimeSpan.Zero
        && !(age > Control?.MaxAge) && !(rest < Control?.MinFresh)
        && (Token is null || (position is not null && Array.Exists(Engines, engine => engine.IsPlace(Token) && engine.IsPlace(position) && engine.Covers(position, Token))));

    private static bool IsUnderstood(IHeaderDictionary headers, out CacheControlHeaderValue? control)
    {
        control = headers.CacheControl.Count == 0 && headers.Pragma == "no-cache" ? new() { NoCache = true } : null;
        return headers.CacheControl.Count == 0 || CacheControlHeaderValue.TryParse(headers.CacheControl.ToString(), out control);
    }

    private static bool IsPosition(string text) => text.Length <= LongestToken && Array.Exists(Engines, engine => engine.IsPlace(text));
}
