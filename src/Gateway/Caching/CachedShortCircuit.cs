using Dugout.Platform.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Dugout.Gateway.Caching;

/// <summary>
/// Finds cached responses for requests without conditions or demands other than <c>If-None-Match</c>; the pipeline, which understands all of them, serves the rest from the same cache. As there,
/// the client's identity does not matter, and every header with which a client could claim one is ignored.
/// </summary>
internal sealed class CachedShortCircuit(ResponseCache cache, IConfiguration configuration) : IShortCircuit
{
    private readonly bool _servesAllHosts = configuration.ServesAllHosts();

    /// <inheritdoc/>
    public FinishedResponse? Find(IHttpRequestFeature request) =>
        _servesAllHosts && request.IsPlainGet() && request.Headers is var headers && headers.CacheControl.Count == 0 && headers.Pragma.Count == 0
        && headers.IfMatch.Count == 0 && headers.IfUnmodifiedSince.Count == 0 && headers[CacheableRequest.TokenHeader].Count == 0
            ? cache.FindFinished(request.RawTarget, headers.IfNoneMatch)
            : null;
}
