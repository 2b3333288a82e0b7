using System.Text.Json.Nodes;
using Microsoft.OpenApi;

namespace Dugout.Api.Reference;

/// <summary>
/// Gives every JSON body an example: that of its schema, which is the <c>example</c> in the documentation of its record. A schema without one, such as a
/// page, gets an example that is composed of its members' examples.
/// </summary>
internal static class Examples
{
    private const string Json = "application/json";

    public static void Add(OpenApiDocument document)
    {
        foreach (var operation in document.Paths.Values.SelectMany(path => path.Operations?.Values ?? Enumerable.Empty<OpenApiOperation>()))
        {
            Add(operation.RequestBody?.Content);
            foreach (var response in operation.Responses?.Values ?? Enumerable.Empty<IOpenApiResponse>())
                Add(response.Content);
        }
    }

    private static void Add(IDictionary<string, OpenApiMediaType>? bodies)
    {
        if (bodies?.TryGetValue(Json, out var body) == true && body.Schema is { } schema)
            body.Example = Of(schema);
    }

    /// <summary>An example of a schema; null where a value can be null, or where there is none.</summary>
    private static JsonNode? Of(IOpenApiSchema schema) => schema switch
    {
        _ when schema.Examples is [{ } example, ..] => example.DeepClone(),
        { Items: { } items } => new JsonArray(Of(items)),
        { Properties: { Count: > 0 } members } => new JsonObject(members.Select(member => KeyValuePair.Create(member.Key, Of(member.Value)))),
        { OneOf: { } choices } => choices.Select(Of).FirstOrDefault(example => example is not null),
        _ => null,
    };
}
