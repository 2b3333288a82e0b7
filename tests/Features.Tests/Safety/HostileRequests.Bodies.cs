using System.Text;
using System.Text.Json.Nodes;

namespace Dugout.Features.Tests.Safety;

/// <content>Damaged bodies.</content>
internal sealed partial class HostileRequests
{
    /// <summary>Puts something in the place of a member or an item, removes one, or adds an unknown one.</summary>
    private string WithWrongValue(JsonNode body, List<string> what)
    {
        var places = Places(body).ToList();
        var (parent, key) = places.Count > 0 ? Pick(places) : (body, "");
        switch (parent, _dice.Next(8))
        {
            case (JsonObject members, 0):
                what.Add($"without {key}");
                members.Remove((string)key);
                return Text(body);
            case (JsonObject members, 1 or 2):
                var name = Pick(Corpus.Members);
                what.Add($"and {name[..Math.Min(name.Length, 40)]}");
                members["@hole@"] = "@value@";
                return Text(body).Replace("\"@value@\"", Pick(Corpus.Values), StringComparison.Ordinal).Replace(Hole, name, StringComparison.Ordinal);
            case (JsonObject members, 3):
                what.Add($"{key} twice");
                members["@hole@"] = members[(string)key]?.DeepClone();
                return Text(body).Replace(Hole, $"\"{key}\"", StringComparison.Ordinal);
            case (JsonObject members, _):
                members[(string)key] = "@hole@";
                break;
            case (JsonArray items, _):
                items[(int)key] = "@hole@";
                break;
        }

        var value = Pick(Corpus.Values);
        what.Add($"{key}: {value[..Math.Min(value.Length, 40)]}");
        return Text(body).Replace(Hole, value, StringComparison.Ordinal);
    }

    /// <summary>All members and items, each with what it is in and its name or number there.</summary>
    private static IEnumerable<(JsonNode Parent, object Key)> Places(JsonNode? node) => node switch
    {
        JsonObject members => members.SelectMany(member => Places(member.Value).Prepend(((JsonNode)members, (object)member.Key))),
        JsonArray items => items.SelectMany((item, index) => Places(item).Prepend(((JsonNode)items, (object)index))),
        _ => [],
    };

    private byte[] WrongText(string text, List<string> what)
    {
        var utf8 = Encoding.UTF8.GetBytes(text);
        var kind = _dice.Next(16);
        what.Add($"text {kind}");
        return kind switch
        {
            0 => [],
            1 => utf8[.._dice.Next(utf8.Length)],
            2 => [.. utf8, .. utf8],
            3 => [.. utf8, (byte)_dice.Next(256)],
            4 => [(byte)_dice.Next(256), .. utf8],
            5 => With(utf8, (byte)_dice.Next(256)),
            6 => With(utf8, 0xFF),
            7 => Noise(_dice.Next(1, 300)),
            8 => [0xEF, 0xBB, 0xBF, .. utf8],
            9 => Encoding.Unicode.GetBytes(text),
            10 => Encoding.UTF8.GetBytes($"[{text}]"),
            11 => Encoding.UTF8.GetBytes(Pick(Corpus.Values)),
            12 => [.. utf8, .. Encoding.UTF8.GetBytes(new string(' ', 70_000))],
            13 => [.. Encoding.UTF8.GetBytes(new string(' ', 60_000)), .. utf8],
            14 => Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat("{\"a\":", 8_000))),
            _ => Encoding.UTF8.GetBytes(text.Replace('"', '\'')),
        };
    }

    private byte[] With(byte[] text, byte wrong)
    {
        text[_dice.Next(text.Length)] = wrong;
        return text;
    }

    private byte[] Noise(int length)
    {
        var bytes = new byte[length];
        _dice.NextBytes(bytes);
        return bytes;
    }
}
