using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Dugout.ServiceDefaults;

/// <summary>Common parts of all hosts: telemetry, health endpoints, server limits, clean shutdown. No product code.</summary>
public static class ServiceDefaultsExtensions
{
    /// <summary>Maximum size of a request body on any host, in bytes. The server rejects a longer one with 413 before a handler runs.</summary>
    public const long MaxRequestBodyBytes = 64 * 1024;

    /// <summary>Time limit of a shutdown: first the host reports that it is not ready (<see cref="Drain"/>), then it completes its requests.</summary>
    private static readonly TimeSpan StopWithin = TimeSpan.FromSeconds(10);

    /// <summary>Adds telemetry, health checks and limits to a host.</summary>
    public static WebApplicationBuilder AddServiceDefaults(this WebApplicationBuilder builder)
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.AddTelemetry();
        builder.Services.AddHealthChecks();
        Drain.Add(builder);
        builder.Services.AddSingleton<ConnectionWaits>();
        builder.Services.AddSingleton<OwnMetrics>();
        builder.Services.Configure<HostOptions>(options => options.ShutdownTimeout = StopWithin);
        builder.Services.Configure<KestrelServerOptions>(options =>
        {
            options.AddServerHeader = false;
            options.Limits.MaxRequestBodySize = MaxRequestBodyBytes;
            options.Limits.RequestHeadersTimeout = TimeSpan.FromSeconds(10);
            options.Limits.MaxConcurrentConnections = 20_000;
        });
        return builder;
    }

    /// <summary>Serves <c>/health/live</c> and <c>/health/ready</c>.</summary>
    public static WebApplication MapDefaultEndpoints(this WebApplication app)
    {
        ArgumentNullException.ThrowIfNull(app);
        app.MapHealth(withUsage: app.Environment.IsDevelopment());
        return app;
    }
}
