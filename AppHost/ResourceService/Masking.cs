using System.Text.RegularExpressions;

namespace Dugout.ResourceService;

/// <summary>
/// Keeps secrets out of what the dashboard is told. A variable whose name or value looks like a password, a key or a connection
/// string is masked as a whole, since a page that could unmask it would have to know it; in other texts, such as lines of a log,
/// what is known to be secret and what stands behind a word like <c>password=</c> is. Rather too much than too little.
/// </summary>
/// <param name="secrets">What is known to be secret, wherever it turns up.</param>
internal sealed partial class Masking(IEnumerable<string?> secrets)
{
    /// <summary>What stands in the place of a secret.</summary>
    public const string Mask = "●●●●●●●●";

    /// <summary>Shorter ones turn up in words that are none.</summary>
    private const int ShortestSecret = 8;

    // The longest first: one may begin with another.
    private readonly string[] _secrets =
        [.. secrets.OfType<string>().Where(secret => secret.Length >= ShortestSecret).Distinct().OrderByDescending(secret => secret.Length)];

    /// <summary>The value of an environment variable or setting, or the mask.</summary>
    public string? Variable(string name, string? value) => string.IsNullOrEmpty(value) ? value
        : SecretName().IsMatch(name) || SecretValue().IsMatch(value) || _secrets.Any(secret => value.Contains(secret, StringComparison.Ordinal)) ? Mask
        : value;

    /// <summary>A text without the secrets in it.</summary>
    public string? Text(string? value)
    {
        if (string.IsNullOrEmpty(value))
            return value;
        foreach (var secret in _secrets)
            value = value.Replace(secret, Mask, StringComparison.Ordinal);
        return SecretInText().Replace(value, Mask);
    }

    [GeneratedRegex("password|passwd|passphrase|pwd|secret|token|credential|key|connectionstring|authorization|cookie", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex SecretName();

    /// <summary>
    /// A word for a secret with an equals sign behind it; a server with more settings behind it; a URL with a user's password; a private key;
    /// a bearer; a row of letters and digits as only machines make them.
    /// </summary>
    [GeneratedRegex(
        @"(password|passwd|passphrase|pwd|secret|token|key)\s*=|\b(server|host|data source|endpoint|user id|uid)\s*=[^;]*;|://[^/\s@]*:[^/\s@]*@|-----BEGIN |\b(bearer|basic)\s+\S{8}|^(?=[^0-9]*[0-9])(?=[^A-Za-z]*[A-Za-z])[A-Za-z0-9+_=-][A-Za-z0-9+/_=-]{23,}$",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex SecretValue();

    [GeneratedRegex(
        @"(?<=(?:password|passwd|passphrase|pwd|secret|token|[-_ ]key|apikey)[""']?\s*[=:]\s*[""']?)[^\s""';,&]+|(?<=://[^/\s@:]*:)[^/\s@]+(?=@)|(?<=\b(?:bearer|basic)\s)[A-Za-z0-9+/_=.-]{8,}",
        RegexOptions.IgnoreCase | RegexOptions.CultureInvariant)]
    private static partial Regex SecretInText();
}
