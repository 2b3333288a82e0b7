using System.Globalization;
using Dugout.Platform.Caching;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Net.Http.Headers;
using Yarp.ReverseProxy.Transforms;

namespace Dugout.Gateway.Caching;

/// <summary>Withholds a replica's response from the client until it is complete, if the gateway may cache it or must compare it with the client's copy. Other responses pass.</summary>
/// <param name="context">The forwarded request.</param>
/// <param name="isConditional">Whether the client has a copy.</param>
/// <param name="mostBytes">Maximum size of a body; longer ones pass.</param>
/// <param name="passes">Called when it is known that the response will not be cached.</param>
internal sealed class ResponseCapture(HttpContext context, bool isConditional, long mostBytes, Action passes)
{
    private readonly IHttpResponseBodyFeature _client = context.Features.Get<IHttpResponseBodyFeature>()!;
    private MemoryStream? _body;
    private long _length;

    /// <summary>What the replica permits; null for nothing.</summary>
    public Permission? Permits { get; private set; }

    /// <summary>Reads the replica's permission, and removes it from what the client receives.</summary>
    public static ValueTask ReadAsync(ResponseTransformContext response)
    {
        if (response.ProxyResponse is not { } answer)
            return ValueTask.CompletedTask;
        response.HttpContext.Features.Get<ResponseCapture>()?.Begin(answer);
        foreach (var name in SharedCacheHeaders.All)
            response.HttpContext.Response.Headers.Remove(name);
        return ValueTask.CompletedTask;
    }

    /// <summary>Ends it, and returns the complete body; null where the response has passed, or failed.</summary>
    public byte[]? End()
    {
        var (body, isComplete) = (_body, _body?.Length == _length && context.GetForwarderErrorFeature() is null);
        Release();
        return isComplete ? body!.ToArray() : null;
    }

    /// <summary>A second attempt, on another replica, begins again.</summary>
    private void Begin(HttpResponseMessage answer)
    {
        Release();
        var length = answer.Content.Headers.ContentLength;
        var isWhole = answer.StatusCode == System.Net.HttpStatusCode.OK && length <= mostBytes;
        Permits = isWhole ? Permission.Of(answer) : null;
        if (Permits is null)
            passes();
        if (!isWhole || (Permits is null && !isConditional))
            return;
        (_body, _length) = (new((int)length!.Value), length.Value);
        context.Features.Set<IHttpResponseBodyFeature>(new StreamResponseBodyFeature(_body, _client));
    }

    private void Release()
    {
        if (_body is not null)
            context.Features.Set(_client);
        _body = null;
    }

    /// <summary>A replica's permission to cache a response.</summary>
    /// <param name="Group">The group whose invalidation ends it.</param>
    /// <param name="Invalidation">Number of the last invalidation that it includes.</param>
    /// <param name="Life">Its lifetime.</param>
    internal sealed record Permission(string Group, long Invalidation, TimeSpan Life)
    {
        /// <summary>Returns the permission for a response; null where it has none, or belongs to one caller or one kind of callers.</summary>
        public static Permission? Of(HttpResponseMessage answer) =>
            !answer.Headers.Contains(HeaderNames.SetCookie) && !answer.Headers.Contains(HeaderNames.Vary) && answer.Content.Headers.ContentEncoding.Count == 0
            && CacheControlHeaderValue.TryParse(Only(answer, SharedCacheHeaders.Control), out var control)
            && control is { Public: true, NoStore: false, NoCache: false, Private: false, MaxAge: { Ticks: > 0 } life }
            && Only(answer, SharedCacheHeaders.Groups) is ['"', .. { Length: > 0 } group, '"'] && !group.Contains('"', StringComparison.Ordinal)
            && long.TryParse(Only(answer, SharedCacheHeaders.Invalidation), NumberStyles.None, CultureInfo.InvariantCulture, out var invalidation)
                ? new(group, invalidation, life)
                : null;

        private static string? Only(HttpResponseMessage answer, string name) =>
            answer.Headers.TryGetValues(name, out var values) && values.ToArray() is [var value] ? value : null;
    }
}
