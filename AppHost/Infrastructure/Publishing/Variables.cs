using System.Text.RegularExpressions;

namespace Dugout.Infrastructure.Publishing;

/// <summary>
/// Values known only where a published system is started: passwords, keys, partner addresses. In the model each is written as
/// <c>${DUGOUT_…}</c>; the files for Compose and Kubernetes use their own syntax, and none of them contains a secret value.
/// </summary>
internal static partial class Variables
{
    /// <summary>The network of the system's programs, in CIDR notation: proxies in it are trusted by the API.</summary>
    public const string Network = "${DUGOUT_NETWORK}";

    /// <summary>The address of the payment partner and the picture store.</summary>
    public const string Partners = "${DUGOUT_PARTNERS}";

    /// <summary>The key with which programs send telemetry to the dashboard.</summary>
    public const string TelemetryKey = "${DUGOUT_OTLP_KEY}";

    /// <summary>The token with which users log in to the dashboard.</summary>
    public const string DashboardToken = "${DUGOUT_DASHBOARD_TOKEN}";

    /// <summary>The password of seeded fans.</summary>
    public const string FanPassword = "${DUGOUT_FAN_PASSWORD}";

    /// <summary>The password of the database administrator, which no program has.</summary>
    public const string RootPassword = "${DUGOUT_ROOT_PASSWORD}";

    /// <summary>Variables that are not secret, with their default values for Compose.</summary>
    public static IReadOnlyDictionary<string, string> Usual { get; } = new Dictionary<string, string>
    {
        ["DUGOUT_NETWORK"] = "172.30.42.0/24",
        ["DUGOUT_PARTNERS"] = "http://partners:8080",
    };

    /// <summary>Returns the variable of a password.</summary>
    /// <param name="account">The account.</param>
    public static string PasswordOf(string account) => $"${{DUGOUT_{account.ToUpperInvariant()}_PASSWORD}}";

    /// <summary>Returns the names of the variables used in a text.</summary>
    public static IEnumerable<string> In(string text) => Variable().Matches(text).Select(match => match.Groups["name"].Value).Distinct();

    /// <summary>Returns a text in Compose's syntax: an unset secret stops Compose with a line that names it, and every other dollar sign is escaped.</summary>
    public static string ForCompose(string text) => string.Concat(Parts(text).Select(part => part switch
    {
        (null, var words) => words.Replace("$", "$$", StringComparison.Ordinal),
        ({ } name, _) => Usual.TryGetValue(name, out var usual) ? $"${{{name}:-{usual}}}" : $"${{{name}:?set it in .env}}",
    }));

    /// <summary>Returns a text in the syntax of Kubernetes, for a container's environment in which the variables come first.</summary>
    public static string ForKubernetes(string text) => string.Concat(Parts(text).Select(part => part switch
    {
        (null, var words) => words.Replace("$(", "$$(", StringComparison.Ordinal),
        ({ } name, _) => $"$({name})",
    }));

    /// <summary>Splits a text into variables and the text between them, in order.</summary>
    private static IEnumerable<(string? Name, string Words)> Parts(string text)
    {
        var from = 0;
        foreach (Match match in Variable().Matches(text))
        {
            yield return (null, text[from..match.Index]);
            yield return (match.Groups["name"].Value, "");
            from = match.Index + match.Length;
        }

        yield return (null, text[from..]);
    }

    [GeneratedRegex(@"\$\{(?<name>DUGOUT_[A-Z_]+)\}")]
    private static partial Regex Variable();
}
