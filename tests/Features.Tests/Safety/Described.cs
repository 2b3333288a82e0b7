using System.Globalization;
using System.Text.Json;

namespace Dugout.Features.Tests.Safety;

/// <summary>The OpenAPI document at <c>/openapi/v1.json</c>.</summary>
internal sealed class Described
{
    private readonly JsonElement _document;

    private Described(JsonElement document)
    {
        _document = document;
        Operations = [.. document.GetProperty("paths").EnumerateObject().SelectMany(path => path.Value.EnumerateObject()
            .Select(operation => new Operation(this, operation.Name.ToUpperInvariant(), path.Name, operation.Value)))];
    }

    /// <summary>The schemas it gives names to.</summary>
    public IEnumerable<JsonProperty> Schemas => _document.GetProperty("components").GetProperty("schemas").EnumerateObject();

    /// <summary>All it offers.</summary>
    public IReadOnlyList<Operation> Operations { get; }

    public static async Task<Described> ByAsync(HttpClient replica) => new((await replica.GetAnswerAsync("/openapi/v1.json")).Json);

    /// <summary>A schema itself: behind its references, and the one that isn't null where null is a choice.</summary>
    public JsonElement Resolve(JsonElement schema)
    {
        while (true)
        {
            if (schema.TryGetProperty("$ref", out var reference))
                schema = reference.GetString()!.Split('/').Skip(1).Aggregate(_document, (node, name) => node.GetProperty(name));
            else if (schema.TryGetProperty("oneOf", out var choices) || schema.TryGetProperty("anyOf", out choices))
                schema = choices.EnumerateArray().First(choice => TypeOf(choice) != "null");
            else
                return schema;
        }
    }

    /// <summary>A schema's type, such as <c>integer</c>; of several the one that is not null; empty where it has none.</summary>
    public static string TypeOf(JsonElement schema) => schema.TryGetProperty("type", out var type)
        ? type.ValueKind == JsonValueKind.Array ? type.EnumerateArray().Select(one => one.GetString()!).First(one => one != "null") : type.GetString()!
        : "";

    /// <summary>The first violation of a value's schema; null where there is none.</summary>
    /// <param name="schema">The schema.</param>
    /// <param name="value">The value.</param>
    /// <param name="where">The path of the value in the response.</param>
    public string? BreakOf(JsonElement schema, JsonElement value, string where = "$")
    {
        if (schema.TryGetProperty("oneOf", out var choices) || schema.TryGetProperty("anyOf", out choices))
            return choices.EnumerateArray().Any(choice => BreakOf(choice, value, where) is null) ? null : $"{where} is none of what it may be";
        schema = Resolve(schema);
        var kind = KindOf(value);
        if (schema.TryGetProperty("type", out var type) && !Allows(type, kind))
            return $"{where} is {kind}";
        if (IsOutOfRange(schema, value))
            return $"{where} is out of range: {value}";
        return kind switch
        {
            "array" when schema.TryGetProperty("items", out var items) =>
                value.EnumerateArray().Select((item, index) => BreakOf(items, item, $"{where}[{index}]")).FirstOrDefault(broken => broken is not null),
            "object" => BreakOfMembers(schema, value, where),
            _ => null,
        };
    }

    private static bool IsOutOfRange(JsonElement schema, JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.Number => Limit(schema, "minimum") > value.GetDecimal() || Limit(schema, "maximum") < value.GetDecimal(),
        JsonValueKind.String => Limit(schema, "minLength") > value.GetString()!.Length || Limit(schema, "maxLength") < value.GetString()!.Length
            || (schema.TryGetProperty("enum", out var choices) && choices.EnumerateArray().All(choice => choice.GetString() != value.GetString()))
            || (schema.TryGetProperty("format", out var format) && format.GetString() == "date-time" && !(value.GetString()!.EndsWith('Z') && value.TryGetDateTime(out _))),
        JsonValueKind.Array => Limit(schema, "minItems") > value.GetArrayLength() || Limit(schema, "maxItems") < value.GetArrayLength(),
        _ => false,
    };

    private static decimal? Limit(JsonElement schema, string name) => schema.TryGetProperty(name, out var limit) ? limit.GetDecimal() : null;

