using System.Text.RegularExpressions;

namespace Dugout.Infrastructure.Publishing;

/// <summary>
/// What is only known where a published system is started: passwords, keys, the addresses of others. In what is read from the model each stands as
/// <c>${DUGOUT_…}</c>; the files for Compose and Kubernetes say it in their own way, and none of them has a value that is secret.
/// </summary>
internal static partial class Variables
{
    /// <summary>The network of the system's own programs, in CIDR notation: whom the API believes on whose behalf they ask.</summary>
    public const string Network = "${DUGOUT_NETWORK}";

    /// <summary>The address of the payment partner and the picture store.</summary>
    public const string Partners = "${DUGOUT_PARTNERS}";

    /// <summary>With what programs may send telemetry to the dashboard.</summary>
    public const string TelemetryKey = "${DUGOUT_OTLP_KEY}";

    /// <summary>With what somebody may look at the dashboard.</summary>
    public const string DashboardToken = "${DUGOUT_DASHBOARD_TOKEN}";

    /// <summary>The password of the database's own administrator, which no program has.</summary>
    public const string RootPassword = "${DUGOUT_ROOT_PASSWORD}";

    /// <summary>Those that are no secret, with the value that Compose takes where nobody says another.</summary>
    public static IReadOnlyDictionary<string, string> Usual { get; } = new Dictionary<string, string>
    {
        ["DUGOUT_NETWORK"] = "172.30.42.0/24",
        ["DUGOUT_PARTNERS"] = "http://partners:8080",
    };

    /// <summary>The variable of a password.</summary>
    /// <param name="account">Whose.</param>
    public static string PasswordOf(string account) => $"${{DUGOUT_{account.ToUpperInvariant()}_PASSWORD}}";

    /// <summary>The names of those that a text asks for.</summary>
    public static IEnumerable<string> In(string text) => Variable().Matches(text).Select(match => match.Groups["name"].Value).Distinct();

    /// <summary>A text as Compose reads it: a secret that nobody has set stops it with a line that names it, and every other dollar is itself.</summary>
    public static string ForCompose(string text) => string.Concat(Parts(text).Select(part => part switch
    {
        (null, var words) => words.Replace("$", "$$", StringComparison.Ordinal),
        ({ } name, _) => Usual.TryGetValue(name, out var usual) ? $"${{{name}:-{usual}}}" : $"${{{name}:?set it in .env}}",
    }));

    /// <summary>A text as Kubernetes reads it in the environment of a container, where the variables come first.</summary>
    public static string ForKubernetes(string text) => string.Concat(Parts(text).Select(part => part switch
    {
        (null, var words) => words.Replace("$(", "$$(", StringComparison.Ordinal),
        ({ } name, _) => $"$({name})",
    }));

    /// <summary>The words between variables, and the variables, in order.</summary>
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
