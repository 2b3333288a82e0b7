using System.Globalization;
using System.Text.RegularExpressions;

namespace Dugout.Infrastructure.Publishing;

/// <summary>Container of a program: an image built from the checkout's <c>Dockerfile</c>, with a user other than root.</summary>
internal static partial class ProgramContainer
{
    /// <summary>User id for programs in .NET's official images.</summary>
    public const int User = 1654;

    /// <summary>Returns the image of a service.</summary>
    public static string ImageOf(PublishedService service) => $"dugout/{service.Name}:local";

    /// <summary>Returns a program's environment: that of the model, and, set for the target: its port, the production environment, and the telemetry endpoint.</summary>
    /// <param name="service">The program.</param>
    public static SortedDictionary<string, string> EnvironmentOf(PublishedService service)
    {
        var environment = new SortedDictionary<string, string>(service.Environment, StringComparer.Ordinal);
        // A simulator runs only in Development, because it obeys control requests of any client.
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

    /// <summary>Returns the names of the variables used in a published file, in order.</summary>
    public static IEnumerable<string> Asked(string text) => Name().Matches(text).Select(match => match.Groups["name"].Value).Distinct().Order(StringComparer.Ordinal);

    [GeneratedRegex(@"(?<!\$)\$\{(?<name>DUGOUT_[A-Z_]+):[?-]")]
    private static partial Regex Name();
}

/// <summary>The Aspire dashboard in its official image. It is not part of the described model: Aspire adds it when the system starts.</summary>
internal static class Dashboard
{
    /// <summary>Its service name.</summary>
    public const string Name = "dashboard";

    /// <summary>The image, which runs as its own user and has no shell.</summary>
    public const string Image = "mcr.microsoft.com/dotnet/aspire-dashboard:13.6";

    /// <summary>Port of its pages.</summary>
    public const int PagePort = 18888;

    /// <summary>Port for telemetry, by gRPC.</summary>
    public const int TelemetryPort = 18889;

    /// <summary>Its environment: users need a token, senders of telemetry a key.</summary>
    public static SortedDictionary<string, string> Environment { get; } = new(StringComparer.Ordinal)
    {
        ["DASHBOARD__FRONTEND__AUTHMODE"] = "BrowserToken",
        ["DASHBOARD__FRONTEND__BROWSERTOKEN"] = Variables.DashboardToken,
        ["DASHBOARD__OTLP__AUTHMODE"] = "ApiKey",
        ["DASHBOARD__OTLP__PRIMARYAPIKEY"] = Variables.TelemetryKey,
    };
}
