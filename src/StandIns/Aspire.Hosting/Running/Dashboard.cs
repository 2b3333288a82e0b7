// The real Aspire dashboard as a resource of its own: it starts beside the others, and nothing depends on it.
using System.Security.Cryptography;
using Aspire.Hosting.ApplicationModel;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Aspire.Hosting.Running;

// The folder need not be there yet; only the program's path is looked at when it starts.
internal sealed class DashboardResource() : ExecutableResource("dashboard", DashboardPackage.Program, Path.GetTempPath());

internal static class Dashboard
{
    // As upstream, a key that isn't configured is made up for the run and kept in the configuration.
    private const string OtlpKey = "AppHost:OtlpApiKey";
    private const string OtlpGrpc = "otlp-grpc";
    private const string OtlpHttp = "otlp-http";

    public static void AddTo(DistributedApplicationBuilder builder)
    {
        if (!DashboardPackage.CanBeHad(out var reason))
        {
            builder.Eventing.Subscribe<BeforeStartEvent>((@event, _) =>
            {
                @event.Services.GetRequiredService<ILogger<DashboardResource>>().LogWarning("no dashboard: {Reason}", reason);
                return Task.CompletedTask;
            });
            return;
        }

        var otlpKey = builder.Configuration[OtlpKey] ??= NewKey();
        var dashboard = builder.AddResource(new DashboardResource())
            .WithArgs("dashboard")
            .WithHttpEndpoint()
            .WithHttpEndpoint(name: OtlpGrpc)
            .WithHttpEndpoint(name: OtlpHttp);
        dashboard
            .WithEnvironment("ASPNETCORE_URLS", dashboard.GetEndpoint("http"))
            .WithEnvironment("ASPIRE_DASHBOARD_OTLP_ENDPOINT_URL", dashboard.GetEndpoint(OtlpGrpc))
            .WithEnvironment("ASPIRE_DASHBOARD_OTLP_HTTP_ENDPOINT_URL", dashboard.GetEndpoint(OtlpHttp))
            // Whoever may see its pages may read the same by script: on loopback, both without a key.
            .WithEnvironment("DASHBOARD__FRONTEND__AUTHMODE", "Unsecured")
            .WithEnvironment("DASHBOARD__API__AUTHMODE", "Unsecured")
            .WithEnvironment("DASHBOARD__OTLP__AUTHMODE", "ApiKey")
            .WithEnvironment("DASHBOARD__OTLP__PRIMARYAPIKEY", otlpKey)
            .WithEnvironment("Logging__LogLevel__Default", "Error")
            .WithHttpHealthCheck("/health")
            .OnBeforeResourceStarted((resource, @event, stop) =>
                DashboardPackage.GetAsync(@event.Services.GetRequiredService<ResourceLoggerService>().GetLogger(resource), stop));
    }

    /// <summary>Tells a project where to send telemetry, when there is somewhere to send it.</summary>
    public static void AddTelemetryVariables(IDistributedApplicationBuilder builder, EnvironmentCallbackContext context)
    {
        if (builder.Resources.OfType<DashboardResource>().SingleOrDefault() is not { } dashboard)
            return;
        var variables = context.EnvironmentVariables;
        variables["OTEL_EXPORTER_OTLP_ENDPOINT"] = dashboard.GetEndpoint(OtlpGrpc);
        variables["OTEL_EXPORTER_OTLP_PROTOCOL"] = "grpc";
        variables["OTEL_EXPORTER_OTLP_HEADERS"] = $"x-otlp-api-key={builder.Configuration[OtlpKey]}";
        variables["OTEL_SERVICE_NAME"] = context.Resource.Name;
        variables["OTEL_RESOURCE_ATTRIBUTES"] = $"service.instance.id={RandomNumberGenerator.GetHexString(8, lowercase: true)}";
        // A page that shows a request five seconds after it was made, or a count a minute after, is no help.
        variables["OTEL_BLRP_SCHEDULE_DELAY"] = variables["OTEL_BSP_SCHEDULE_DELAY"] = variables["OTEL_METRIC_EXPORT_INTERVAL"] = "1000";
    }

    private static string NewKey() => RandomNumberGenerator.GetHexString(32, lowercase: true);
}
