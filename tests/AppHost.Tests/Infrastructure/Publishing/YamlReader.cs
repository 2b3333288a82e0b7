using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Dugout.AppHost.Tests.Infrastructure.Publishing;

/// <summary>Reads YAML as it is published: blocks two spaces deep, plain and quoted texts, literal blocks. Whatever else a file has is a fault of this test.</summary>
internal sealed class YamlReader
{
    private readonly string[] _lines;
    private int _at;

    private YamlReader(string text) => _lines = text.TrimEnd('\n').Split('\n');

    /// <summary>Each document of a file.</summary>
    public static IReadOnlyList<JsonObject> Read(string text) => [.. text.Split("---\n").Select(document => new YamlReader(document).Block(0).AsObject())];

    private JsonNode Block(int indent) => _lines[_at][indent..].StartsWith('-') ? List(indent) : Members(indent);

    private JsonObject Members(int indent)
    {
        var members = new JsonObject();
        while (_at < _lines.Length && IndentOf(_lines[_at]) == indent && _lines[_at][indent] != '-')
        {
            var line = _lines[_at][indent..];
            var colon = line.StartsWith('"') ? line.IndexOf("\":", 1, StringComparison.Ordinal) + 1 : line.IndexOf(':', StringComparison.Ordinal);
            var name = line.StartsWith('"') ? JsonSerializer.Deserialize<string>(line[..colon])! : line[..colon];
            members.Add(name, Value(line[(colon + 1)..].Trim(), indent));
        }

        return members;
    }

    private JsonArray List(int indent)
    {
        var items = new JsonArray();
        while (_at < _lines.Length && IndentOf(_lines[_at]) == indent && _lines[_at][indent] == '-')
        {
            var rest = _lines[_at][(indent + 1)..].Trim();
            if (rest.Length == 0 || rest.StartsWith('"') || (!rest.Contains(": ", StringComparison.Ordinal) && !rest.EndsWith(':')))
            {
                items.Add(Value(rest, indent));
                continue;
            }

            _lines[_at] = new string(' ', indent + 2) + rest;
            items.Add(Members(indent + 2));
        }

        return items;
    }

    private JsonNode? Value(string text, int indent)
    {
        _at++;
        switch (text)
        {
            case "":
                return Block(indent + 2);
            case "|":
                List<string> literal = [];
                for (; _at < _lines.Length && (_lines[_at].Length == 0 || IndentOf(_lines[_at]) > indent); _at++)
                    literal.Add(_lines[_at].Length == 0 ? "" : _lines[_at][(indent + 2)..]);
                return string.Join('\n', literal) + "\n";
            case "{}":
                return new JsonObject();
            case "[]":
                return new JsonArray();
            case "null":
                return null;
            case "true" or "false":
                return text == "true";
            default:
                if (int.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number))
                    return number;
                return text.StartsWith('"') ? JsonSerializer.Deserialize<string>(text) : text;
        }
    }

    private static int IndentOf(string line) => line.Length - line.TrimStart(' ').Length;
}
