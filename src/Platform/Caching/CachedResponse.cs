using System.Reflection;
using System.Security.Cryptography;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.Net.Http.Headers;

namespace Dugout.Platform.Caching;

/// <summary>A body that is ready to be sent as it is, or a piece from which such are put together.</summary>
/// <param name="bytes">The JSON, or whatever the piece is.</param>
/// <param name="isEmpty">Whether it holds nothing, and is kept only shortly.</param>
public sealed class FinishedBody(byte[] bytes, bool isEmpty = false)
{
    private const int TagBytes = 12;

    private string? _tag;

    /// <summary>The JSON, or whatever the piece is.</summary>
    internal byte[] Bytes => bytes;

    /// <summary>Whether it holds nothing.</summary>
    internal bool IsEmpty => isEmpty;

    /// <summary>Its entity tag: another one for any other body. Made when it is first asked for, which nobody does of a piece.</summary>
    public string Tag => _tag ??= $"\"{Convert.ToHexStringLower(SHA256.HashData(bytes).AsSpan(0, TagBytes))}\"";
}

/// <summary>
/// An answer as finished bytes, with a tag by which clients know whether theirs is still the same: 200, or 304 without a body
/// when it is. Clients may keep it, but ask each time.
/// </summary>
/// <param name="Body">The body.</param>
public sealed record CachedResponse<T>(FinishedBody Body) : IResult, IEndpointMetadataProvider
{
    /// <inheritdoc/>
    public async Task ExecuteAsync(HttpContext httpContext)
    {
        ArgumentNullException.ThrowIfNull(httpContext);
        var response = httpContext.Response;
        response.Headers.CacheControl = "public, no-cache";
        response.Headers.ETag = Body.Tag;
        if (Knows(httpContext.Request))
        {
            response.StatusCode = StatusCodes.Status304NotModified;
            return;
        }

        response.ContentType = "application/json; charset=utf-8";
        response.ContentLength = Body.Bytes.Length;
        await response.Body.WriteAsync(Body.Bytes, httpContext.RequestAborted);
    }

    private bool Knows(HttpRequest request)
    {
        if (request.Headers.IfNoneMatch.Count == 0)
            return false;
        var tag = new EntityTagHeaderValue(Body.Tag);
        return request.GetTypedHeaders().IfNoneMatch.Any(known => known.Tag == "*" || known.Compare(tag, useStrongComparison: false));
    }

    /// <summary>Tells the API's description what the answer holds.</summary>
    static void IEndpointMetadataProvider.PopulateMetadata(MethodInfo method, EndpointBuilder builder)
    {
        builder.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status200OK, typeof(T), ["application/json"]));
        builder.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status304NotModified, typeof(void)));
    }
}
