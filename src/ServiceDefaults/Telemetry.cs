using System.Diagnostics;
using System.Globalization;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using OpenTelemetry;
using OpenTelemetry.Metrics;
using OpenTelemetry.Trace;

namespace Dugout.ServiceDefaults;

/// <summary>
/// Exports traces, metrics and logs to the collector in the standard <c>OTEL_*</c> variables; without an endpoint nothing is collected.
/// </summary>
internal static class Telemetry
{
    /// <summary>Source of Dugout's own spans and metrics.</summary>
    public const string OwnSource = "Dugout";

    public static void AddTelemetry(this WebApplicationBuilder builder)
    {
        if (string.IsNullOrEmpty(builder.Configuration["OTEL_EXPORTER_OTLP_ENDPOINT"]))
            return;

        // Spans that wait for export. The SDK's 2,048 fill up under load on busy cores, and then traces lose spans: src/decisions/56-span-queue.md.
        builder.Configuration["OTEL_BSP_MAX_QUEUE_SIZE"] ??= "16384";
        builder.Logging.AddOpenTelemetry(logging => logging.IncludeFormattedMessage = true);
        builder.Services.AddOpenTelemetry()
            .WithTracing(traces => traces
                .AddAspNetCoreInstrumentation(requests => requests.Filter = IsOfUser)
                .AddHttpClientInstrumentation()
                .AddSource("MySqlConnector", "Yarp.ReverseProxy", OwnSource)
                .SetSampler(new ParentBasedSampler(new RequestSampler(Share(builder.Configuration)))))
            .WithMetrics(metrics => metrics
                .AddAspNetCoreInstrumentation()
                .AddHttpClientInstrumentation()
                .AddRuntimeInstrumentation()
                .AddMeter("MySqlConnector", OwnSource))
            .UseOtlpExporter();
    }

    /// <summary>Health probes arrive every second and are no user's.</summary>
    private static bool IsOfUser(HttpContext context) => !context.Request.Path.StartsWithSegments("/health", StringComparison.Ordinal);

    /// <summary>The share of traces to record, from the standard variables; all by default.</summary>
    private static double Share(IConfiguration configuration) =>
        configuration["OTEL_TRACES_SAMPLER"] switch
        {
            "always_off" or "parentbased_always_off" => 0,
            "traceidratio" or "parentbased_traceidratio"
                when double.TryParse(configuration["OTEL_TRACES_SAMPLER_ARG"], NumberStyles.Float, CultureInfo.InvariantCulture, out var share) => share,
            _ => 1,
        };

    /// <summary>
    /// Records traces that begin with a request. Polls of replicas, leases and the outbox begin with a call of ours to a server, many times a second; they would push users'
    /// traces out of the dashboard within minutes.
    /// </summary>
    private sealed class RequestSampler(double share) : Sampler
    {
        private readonly TraceIdRatioBasedSampler _share = new(share);

        public override SamplingResult ShouldSample(in SamplingParameters samplingParameters) =>
            samplingParameters.Kind is ActivityKind.Server ? _share.ShouldSample(samplingParameters) : new(SamplingDecision.Drop);
    }
}
