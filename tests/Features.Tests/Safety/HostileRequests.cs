using System.Globalization;
using System.Net;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Dugout.Features.Tests.Feed.Pictures;
using Dugout.Features.Tests.Orders;

namespace Dugout.Features.Tests.Safety;

/// <summary>
/// Makes requests from the API's description: each begins as one that is right, of things that are there, and then something about it goes wrong, mostly one
/// thing, sometimes nothing, so that what only a good request reaches is reached. The same seed makes the same requests, but for ids that answers named meanwhile.
/// </summary>
/// <param name="described">The description.</param>
/// <param name="mine">Whose requests they are.</param>
/// <param name="operatorToken">An operator's access token.</param>
/// <param name="guestToken">The access token of an account whose session may end.</param>
/// <param name="seed">Where the dice begin.</param>
internal sealed partial class HostileRequests(Described described, Belongings mine, string operatorToken, string guestToken, int seed)
{
    /// <summary>A placeholder in a body for a raw value, since most values are not JSON.</summary>
    private const string Hole = "\"@hole@\"";

    private static readonly string[] Methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "BREW"];

    private static readonly string[] HeaderNames =
        ["X-Consistency-Token", "If-None-Match", "If-Match", "If-Modified-Since", "If-Unmodified-Since", "Range", "Accept", "Accept-Encoding", "Accept-Language", "Content-Encoding", "X-Forwarded-For", "X-Forwarded-Host",
         "X-Forwarded-Proto", "X-User-Id", "X-HTTP-Method-Override", "X-Original-URL", "Cookie", "Origin", "Referer", "User-Agent", "traceparent", "tracestate", "baggage", "X-Signature", "Idempotency-Key", "Forwarded"];

    private static readonly Dictionary<string, string[]> Words = new()
    {
        ["awayTeamId"] = ["2", "3"],
        ["homeTeamId"] = ["1", "4"],
        ["stadiumId"] = ["1", "2"],
        ["standId"] = ["1", "2", "3"],
        ["number"] = ["1", "2", "3", "500", "1000"],
        ["quantity"] = ["1", "10"],
        ["price"] = ["0", "1000"],
        ["seatsPerAccount"] = ["1", "4", "100"],
        ["limit"] = ["1", "20", "100"],
        ["delivery"] = ["rocket", "rocket-fresh", "rocket-global"],
        ["prefix"] = [Uri.EscapeDataString("LG"), Uri.EscapeDataString("트윈스"), "%25"],
        ["window"] = ["day", "week", "month"],
        ["state"] = ["approved", "declined"],
        ["startsAt"] = ["2050-01-01T09:30:00Z", "2051-06-01T09:30:00Z"],
        ["saleOpensAt"] = ["2026-01-01T00:00:00Z"],
        ["saleClosesAt"] = ["2049-01-01T00:00:00Z", "2060-01-01T00:00:00Z"],
        ["picture"] = ["iVBORw0KGgo=", "/9j/AA=="],
        ["applicationsOpenAt"] = ["2026-01-01T00:00:00Z"],
        ["applicationsCloseAt"] = ["2049-01-01T00:00:00Z"],
        ["district"] = ["seoul", "busan"],
        ["category"] = ["signing", "tour"],
        ["places"] = ["1", "50"],
        ["from"] = ["2026-01-01"],
        ["to"] = ["2099-12-31"],
        ["tags"] = ["직관", "tag_1", "LG"],
        ["deviceToken"] = ["device"],
        ["code"] = ["0123456789abcdef0123456789abcdef"],
        ["current"] = ["wrong-but-long"],
        ["next"] = ["long-enough-7"],
        ["upTo"] = ["1", "1000000"],
    };

    private readonly Random _dice = new(seed);
    private readonly Dictionary<string, string> _learned = [];

    /// <summary>The next one.</summary>
    public HostileRequest Next()
    {
        var operation = Pick(described.Operations);
        List<string> what = [];
        if (_dice.Next(100) == 0)
        {
            var others = Methods.Where(method => described.Operations.All(other => other.Method != method || !Covers(other.Path, operation.Path))).ToList();
            return new(operation, Pick(others), Target(operation, "", what), [Authorization(operation)], Body: null, IsChunked: false, ["another method"]);
        }

        List<string> kinds = ["header", "token", "type", "query"];
        if (operation.Parameters.Any(one => one.In == "path"))
            kinds.AddRange(["path", "path"]);
        if (operation.Json.TryGetProperty("requestBody", out _))
            kinds.AddRange(["value", "value", "value", "value", "text", "text"]);
        HashSet<string> wrong = [.. Enumerable.Range(0, Pick<int>([0, 1, 1, 1, 1, 1, 1, 2, 2, 3])).Select(_ => Pick(kinds))];

        var target = Target(operation, wrong.Contains("path") ? "path" : "", what) + Query(operation, wrong.Contains("query"), what);
        var headers = new List<(string Name, string Value)> { wrong.Contains("token") ? Wrong("Authorization", Pick(Corpus.Tokens), what) : Authorization(operation) };
        if (operation.Parameters.Any(one => one.Name == "Idempotency-Key") && _dice.Next(20) > 0)
            headers.Add(("Idempotency-Key", $"key-{_dice.Next(1_000_000)}"));
        if (wrong.Contains("header"))
            headers.AddRange(Enumerable.Range(0, _dice.Next(1, 3)).Select(_ => Wrong(Pick(HeaderNames), Pick(Corpus.Headers), what)));
        if (wrong.Contains("header") && _dice.Next(50) == 0)
            headers.AddRange(Enumerable.Range(0, 101).Select(n => ($"X-Many-{n}", "x")));

        var body = operation.Json.TryGetProperty("requestBody", out _) ? Bytes(operation, wrong, what) : null;
        if (body is not null && operation.Path == "/api/payments/callbacks" && _dice.Next(4) > 0)
            headers.Add(("X-Signature", SignedCallback.Sign(mine.Owner.Shop, body)));
        if (body is not null && (wrong.Contains("type") ? Pick(Corpus.Types) : operation.Body is null ? "image/png" : "application/json") is { } type)
            headers.Add(wrong.Contains("type") ? Wrong("Content-Type", type, what) : ("Content-Type", type));
        return new(operation, operation.Method, target, headers, body, body is not null && _dice.Next(10) == 0, what);
    }

    /// <summary>Records an id from a response as existing.</summary>
    public void Learn(HostileRequest request, Answer answer)
    {
        if (answer.Status != HttpStatusCode.Created || answer.Json.ValueKind != JsonValueKind.Object)
            return;
        foreach (var member in answer.Json.EnumerateObject().Where(member => member.Value.ValueKind == JsonValueKind.Number && member.Name.EndsWith("Id", StringComparison.Ordinal)))
        {
            var name = member.Name == "reservationId" ? "id" : member.Name;
            _learned[request.Operation.Path.Contains("/talk/", StringComparison.Ordinal) ? $"talk/{name}" : name] = member.Value.GetRawText();
        }
    }

    /// <summary>Whether requests to a path also match a template: <c>holds/best</c> is a <c>holds/{holdId}</c>.</summary>
    private static bool Covers(string template, string path)
    {
        var (parts, of) = (template.Split('/'), path.Split('/'));
        return parts.Length == of.Length && parts.Zip(of).All(pair => pair.First == pair.Second || pair.First.StartsWith('{'));
    }

    private static (string Name, string Value) Wrong(string name, string value, List<string> what)
    {
        what.Add(name);
        return (name, value);
    }

    private (string Name, string Value) Authorization(Operation operation) => operation.Path == "/api/sessions/current" ? ("Authorization", $"Bearer {guestToken}") : ("Authorization",
        $"Bearer {(operation.Path.StartsWith("/api/admin/", StringComparison.Ordinal) == _dice.Next(20) > 0 ? operatorToken : mine.Owner.Token)}");

    /// <summary>The path with its values.</summary>
    private string Target(Operation operation, string wrong, List<string> what)
    {
        var names = operation.Parameters.Where(one => one.In == "path").Select(one => one.Name).ToList();
        var bad = wrong.Length > 0 ? Pick(names) : null;
        if (bad is not null)
            what.Add($"path: {bad}");
        return Belongings.Filled(operation.Path, name => name == bad ? Pick(Corpus.Pieces) : Known(name, operation.Path));
    }

    private string Query(Operation operation, bool wrong, List<string> what)
    {
        var names = operation.Parameters.Where(one => one.In == "query").Select(one => one.Name).ToList();
        var pairs = names.Where(name => name is "month" or "delivery" or "prefix" or "window" || _dice.Next(2) == 0).Select(name => $"{name}={Known(name, operation.Path)}").ToList();
        if (wrong)
        {
            what.Add("query");
            pairs.Add(_dice.Next(4) switch
            {
                0 => Pick<string>(["&&", "=", "=x", "accountId=1", "isAdmin=true", "limit", "%", "a[b]=c", "limit=", "after=", "limit=1&limit=2", new string('q', 3_000)]),
                _ when names.Count > 0 => $"{Pick(names)}={Pick(Corpus.Pieces)}",
                _ => $"x={Pick(Corpus.Pieces)}",
            });
            // Of a repeated parameter the invalid one may come first or last.
            if (_dice.Next(2) == 0)
                pairs.Reverse();
        }

        return pairs.Count > 0 ? $"?{string.Join('&', pairs)}" : "";
    }

    /// <summary>The body, with what goes wrong about it.</summary>
    private byte[]? Bytes(Operation operation, HashSet<string> wrong, List<string> what)
    {
        if (operation.Body is not { } schema)
            return wrong.Contains("value") || wrong.Contains("text") ? Picture(what) : PictureFiles.Png(8, 8);
        var body = Make("", schema, operation.Path)!;
        var text = wrong.Contains("value") ? WithWrongValue(body, what) : Text(body);
        return wrong.Contains("text") ? WrongText(text, what) : Encoding.UTF8.GetBytes(text);
    }

    private byte[] Picture(List<string> what)
    {
        what.Add("picture");
        return _dice.Next(8) switch
        {
            0 => [],
            1 => PictureFiles.Png(0, 1),
            2 => PictureFiles.Png(-1, int.MaxValue),
            3 => PictureFiles.Png(8, 8)[.._dice.Next(1, 25)],
            4 => PictureFiles.Gif(ushort.MaxValue, 1),
            5 => PictureFiles.Jpeg(1, 1)[.._dice.Next(1, 30)],
            6 => PictureFiles.Png(8, 8, 1_100_000),
            _ => Noise(_dice.Next(200)),
        };
    }

    /// <summary>A body that is right, by its schema; optional members are left out in 50 % of the cases.</summary>
    private JsonNode? Make(string name, JsonElement schema, string path)
    {
        schema = described.Resolve(schema);
        switch (Described.TypeOf(schema))
        {
            case "object":
                var required = schema.TryGetProperty("required", out var names) ? names.EnumerateArray().Select(one => one.GetString()!).ToHashSet() : [];
                return new JsonObject(Described.Members(schema).Where(member => required.Contains(member.Name) || _dice.Next(2) == 0)
                    .Select(member => KeyValuePair.Create(member.Name, Make(member.Name, member.Value, path))));
            case "array":
                return new JsonArray(Enumerable.Range(0, Pick<int>([1, 1, 1, 2])).Select(_ => Make(name, schema.GetProperty("items"), path)).ToArray());
            case "integer" or "number":
                return JsonNode.Parse(long.TryParse(Known(name, path), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) ? number.ToString(CultureInfo.InvariantCulture) : "1");
            case "boolean":
                return JsonValue.Create(_dice.Next(2) == 0);
            default:
                return JsonValue.Create(Known(name, path));
        }
    }

    /// <summary>A value of its name: one that is there.</summary>
    private string Known(string name, string path)
    {
        if (Words.TryGetValue(name, out var words))
            return Pick(words);
        var key = path.Contains("/talk/", StringComparison.Ordinal) ? $"talk/{name}" : name;
        if (_dice.Next(2) == 0 && _learned.TryGetValue(key, out var learned))
            return learned;
        return name switch
        {
            "key" => mine.ValueOf("orderId", path),
            "email" when path is "/api/accounts" => $"hostile{_dice.Next(1_000_000)}@dugout.test",
            "paymentId" => $"pay-{_dice.Next(1_000_000)}",
            "after" when path is "/api/products" => "5",
            "kind" => Pick<string>(["fans", "teams"]),
            _ => mine.Has(name) ? mine.ValueOf(name, path) : "word",
        };
    }

    private static string Text(JsonNode body) => body.ToJsonString();

    private T Pick<T>(IReadOnlyList<T> some) => some[_dice.Next(some.Count)];
}
