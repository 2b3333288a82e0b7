using System.Reflection;
using System.Security.Cryptography;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Dugout.Gateway.Shop;

/// <summary>
/// The frame of every page, <c>src/Web/shell.html</c>, with its style, which as a file would cost the first page a request, and with the fingerprinted addresses of this build: in its
/// attributes, and in the import map, by which modules name each other by plain addresses.
/// </summary>
/// <param name="Content">The document, UTF-8.</param>
/// <param name="EntityTag">Its entity tag, quoted.</param>
/// <param name="Policy">Its content security policy, which admits its style and its import map.</param>
internal sealed partial record Shell(byte[] Content, string EntityTag, string Policy)
{
    private const string StylePlace = "<!-- style -->";
    private const string ImportMapPlace = "<!-- import map -->";

    private static readonly JsonSerializerOptions Json = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Writes the shell.</summary>
    /// <exception cref="InvalidOperationException">The shell names a file that is missing.</exception>
    public static Shell Of(Assets assets)
    {
        var importMap = JsonSerializer.Serialize(new { imports = assets.Imports.ToDictionary() }, Json);
        var style = Read("shop.css");
        var html = Address().Replace(Read("shell.html"), match => assets.Addresses.TryGetValue(match.Value, out var address)
            ? address
            : throw new InvalidOperationException($"The shell names {match.Value}, which is not among the static files of src/Web."));
        var content = Encoding.UTF8.GetBytes(html
            .Replace(StylePlace, $"<style>{style}</style>", StringComparison.Ordinal)
            .Replace(ImportMapPlace, $"<script type=\"importmap\">{importMap}</script>", StringComparison.Ordinal));
        return new(content, $"\"{Convert.ToHexStringLower(SHA256.HashData(content))[..32]}\"", ShopHeaders.Policy(HashOf(importMap), HashOf(style)));
    }

    private static string HashOf(string text) => Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(text)));

    private static string Read(string file)
    {
        using var content = Assembly.GetExecutingAssembly().GetManifestResourceStream(file) ?? throw new InvalidOperationException($"The embedded file {file} is missing.");
        using var reader = new StreamReader(content);
        return reader.ReadToEnd();
    }

    [GeneratedRegex("(?<==\")/(js|css)/[^\"]+(?=\")")]
    private static partial Regex Address();
}
