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
}