    private string? BreakOfMembers(JsonElement schema, JsonElement value, string where)
    {
        var members = Members(schema).ToDictionary(member => member.Name, member => member.Value);
        if (members.Count == 0)
            return null;
        if (schema.TryGetProperty("required", out var required) && required.EnumerateArray().FirstOrDefault(name => !value.TryGetProperty(name.GetString()!, out _)) is { ValueKind: JsonValueKind.String } missing)
            return $"{where}.{missing} is missing";
        return value.EnumerateObject().Select(member => members.TryGetValue(member.Name, out var of)
            ? BreakOf(of, member.Value, $"{where}.{member.Name}")
            : IsOpen(schema) ? null : $"{where}.{member.Name} is unknown").FirstOrDefault(broken => broken is not null);
    }

    /// <summary>Whether an object may have members that its schema doesn't name.</summary>
    private static bool IsOpen(JsonElement schema) => !schema.TryGetProperty("additionalProperties", out var others) || others.ValueKind != JsonValueKind.False;

    private static bool Allows(JsonElement type, string kind) => type.ValueKind == JsonValueKind.Array
        ? type.EnumerateArray().Any(one => Allows(one, kind))
        : type.GetString() == kind || (type.GetString() == "number" && kind == "integer");

    private static string KindOf(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.Object => "object",
        JsonValueKind.Array => "array",
        JsonValueKind.String => "string",
        JsonValueKind.Number => value.TryGetInt64(out _) ? "integer" : "number",
        JsonValueKind.True or JsonValueKind.False => "boolean",
        _ => "null",
    };

    /// <summary>The members of an object's schema, by name.</summary>
    public static IEnumerable<JsonProperty> Members(JsonElement schema) =>
        schema.TryGetProperty("properties", out var properties) ? properties.EnumerateObject() : [];
}

/// <summary>One operation of it, such as <c>GET /api/games/{gameId}</c>.</summary>
internal sealed record Operation(Described Document, string Method, string Path, JsonElement Json)
{
    /// <summary>Method and path.</summary>
    public string Name => $"{Method} {Path}";

    /// <summary>What path, query and headers may have.</summary>
    public IReadOnlyList<Parameter> Parameters { get; } = Json.TryGetProperty("parameters", out var parameters)
        ? [.. parameters.EnumerateArray().Select(one => new Parameter(one.GetProperty("name").GetString()!, one.GetProperty("in").GetString()!))]
        : [];

    /// <summary>The schema of its JSON body; null where it takes none.</summary>
    public JsonElement? Body { get; } = Json.TryGetProperty("requestBody", out var body) && body.GetProperty("content").TryGetProperty("application/json", out var json)
        ? Document.Resolve(json.GetProperty("schema"))
        : null;

    /// <summary>Its documented statuses, with the description, which lists the codes of errors.</summary>
    public IReadOnlyDictionary<int, string> Answers { get; } = Json.GetProperty("responses").EnumerateObject()
        .ToDictionary(answer => int.Parse(answer.Name, CultureInfo.InvariantCulture), answer => answer.Value.GetProperty("description").GetString()!);

    /// <summary>The schema of a response's JSON body; null where it has none.</summary>
    public JsonElement? SchemaOf(int status) => Json.GetProperty("responses").TryGetProperty(status.ToString(CultureInfo.InvariantCulture), out var answer)
        && answer.TryGetProperty("content", out var content) && content.TryGetProperty("application/json", out var json) && json.TryGetProperty("schema", out var schema)
            ? schema
            : null;

    /// <summary>The names of all that may name a thing: everything in the path, and what ends as ids do in query and body.</summary>
    public IEnumerable<string> Ids() => Parameters.Where(one => one.In == "path" || (one.In == "query" && IsId(one.Name))).Select(one => one.Name)
        .Concat(Body is { } body ? IdsIn(body) : []).Distinct();

    private IEnumerable<string> IdsIn(JsonElement schema) => Described.TypeOf(schema) == "array"
        ? IdsIn(Document.Resolve(schema.GetProperty("items")))
        : Described.Members(schema).SelectMany(member => (IsId(member.Name) ? [member.Name] : Array.Empty<string>()).Concat(IdsIn(Document.Resolve(member.Value))));

    private static bool IsId(string name) => name is "after" or "number" or "key"
        || name.EndsWith("Id", StringComparison.Ordinal) || name.EndsWith("Ids", StringComparison.Ordinal);
}

/// <summary>A parameter of an operation.</summary>
/// <param name="Name">Its name.</param>
/// <param name="In"><c>path</c>, <c>query</c> or <c>header</c>.</param>
internal sealed record Parameter(string Name, string In);
