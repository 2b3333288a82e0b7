using System.Reflection;
using Dugout.Features.Seats;
using Microsoft.AspNetCore.Authorization;
using Microsoft.AspNetCore.OpenApi;
using Microsoft.Net.Http.Headers;
using Microsoft.OpenApi;

namespace Dugout.Api.Reference;

/// <summary>Describes what operations of a kind have in common: sign-in, idempotency keys, consistency tokens, entity tags and the headers of responses.</summary>
internal static class SharedParts
{
    public static void Describe(OpenApiOperation operation, OpenApiOperationTransformerContext context)
    {
        var metadata = context.Description.ActionDescriptor.EndpointMetadata;
        if (metadata.OfType<IAuthorizeData>().Any() && !metadata.OfType<IAllowAnonymous>().Any())
            operation.Security = [new() { [new OpenApiSecuritySchemeReference(ApiReference.Bearer, context.Document)] = [] }];

        operation.Parameters ??= [];
        // A handler checks its headers itself, because a missing one has an error code of its own.
        foreach (var header in operation.Parameters.OfType<OpenApiParameter>().Where(parameter => parameter.In == ParameterLocation.Header))
            header.Required = header.Name != StreamSeatChanges.LastEventId;
        if (context.Description.ActionDescriptor.EndpointMetadata.OfType<RequiresAdmission>().Any())
            operation.Parameters.Add(Header(IAdmitBuyers.PassHeader, "The pass of the game's waiting room; required while it has one."));
        if (operation.Parameters.OfType<OpenApiParameter>().FirstOrDefault(parameter => parameter.Name == IdempotencyKey.Header) is { } key)
            Describe(key);
        if (metadata.OfType<MethodInfo>().Single().GetParameters().Any(parameter => parameter.ParameterType == typeof(ConsistencyToken)))
            operation.Parameters.Add(Header(ConsistencyToken.Header, "The newest value that a write returned: the response includes that write. Default: any recent state."));
        if (operation.Responses?.ContainsKey("304") == true)
            operation.Parameters.Add(Header(HeaderNames.IfNoneMatch, "The `ETag` of an earlier response: the response is 304 without a body if nothing has changed."));

        foreach (var (status, response) in operation.Responses ?? [])
            Describe((OpenApiResponse)response, status, isWrite: context.Description.HttpMethod != HttpMethods.Get, isTagged: operation.Responses!.ContainsKey("304"));
    }

    private static void Describe(OpenApiParameter key)
    {
        key.Description = "Identifies the request: a repeat with the same key returns the first response, byte for byte, and changes nothing. Choose a new random key for a new request. Keys belong to the account and live at least 24 hours.";
        key.Schema = new OpenApiSchema { Type = JsonSchemaType.String, MinLength = 1, MaxLength = IdempotencyKey.MaxLength, Pattern = "^[!-~]+$" };
        key.Example = "6f1c2c1e-7f0a-4a53-9d4e-3b8f0c2a5d71";
    }

    private static OpenApiParameter Header(string name, string description) =>
        new() { Name = name, In = ParameterLocation.Header, Description = description, Schema = new OpenApiSchema { Type = JsonSchemaType.String } };

    private static void Describe(OpenApiResponse response, string status, bool isWrite, bool isTagged)
    {
        if (status is "429" or "503")
            Add(HeaderNames.RetryAfter, JsonSchemaType.Integer, "Seconds after which a retry makes sense.");
        if (status is "200" or "304" && isTagged)
            Add(HeaderNames.ETag, JsonSchemaType.String, "Identifies the body, for `If-None-Match`.");
        if (status.StartsWith('2') && isWrite)
            Add(ConsistencyToken.Header, JsonSchemaType.String, "Position of the write, if it changed the database; send it with a read that must include the write. Opaque.");

        foreach (var (_, body) in response.Content?.Where(body => body.Key.StartsWith("image/", StringComparison.Ordinal)) ?? [])
            body.Schema = new OpenApiSchema { Type = JsonSchemaType.String, Format = "binary", Description = "The bytes of the picture." };

        if (response.Content?.TryGetValue("text/event-stream", out var stream) == true)
            stream.Schema = new OpenApiSchema { Type = JsonSchemaType.String, Description = "Server-sent events, as the operation describes them." };

        void Add(string name, JsonSchemaType type, string description)
        {
            response.Headers ??= new Dictionary<string, IOpenApiHeader>();
            response.Headers[name] = new OpenApiHeader { Description = description, Schema = new OpenApiSchema { Type = type } };
        }
    }
}
