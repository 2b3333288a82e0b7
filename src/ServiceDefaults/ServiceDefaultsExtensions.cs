using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;

namespace Dugout.ServiceDefaults;

/// <summary>What every host of Dugout has in common: telemetry, health answers, server limits, a clean stop. Nothing of the product.</summary>
public static class ServiceDefaultsExtensions
{
    /// <summary>The largest request body any host takes, in bytes. A longer one is refused with 413 before our code sees it.</summary>
    public const long MaxRequestBodyBytes = 64 * 1024;

    /// <summary>Time a host gets to finish its requests once it was asked to stop, and to say before that it isn't ready any more (<see cref="Drain"/>).</summary>
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

    /// <summary>Names the spans of requests and answers <c>/health/live</c> and <c>/health/ready</c>. Comes first in the pipeline.</summary>
    public static WebApplication UseServiceDefaults(this WebApplication app)
    {
        ArgumentNullException.ThrowIfNull(app);
        app.UseRequestSpans();
        app.MapHealth(withUsage: app.Environment.IsDevelopment());
        return app;
    }
}
