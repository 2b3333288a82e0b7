using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Configuration;

namespace Dugout.Platform.Caching;

/// <summary>
/// Finds responses in memory that are the same for every caller and whose request is spelled like their shared address. The rules of the cache are those of the pipeline:
/// invalidations, lifetime, consistency token. Operators without a consistency token are served by the pipeline, which finds the position of their last write.
/// </summary>
internal sealed class CachedShortCircuit(ResponseCache cache, RememberedTokens tokens, IReplication replication, CommonHeaders common, IConfiguration configuration) : IShortCircuit
{
    private readonly bool _servesAllHosts = configuration.ServesAllHosts();

    /// <inheritdoc/>
    public FinishedResponse? Find(IHttpRequestFeature request)
    {
        ArgumentNullException.ThrowIfNull(request);
        if (!_servesAllHosts || !request.IsPlainGet() || cache.FindShared(request.RawTarget, ConsistencyToken.Nothing) is not { } kept || !Satisfies(kept, request.Headers))
            return null;
        kept.Finished ??= Finish(kept.Body, kept.Shared!);
        var response = kept.Finished.For(request.Headers.IfNoneMatch);
        if (response is not null)
            cache.CountHit();
        return response;
    }

    /// <summary>Whether a response includes the writes that its reader must see, by the rules of <see cref="ConsistencyToken.BindAsync"/>.</summary>
    private bool Satisfies(Kept kept, IHeaderDictionary headers)
    {
        var token = headers[ConsistencyToken.Header];
        if (token.Count > 0)
            return token.Count == 1 && ConsistencyToken.Of(token.ToString(), replication).IsIn(kept.Place, replication);
        // A cookie may carry the token of an operator. Browsers come through the gateway, and its cache does not look at cookies.
        var signedIn = headers.Authorization;
        return signedIn.Count == 0 ? headers.Cookie.Count == 0 : signedIn.Count == 1 && tokens.IsOfFan(signedIn.ToString());
    }

    private FinishedResponse Finish(FinishedBody body, SharedCaching shared)
    {
        var headers = new HeaderDictionary();
        body.Describe(headers);
        shared.Permit(headers);
        common.AddTo(headers);
        return new(headers, FinishedBody.ContentType, body.Bytes);
    }
}
