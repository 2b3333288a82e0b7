using System.Globalization;
using System.Text.RegularExpressions;

namespace Dugout.Infrastructure.Publishing;

/// <summary>How a program of ours runs in a container: an image that the checkout's <c>Dockerfile</c> makes, whose user isn't root.</summary>
internal static partial class ProgramContainer
{
    /// <summary>The user that .NET's own images have for programs.</summary>
    public const int User = 1654;

    /// <summary>The image of a service.</summary>
    public static string ImageOf(PublishedService service) => $"dugout/{service.Name}:local";

    /// <summary>What a program is told by its environment: what the model says, and by whoever runs it where it listens, that it is in earnest, and where its telemetry goes.</summary>
    /// <param name="service">The program.</param>
    public static SortedDictionary<string, string> Told(PublishedService service)
    {
        var environment = new SortedDictionary<string, string>(service.Environment, StringComparer.Ordinal);
        // A simulator runs in Development alone, since it does what anybody tells it to.
        environment["DOTNET_ENVIRONMENT"] = environment["ASPNETCORE_ENVIRONMENT"] = service.IsSimulator ? "Development" : "Production";
        if (service.Port is { } port)
            environment["ASPNETCORE_URLS"] = string.Create(CultureInfo.InvariantCulture, $"http://+:{port}");
        environment["OTEL_EXPORTER_OTLP_ENDPOINT"] = string.Create(CultureInfo.InvariantCulture, $"http://{Dashboard.Name}:{Dashboard.TelemetryPort}");
        environment["OTEL_EXPORTER_OTLP_PROTOCOL"] = "grpc";
        environment["OTEL_EXPORTER_OTLP_HEADERS"] = $"x-otlp-api-key={Variables.TelemetryKey}";
        environment["OTEL_SERVICE_NAME"] = service.Name;
        environment["OTEL_TRACES_SAMPLER"] = "parentbased_traceidratio";
        environment["OTEL_TRACES_SAMPLER_ARG"] = "0.05";
        return environment;
    }

    /// <summary>The names of the variables that a written file asks for, in order.</summary>
    public static IEnumerable<string> Asked(string text) => Name().Matches(text).Select(match => match.Groups["name"].Value).Distinct().Order(StringComparer.Ordinal);

    [GeneratedRegex(@"(?<!\$)\$\{(?<name>DUGOUT_[A-Z_]+):[?-]")]
    private static partial Regex Name();
}

/// <summary>The Aspire dashboard in its official image. It is no part of the model while that is described: Aspire adds it when the system starts.</summary>
internal static class Dashboard
{
    /// <summary>Its name in the network.</summary>
    public const string Name = "dashboard";

    /// <summary>The image, which runs as a user of its own without a shell.</summary>
    public const string Image = "mcr.microsoft.com/dotnet/aspire-dashboard:13.6";

    /// <summary>Where its page is.</summary>
    public const int PagePort = 18888;

    /// <summary>Where telemetry goes, by gRPC.</summary>
    public const int TelemetryPort = 18889;

    /// <summary>What it is told by its environment: whoever looks needs a token, whoever sends a key.</summary>
    public static SortedDictionary<string, string> Environment { get; } = new(StringComparer.Ordinal)
    {
        ["DASHBOARD__FRONTEND__AUTHMODE"] = "BrowserToken",
        ["DASHBOARD__FRONTEND__BROWSERTOKEN"] = Variables.DashboardToken,
        ["DASHBOARD__OTLP__AUTHMODE"] = "ApiKey",
        ["DASHBOARD__OTLP__PRIMARYAPIKEY"] = Variables.TelemetryKey,
    };
}
