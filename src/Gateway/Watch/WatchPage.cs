using System.Reflection;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace Dugout.Gateway.Watch;

/// <summary>
/// The page for watching a sale, <c>/watch</c>: a few files embedded in the program, with the shop's seat map. In Development only; elsewhere the address returns
/// 404. It queries the replicas (route <c>watch</c> of <c>appsettings.Development.json</c>) and <see cref="ReplicaErrors"/>.
/// </summary>
internal static class WatchPage
{
    /// <summary>No external resources, no inline code, no embedding in frames.</summary>
    private const string Policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static readonly Dictionary<string, string> Types = new()
    {
        [".html"] = "text/html; charset=utf-8",
        [".css"] = "text/css; charset=utf-8",
        [".js"] = "text/javascript; charset=utf-8",
        [".svg"] = "image/svg+xml",
    };

    public static void AddWatchPage(this WebApplicationBuilder builder)
    {
        if (!builder.Environment.IsDevelopment())
            return;

        builder.Services.TryAddSingleton(TimeProvider.System);
        builder.Services.AddSingleton<ReplicaErrors>();
    }

    public static void MapWatchPage(this WebApplication app)
    {
        if (!app.Environment.IsDevelopment())
            return;

        app.MapGet("/watch", context => SendAsync(context, "watch.html"));
        foreach (var file in (string[])["watch.css", "watch.svg", "watch.js", "stadium.js", "live.js", "numbers.js"])
            app.MapGet($"/watch/{file}", context => SendAsync(context, file));
        app.MapGet("/watch/errors", (ReplicaErrors replicas, CancellationToken cancellation) => replicas.SumAsync(cancellation));
    }

    private static async Task SendAsync(HttpContext context, string file)
    {
        context.Response.ContentType = Types[Path.GetExtension(file)];
        context.Response.Headers.ContentSecurityPolicy = Policy;
        context.Response.Headers.XFrameOptions = "DENY";
        context.Response.Headers["Referrer-Policy"] = "no-referrer";
        // The files change with the program, and developers must see the new ones.
        context.Response.Headers.CacheControl = "no-cache";
        await using var content = Assembly.GetExecutingAssembly().GetManifestResourceStream(file)
            ?? throw new InvalidOperationException($"The embedded file {file} is missing.");
        await content.CopyToAsync(context.Response.Body, context.RequestAborted);
    }
}
