using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using OpenTelemetry;
using OpenTelemetry.Logs;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace Dugout.ServiceDefaults;

/// <summary>
/// Exports traces, metrics and logs to the collector in the standard <c>OTEL_*</c> variables; without an endpoint nothing is
/// collected. Sources are the framework's and Dugout's own: the instrumentation packages are not in the registry.
/// </summary>
internal static class Telemetry
{
    /// <summary>Source of Dugout's own spans, for calls that no library traces (Redis).</summary>
    public const string OwnSource = "Dugout";

    private static readonly string[] Sources =
        ["Microsoft.AspNetCore", "System.Net.Http", "MySqlConnector", "Yarp.ReverseProxy", OwnSource];

    private static readonly string[] Meters =
        ["Microsoft.AspNetCore.Hosting", "Microsoft.AspNetCore.Server.Kestrel", "System.Net.Http", "System.Runtime", "Microsoft.AspNetCore.RateLimiting", "MySqlConnector", OwnSource];

    public static void AddTelemetry(this WebApplicationBuilder builder)
    {
        if (string.IsNullOrEmpty(builder.Configuration["OTEL_EXPORTER_OTLP_ENDPOINT"]))
            return;

        builder.Logging.AddOpenTelemetry(logging =>
        {
            logging.IncludeFormattedMessage = true;
            logging.AddOtlpExporter();
        });
        builder.Services.AddHostedService<Exporters>();
    }

    /// <summary>Keeps the providers alive from start to stop; disposing them exports what is still queued.</summary>
    private sealed class Exporters : IHostedService
    {
        private TracerProvider? _traces;
        private MeterProvider? _metrics;

        public Task StartAsync(CancellationToken cancellationToken)
        {
            _traces = Sdk.CreateTracerProviderBuilder().AddSource(Sources).AddOtlpExporter().Build();
            _metrics = Sdk.CreateMeterProviderBuilder().AddMeter(Meters).AddOtlpExporter().Build();
            return Task.CompletedTask;
        }

        public Task StopAsync(CancellationToken cancellationToken)
        {
            _traces?.Dispose();
            _metrics?.Dispose();
            return Task.CompletedTask;
        }
    }
}
