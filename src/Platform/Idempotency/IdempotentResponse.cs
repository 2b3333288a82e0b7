using System.Reflection;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Metadata;

namespace Dugout.Platform.Idempotency;

/// <summary>A response as it was stored: the same bytes each time.</summary>
/// <param name="Status">The HTTP status.</param>
/// <param name="Body">The JSON body.</param>
/// <param name="IsRepeat">Whether the response was sent before.</param>
public sealed record IdempotentResponse<T>(int Status, byte[] Body, bool IsRepeat) : IResult, IEndpointMetadataProvider
{
    /// <summary>Commit position of the write; null for a repeat, empty where the server writes no binary log.</summary>
    public string? CommitPosition { get; init; }

    /// <inheritdoc/>
    public async Task ExecuteAsync(HttpContext httpContext)
    {
        ArgumentNullException.ThrowIfNull(httpContext);
        httpContext.Response.StatusCode = Status;
        httpContext.Response.ContentType = "application/json; charset=utf-8";
        httpContext.Response.ContentLength = Body.Length;
        // Not cancelled by the deadline: the write is committed, and "busy" would tell the client that it is not. The server itself ends connections that read too slowly.
        await httpContext.Response.Body.WriteAsync(Body, CancellationToken.None);
    }

    /// <summary>Declares the response type for the OpenAPI document.</summary>
    static void IEndpointMetadataProvider.PopulateMetadata(MethodInfo method, EndpointBuilder builder) =>
        builder.Metadata.Add(new ProducesResponseTypeMetadata(StatusCodes.Status201Created, typeof(T), ["application/json"]));
}
