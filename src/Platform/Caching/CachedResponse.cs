using System.Reflection;
using System.Security.Cryptography;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.Net.Http.Headers;

namespace Dugout.Platform.Caching;

/// <summary>A serialized body that is sent unchanged, or a fragment from which bodies are assembled.</summary>
/// <param name="bytes">The JSON, or the fragment.</param>
/// <param name="isEmpty">Whether the body holds no data and is cached only briefly.</param>
/// <param name="cacheControl">What clients may do with it: by default, store it and revalidate it for each request.</param>
public sealed class FinishedBody(byte[] bytes, bool isEmpty = false, string cacheControl = "public, no-cache")
{
    /// <summary>The content type of JSON.</summary>
    public const string ContentType = "application/json; charset=utf-8";

    private const int TagBytes = 12;

    private string? _tag;

    /// <summary>The JSON, or the fragment.</summary>
    internal byte[] Bytes => bytes;

    /// <summary>Whether the body holds no data.</summary>
    internal bool IsEmpty => isEmpty;

    /// <summary>The entity tag: a hash of the bytes, different for each body. Computed at first use, because a fragment needs none.</summary>
    public string Tag => _tag ??= $"\"{Convert.ToHexStringLower(SHA256.HashData(bytes).AsSpan(0, TagBytes))}\"";

    /// <summary>Adds the headers that clients need to store the body and to revalidate it.</summary>
    internal void Describe(IHeaderDictionary headers)
    {
        headers.CacheControl = cacheControl;
        headers.ETag = Tag;
    }
}

/// <summary>
/// A response as finished bytes with an entity tag: 200, or 304 without a body when the client's copy is current.
/// Clients may store the response as its body says; the gateway may serve it for some time where the cache key permits that.
/// </summary>
/// <param name="Body">The body.</param>
public sealed record CachedResponse<T>(FinishedBody Body) : IResult, IEndpointMetadataProvider
{
    /// <summary>What the gateway may do with the response; null for nothing.</summary>
    internal SharedCaching? Shared { get; init; }

    /// <inheritdoc/>
    public async Task ExecuteAsync(HttpContext httpContext)
    {
        ArgumentNullException.ThrowIfNull(httpContext);
        var response = httpContext.Response;
        Body.Describe(response.Headers);
        if (Shared is { } shared && shared.IsOwnAddress(httpContext.Request))
            shared.Permit(response.Headers);
        if (Knows(httpContext.Request))
        {
            response.StatusCode = StatusCodes.Status304NotModified;
            return;
        }

        response.ContentType = FinishedBody.ContentType;
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

    /// <summary>Declares the response type for the OpenAPI document.</summary>
    static void IEndpointMetadataProvider.PopulateMetadata(MethodInfo method, EndpointBuilder builder)
    {
        builder.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status200OK, typeof(T), ["application/json"]));
        builder.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status304NotModified, typeof(void)));
    }
}

/// <summary>Permission for the gateway to cache a response.</summary>
/// <param name="Key">Key of the response, with the shared address.</param>
/// <param name="Invalidation">Number of the tag's last invalidation before the response was built.</param>
/// <param name="Seconds">Lifetime.</param>
internal sealed record SharedCaching(CacheKey Key, long Invalidation, int Seconds)
{
    /// <summary>Whether a response was requested under its own address; only then it has the permission.</summary>
    public bool IsOwnAddress(HttpRequest request) => SharedCacheHeaders.AddressOf(request.Path.Value ?? "", request.QueryString.Value) == Key.SharedAddress;

    /// <summary>Adds the headers.</summary>
    public void Permit(IHeaderDictionary headers) => SharedCacheHeaders.Permit(headers, Key.Tag, Seconds, Invalidation);
}
