using System.Text.Json;
using System.Text.Json.Nodes;
using YamlDotNet.Core;
using YamlDotNet.Serialization;
using YamlDotNet.Serialization.EventEmitters;

namespace Dugout.Infrastructure.Publishing;

/// <summary>Writes a tree of JSON as YAML. Text that a parser of YAML 1.1 or 1.2 could read as another type is quoted.</summary>
internal static class Yaml
{
    private static readonly ISerializer Serializer = new SerializerBuilder()
        .WithQuotingNecessaryStrings(quoteYaml1_1Strings: true)
        .WithIndentedSequences()
        .WithEventEmitter(next => new Styles(next))
        .DisableAliases()
        .Build();

    /// <summary>Writes one document.</summary>
    public static string Write(JsonNode node) => Serializer.Serialize(Values(node));

    /// <summary>Writes several documents into one file.</summary>
    public static string Write(IEnumerable<JsonNode> documents) => string.Join("---\n", documents.Select(Write));

    /// <summary>Returns a list of texts.</summary>
    public static JsonArray Texts(IEnumerable<string> texts) => new(texts.Select(text => (JsonNode?)JsonValue.Create(text)).ToArray());

    private static object? Values(JsonNode? node) => node switch
    {
        null => null,
        JsonObject members => members.ToDictionary(member => member.Key, member => Values(member.Value)),
        JsonArray items => items.Select(Values).ToList(),
        _ => node.GetValueKind() switch
        {
            JsonValueKind.String => node.GetValue<string>(),
            JsonValueKind.Number => node.GetValue<int>(),
            _ => node.GetValue<bool>(),
        },
    };

    /// <summary>Writes text of several lines line by line, as an operator edits it, and quotes text like <c>1e3</c>, which the serializer writes as a number.</summary>
    private sealed class Styles(IEventEmitter next) : ChainedEventEmitter(next)
    {
        public override void Emit(ScalarEventInfo eventInfo, IEmitter emitter)
        {
            if (eventInfo.Source.Value is string text && text.Contains('\n', StringComparison.Ordinal))
                eventInfo.Style = ScalarStyle.Literal;
            else if (eventInfo.Source.Value is string and ['+' or '-' or '.' or (>= '0' and <= '9'), ..])
                eventInfo.Style = ScalarStyle.DoubleQuoted;
            base.Emit(eventInfo, emitter);
        }
    }
}
