using System.Reflection;
using System.Security.Cryptography;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;
using Microsoft.Net.Http.Headers;

namespace Dugout.Features.Shared.Caching;

/// <summary>
/// An answer as finished bytes, with a tag by which clients know whether theirs is still the same: 200, or 304 without a body
/// when it is. Clients may keep it, but ask each time.
/// </summary>
/// <param name="Body">The JSON body.</param>
public sealed record CachedAnswer<T>(ReadOnlyMemory<byte> Body) : IResult, IEndpointMetadataProvider
{
    private const int TagBytes = 12;

    /// <inheritdoc/>
    public async Task ExecuteAsync(HttpContext httpContext)
    {
        ArgumentNullException.ThrowIfNull(httpContext);
        var tag = new EntityTagHeaderValue($"\"{Convert.ToHexStringLower(SHA256.HashData(Body.Span).AsSpan(0, TagBytes))}\"");
        var response = httpContext.Response;
        response.Headers.CacheControl = "public, no-cache";
        response.Headers.ETag = tag.ToString();
        if (httpContext.Request.GetTypedHeaders().IfNoneMatch.Any(known => known.Tag == "*" || known.Compare(tag, useStrongComparison: false)))
        {
            response.StatusCode = StatusCodes.Status304NotModified;
            return;
        }

        response.ContentType = "application/json; charset=utf-8";
        response.ContentLength = Body.Length;
        await response.Body.WriteAsync(Body, httpContext.RequestAborted);
    }

    /// <summary>Tells the API's description what the answer holds.</summary>
    static void IEndpointMetadataProvider.PopulateMetadata(MethodInfo method, EndpointBuilder builder) =>
        builder.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status200OK, typeof(T), ["application/json"]));
}
