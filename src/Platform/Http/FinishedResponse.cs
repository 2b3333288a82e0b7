using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Primitives;

namespace Dugout.Platform.Http;

/// <summary>A response with its headers and its body, made once and sent to any number of clients. Compiled into the API and the gateway.</summary>
internal sealed class FinishedResponse
{
    private const int Ok = 200;
    private const int NotModified = 304;

    private readonly KeyValuePair<string, StringValues>[] _headers;
    private readonly byte[]? _body;
    private readonly string? _tag;
    private readonly FinishedResponse? _unchanged;

    /// <summary>Makes a response with status 200, and the one with status 304 for clients that have it.</summary>
    /// <param name="headers">Its headers, with an entity tag, without content type and length.</param>
    /// <param name="contentType">Its content type.</param>
    /// <param name="body">Its body.</param>
    public FinishedResponse(Microsoft.AspNetCore.Http.IHeaderDictionary headers, StringValues contentType, byte[] body)
    {
        ArgumentNullException.ThrowIfNull(headers);
        _unchanged = new([.. headers], NotModified);
        (_headers, _body, _tag, Status) = ([new("Content-Type", contentType), .. headers], body, headers.ETag, Ok);
    }

    private FinishedResponse(KeyValuePair<string, StringValues>[] headers, int status) => (_headers, Status) = (headers, status);

    /// <summary>Its status.</summary>
    public int Status { get; }

    /// <summary>The response to a client with a copy: itself, or 304; null where the conditions of the request must be parsed to know that.</summary>
    /// <param name="copies">The value of <c>If-None-Match</c>.</param>
    public FinishedResponse? For(StringValues copies) => copies.Count == 0 || IsAnother(copies) ? this : copies == _tag ? _unchanged : null;

    /// <summary>Sends it.</summary>
    /// <param name="features">The server's features of the request.</param>
    public Task SendAsync(IFeatureCollection features)
    {
        ArgumentNullException.ThrowIfNull(features);
        var response = features.Get<IHttpResponseFeature>()!;
        response.StatusCode = Status;
        foreach (var (name, value) in _headers)
            response.Headers[name] = value;
        if (_body is null)
            return Task.CompletedTask;
        response.Headers.ContentLength = _body.Length;
        var sent = features.Get<IHttpResponseBodyFeature>()!.Writer.WriteAsync(_body);
        if (!sent.IsCompletedSuccessfully)
            return sent.AsTask();
        sent.GetAwaiter().GetResult();
        return Task.CompletedTask;
    }

    /// <summary>
    /// Whether a client has one copy, which is another one: such as that of a page that reads a document each time after it has changed. Weak tags and lists must be parsed, and whatever is no
    /// tag matches nothing.
    /// </summary>
    private bool IsAnother(StringValues copies) => copies is [{ } copy] && copy != _tag && IsStrong(copy) && IsStrong(_tag);

    private static bool IsStrong(string? tag) => tag is ['"', .., '"'] && tag.IndexOf('"', 1) == tag.Length - 1;
}
