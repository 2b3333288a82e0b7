using System.Text.Json;
using System.Text.Json.Nodes;
using YamlDotNet.Core;
using YamlDotNet.Core.Events;
using YamlDotNet.Serialization;

namespace Dugout.AppHost.Tests.Infrastructure.Publishing;

/// <summary>Reads YAML as JSON.</summary>
internal static class YamlReader
{
    private static readonly IDeserializer Deserializer = new DeserializerBuilder().WithAttemptingUnquotedStringTypeDeserialization().Build();

    /// <summary>Each document of a file.</summary>
    public static IReadOnlyList<JsonObject> Read(string text)
    {
        var parser = new Parser(new StringReader(text));
        parser.Consume<StreamStart>();
        List<JsonObject> documents = [];
        while (parser.Accept<DocumentStart>(out _))
            documents.Add(JsonSerializer.SerializeToNode(Deserializer.Deserialize(parser))!.AsObject());
        return documents;
    }

    /// <summary>The members of a mapping that are mappings; none where there is no mapping.</summary>
    public static Dictionary<string, JsonObject> Members(JsonNode? node) =>
        (node as JsonObject ?? new JsonObject()).ToDictionary(member => member.Key, member => member.Value!.AsObject());

    /// <summary>The members of a mapping as texts; none where there is no mapping.</summary>
    public static Dictionary<string, string> Texts(JsonNode? node) =>
        (node as JsonObject ?? new JsonObject()).ToDictionary(member => member.Key, member => member.Value!.ToString());

    /// <summary>The items of a list; none where there is no list.</summary>
    public static IEnumerable<JsonNode?> Items(JsonNode? node) => node as JsonArray ?? new JsonArray();
}
