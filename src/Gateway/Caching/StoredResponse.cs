using System.Globalization;
using Dugout.Platform.Http;
using Microsoft.Extensions.Primitives;
using Microsoft.Net.Http.Headers;

namespace Dugout.Gateway.Caching;

/// <summary>A cached response.</summary>
/// <param name="Group">The group whose invalidation ends it.</param>
/// <param name="Began">Number of invalidations when its fetch began.</param>
/// <param name="Since">Time stamp of that moment.</param>
/// <param name="Life">Its lifetime.</param>
/// <param name="Position">A commit position that it includes: the consistency token with which it was fetched; null for none.</param>
/// <param name="Version">Its version; null for none.</param>
/// <param name="Headers">Its headers for clients.</param>
/// <param name="Body">Its body.</param>
internal sealed record StoredResponse(
    string Group, long Began, long Since, TimeSpan Life, string? Position, ResponseVersion? Version, IReadOnlyList<KeyValuePair<string, StringValues>> Headers, byte[] Body)
{
    /// <summary>The headers that describe the content. Others, such as cookies and the replica's name, belong to the response of one caller.</summary>
    private static readonly string[] OfContent = [HeaderNames.ContentType, HeaderNames.ContentLanguage, HeaderNames.CacheControl, HeaderNames.ETag, HeaderNames.LastModified];

    /// <summary>Approximate overhead of an entry in bytes, besides its body: address, headers, objects.</summary>
    private const int Overhead = 1_024;

    private Aged? _aged;

    /// <summary>Size in memory, in bytes.</summary>
    public int Size => Overhead + Body.Length;

    /// <summary>Whether the gateway has received no later state of its address.</summary>
    public bool IsLatest => Version is not { IsGreatest: false };

    /// <summary>The headers of a response that are stored.</summary>
    public static IReadOnlyList<KeyValuePair<string, StringValues>> HeadersOf(IHeaderDictionary headers) =>
        [.. OfContent.Where(headers.ContainsKey).Select(name => KeyValuePair.Create(name, headers[name]))];

    /// <summary>The response that is sent before the pipeline. Its age changes once a second.</summary>
    /// <param name="age">Its age.</param>
    public FinishedResponse Finish(TimeSpan age)
    {
        var seconds = (long)age.TotalSeconds;
        var aged = _aged;
        if (aged?.Seconds != seconds)
            _aged = aged = new(seconds, Finish(seconds));
        return aged.Response;
    }

    /// <summary>Sends it as the gateway's response.</summary>
    /// <param name="context">The request.</param>
    /// <param name="age">Its age.</param>
    public Task SendAsync(HttpContext context, TimeSpan age)
    {
        var headers = context.Response.Headers;
        foreach (var (name, value) in Headers)
            headers[name] = value;
        headers.Age = ((long)age.TotalSeconds).ToString(CultureInfo.InvariantCulture);
        return SendAsync(context, Body);
    }

    /// <summary>Sends a body to which the response's headers belong: 304 without the body if the client has it, and no body for HEAD.</summary>
    public static Task SendAsync(HttpContext context, ReadOnlyMemory<byte> body)
    {
        var response = context.Response;
        if (IsKnown(context.Request, response.Headers.ETag))
        {
            response.StatusCode = StatusCodes.Status304NotModified;
            response.ContentLength = null;
            response.ContentType = null;
            return Task.CompletedTask;
        }

        response.ContentLength = body.Length;
        return HttpMethods.IsHead(context.Request.Method) ? Task.CompletedTask : response.Body.WriteAsync(body, context.RequestAborted).AsTask();
    }

    private FinishedResponse Finish(long seconds)
    {
        IHeaderDictionary headers = new HeaderDictionary();
        foreach (var (name, value) in Headers)
            headers[name] = value;
        var contentType = headers.ContentType;
        headers.Remove(HeaderNames.ContentType);
        headers.Age = seconds.ToString(CultureInfo.InvariantCulture);
        GatewayResponses.Mark(headers);
        return new(headers, contentType, Body);
    }

    private static bool IsKnown(HttpRequest request, string? tag)
    {
        if (request.Headers.IfNoneMatch.Count == 0 || tag is null || !EntityTagHeaderValue.TryParse(tag, out var own))
            return false;
        return request.GetTypedHeaders().IfNoneMatch.Any(known => known.Tag == "*" || known.Compare(own, useStrongComparison: false));
    }

    /// <summary>The finished response at an age.</summary>
    private sealed record Aged(long Seconds, FinishedResponse Response);
}
