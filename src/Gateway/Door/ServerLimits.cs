using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Options;

namespace Dugout.Gateway.Door;

/// <summary>Server limits for clients, from <see cref="GatewayOptions"/>: connections, headers, and minimum speed. Bodies have the limits of their routes.</summary>
internal static class ServerLimits
{
    public static void AddServerLimits(this WebApplicationBuilder builder)
    {
        // Kestrel accepts a bare line feed as end of line, which other parsers on the path may not. The switch exists only process-wide.
        AppContext.SetSwitch("Microsoft.AspNetCore.Server.Kestrel.DisableHttp1LineFeedTerminators", true);
        builder.Services.AddOptions<GatewayOptions>().BindConfiguration("Gateway").ValidateDataAnnotations().ValidateOnStart();
        builder.Services.AddOptions<KestrelServerOptions>().Configure<IOptions<GatewayOptions>>((server, options) => Limit(server, options.Value));
    }

    private static void Limit(KestrelServerOptions server, GatewayOptions options)
    {
        // Only one protocol, so that a single parser decides where a request ends.
        server.ConfigureEndpointDefaults(endpoint => endpoint.Protocols = HttpProtocols.Http1);
        var limits = server.Limits;
        limits.MaxConcurrentConnections = options.Connections;
        limits.MaxRequestHeadersTotalSize = options.HeaderBytes;
        limits.MaxRequestHeaderCount = options.Headers;
        limits.MaxRequestLineSize = options.LineBytes;
        limits.RequestHeadersTimeout = TimeSpan.FromSeconds(options.HeaderSeconds);
        limits.KeepAliveTimeout = TimeSpan.FromSeconds(options.IdleSeconds);
        limits.MinRequestBodyDataRate = new(options.BytesPerSecond, TimeSpan.FromSeconds(options.GraceSeconds));
        limits.MinResponseDataRate = new(options.BytesPerSecond, TimeSpan.FromSeconds(options.GraceSeconds));
    }
}
