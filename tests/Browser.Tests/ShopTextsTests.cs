using System.Reflection;
using System.Text.Json;
using System.Text.RegularExpressions;
using Xunit;

namespace Dugout.Browser.Tests;

/// <summary>The texts of the shop's pages, in both languages.</summary>
public sealed partial class ShopTextsTests(WatchedShop shop)
{
    /// <summary>Errors that no page causes: all its requests are small JSON with what they need.</summary>
    private static readonly string[] NeverCaused = ["too-large", "unsupported-media-type", "idempotency-key-missing"];

    private static readonly string Root = Path.Combine(
        typeof(ShopTextsTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().Single(note => note.Key == "checkout").Value!, "src/Web/wwwroot");

    [Theory]
    [InlineData("ko", "en")]
    [InlineData("map.ko", "map.en")]
    [InlineData("operators.ko", "operators.en")]
    public void Every_text_exists_in_both_languages_once(string korean, string english)
    {
        var keys = KeysOf(korean);

        Assert.Equal(keys, KeysOf(english));
        Assert.Distinct(keys);
    }

    [Fact]
    public void Every_text_that_a_module_names_exists()
    {
        var known = KeysOf("ko").Concat(KeysOf("map.ko")).Concat(KeysOf("operators.ko")).ToHashSet();
        var named = Directory.EnumerateFiles(Path.Combine(Root, "js"), "*.js", SearchOption.AllDirectories).SelectMany(file => Named().Matches(File.ReadAllText(file))).Select(match => match.Groups["key"].Value).ToList();

        Assert.NotEmpty(named);
        Assert.All(named, key => Assert.Contains(key, known));
    }

    [Fact]
    public async Task Every_error_code_of_what_pages_request_has_a_sentence()
    {
        // Where there is no browser, there is no shop.
        await using var window = await shop.WindowAsync();
        var reference = await ApiReference.ReadAsync(shop);
        var codes = reference.GetProperty("paths").EnumerateObject()
            .Where(path => !path.Name.StartsWith("/api/admin/", StringComparison.Ordinal))
            .SelectMany(path => path.Value.EnumerateObject())
            .Where(operation => operation.Value.GetProperty("tags")[0].GetString() is "Accounts" or "Catalog" or "Seats" or "Notices")
            .SelectMany(operation => operation.Value.GetProperty("responses").EnumerateObject())
            .Where(response => response.Name[0] is '4' or '5')
            .SelectMany(response => CodesOf(reference, response.Value)).ToHashSet();

        Assert.Superset(new HashSet<string> { "seat-taken", "bad-credentials", "busy", "invalid", "no-such-device" }, codes);
        var sentences = KeysOf("ko");
        Assert.All(codes.Except(NeverCaused), code => Assert.Contains($"problem.{code}", sentences));
    }

    [Fact]
    public async Task Every_reason_of_the_rate_of_a_waiting_room_has_a_sentence()
    {
        // Where there is no browser, there is no shop.
        await using var window = await shop.WindowAsync();
        var reference = await ApiReference.ReadAsync(shop);
        var room = reference.GetProperty("components").GetProperty("schemas").GetProperty("MonitoredRoom").GetProperty("properties");

        var reasons = Quoted().Matches(room.GetProperty("reason").GetProperty("description").GetString()!).Select(match => match.Groups["code"].Value).Where(code => code != "maxRate").ToList();

        Assert.Superset(new HashSet<string> { "new", "nobody-waits", "unknown-load", "draining" }, reasons.ToHashSet());
        var sentences = KeysOf("operators.ko");
        Assert.All(reasons, reason => Assert.Contains($"panel.reason.{reason}", sentences));
    }

    private static IEnumerable<string> CodesOf(JsonElement reference, JsonElement response)
    {
        if (response.TryGetProperty("$ref", out var shared))
            response = reference.GetProperty("components").GetProperty("responses").GetProperty(shared.GetString()!.Split('/')[^1]);
        return Code().Matches(response.GetProperty("description").GetString()!).Select(match => match.Value);
    }

    private static List<string> KeysOf(string file) => [.. Key().Matches(File.ReadAllText(Path.Combine(Root, "texts", $"{file}.js"))).Select(match => match.Groups["key"].Value)];

    [GeneratedRegex("^ +\"(?<key>[a-z.-]+)\":", RegexOptions.Multiline)]
    private static partial Regex Key();

    [GeneratedRegex(@"\bt\(""(?<key>[a-z.-]+)""")]
    private static partial Regex Named();

    [GeneratedRegex("`(?<code>[^`]+)`")]
    private static partial Regex Quoted();

    [GeneratedRegex("[a-z]+(-[a-z]+)*")]
    private static partial Regex Code();
}
