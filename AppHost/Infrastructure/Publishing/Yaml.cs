using System.Globalization;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace Dugout.Infrastructure.Publishing;

/// <summary>Writes a tree of JSON as YAML 1.2 in block style, with an indent of two spaces. Text that could be parsed as another type is quoted.</summary>
internal static partial class Yaml
{
    private static readonly JsonSerializerOptions Readable = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Words that some parsers read as a boolean or null.</summary>
    private static readonly HashSet<string> Taken = new(["true", "false", "yes", "no", "on", "off", "y", "n", "null"], StringComparer.OrdinalIgnoreCase);

    /// <summary>Writes one document.</summary>
    public static string Write(JsonNode node)
    {
        var text = new StringBuilder();
        Append(text, node, 0);
        return text.ToString();
    }

    /// <summary>Writes several documents into one file.</summary>
    public static string Write(IEnumerable<JsonNode> documents) => string.Join("---\n", documents.Select(Write));

    /// <summary>Returns a list of texts.</summary>
    public static JsonArray Texts(IEnumerable<string> texts) => new(texts.Select(text => (JsonNode?)JsonValue.Create(text)).ToArray());

    private static void Append(StringBuilder text, JsonNode node, int depth)
    {
        if (node is JsonObject members)
        {
            foreach (var (name, value) in members)
            {
                text.Append(' ', 2 * depth).Append(IsPlain(name) ? name : Quoted(name)).Append(':');
                AppendValue(text, value, depth);
            }

            return;
        }

        foreach (var item in node.AsArray())
        {
            text.Append(' ', 2 * depth).Append('-');
            if (item is JsonObject { Count: > 0 })
            {
                // The first member follows the dash, which is as wide as an indent.
                var nested = new StringBuilder();
                Append(nested, item, depth + 1);
                text.Append(' ').Append(nested.ToString().AsSpan(2 * (depth + 1)));
            }
            else
            {
                AppendValue(text, item, depth);
            }
        }
    }

    private static void AppendValue(StringBuilder text, JsonNode? value, int depth)
    {
        if (value is JsonObject { Count: > 0 } or JsonArray { Count: > 0 })
        {
            text.Append('\n');
            Append(text, value, depth + 1);
        }
        else if (value is JsonValue && value.GetValueKind() == JsonValueKind.String)
        {
            AppendText(text.Append(' '), value.GetValue<string>(), depth);
        }
        else
        {
            text.Append(' ').Append(value?.ToJsonString() ?? "null").Append('\n');
        }
    }

    private static void AppendText(StringBuilder text, string value, int depth)
    {
        if (!value.Contains('\n', StringComparison.Ordinal) || value[0] is ' ' or '\n' || !value.EndsWith('\n') || value.EndsWith("\n\n", StringComparison.Ordinal))
        {
            text.Append(CultureInfo.InvariantCulture, $"{(IsPlain(value) ? value : Quoted(value))}\n");
            return;
        }

        text.Append("|\n");
        foreach (var line in value[..^1].Split('\n'))
            text.Append(line.Length == 0 ? "" : new string(' ', 2 * (depth + 1))).Append(line).Append('\n');
    }

    private static bool IsPlain(string value) => Plain().IsMatch(value) && !Taken.Contains(value);

    private static string Quoted(string value) => JsonSerializer.Serialize(value, Readable);

    [GeneratedRegex(@"^[A-Za-z][A-Za-z0-9_./-]*$")]
    private static partial Regex Plain();
}
