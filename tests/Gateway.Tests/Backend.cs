using System.Collections.Concurrent;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Dugout.Gateway.Tests;

/// <summary>A replica as the gateway sees one: a real server on a port of its own that answers with its name.</summary>
internal sealed class Backend : IAsyncDisposable
{
    private const int SlowMilliseconds = 50;

    private readonly WebApplication _app;
    private int _askedToBreakOff;
    private int _askedToHang;
    private int _floodsEnded;

    private Backend(WebApplication app) => _app = app;

    /// <summary>How often it broke off instead of answering, and how often it was asked for what it never answers.</summary>
    public int AskedToBreakOff => Volatile.Read(ref _askedToBreakOff);

    public int AskedToHang => Volatile.Read(ref _askedToHang);

    /// <summary>The number of endless responses whose client is gone.</summary>
    public int FloodsEnded => Volatile.Read(ref _floodsEnded);

    /// <summary>What was written here, and how often each.</summary>
    public ConcurrentDictionary<string, int> Written { get; } = new();

    /// <summary>What it says of itself; it serves either way.</summary>
    public bool IsReady { get; set; } = true;

    /// <summary>Whether it responds when it is asked whether it lives.</summary>
    public bool SaysItLives { get; set; } = true;

    /// <summary>What it says it has refused, and how often it was asked.</summary>
    public Dictionary<string, long> Errors { get; } = [];

    public int AskedForErrors { get; private set; }

    public string Address => _app.Urls.First();

    public static async Task<Backend> StartAsync(string name)
    {
        var builder = WebApplication.CreateBuilder();
        builder.Logging.ClearProviders();
        builder.Services.Configure<HostOptions>(options => options.ShutdownTimeout = TimeSpan.Zero);
        builder.WebHost.UseSetting("urls", "http://127.0.0.1:0");
        var app = builder.Build();
        var backend = new Backend(app);
        app.MapGet("/health/ready", () => Results.StatusCode(backend.IsReady ? StatusCodes.Status200OK : StatusCodes.Status503ServiceUnavailable));
        app.MapGet("/health/live", (HttpContext context) => Task.Delay(backend.SaysItLives ? 0 : Timeout.Infinite, context.RequestAborted));
        app.MapGet("/api/name", () => name);
        app.MapGet("/watch/games/{rest}", () => name);
        app.MapGet("/docs/{**rest}", () => name);
        app.MapGet("/watch/errors", () =>
        {
            backend.AskedForErrors++;
            return new { errors = backend.Errors };
        });
        app.MapGet("/api/empty", () => Results.StatusCode(StatusCodes.Status418ImATeapot));
        app.MapGet("/api/headers", (HttpRequest request) => request.Headers.ToDictionary(header => header.Key, header => header.Value.ToString()));
        app.MapGet("/api/hang", (HttpContext context) =>
        {
            Interlocked.Increment(ref backend._askedToHang);
            return Task.Delay(Timeout.Infinite, context.RequestAborted);
        });
        app.Map("/api/abort", (HttpContext context) =>
        {
            Interlocked.Increment(ref backend._askedToBreakOff);
            context.Abort();
        });
        app.MapGet("/api/slow", async () =>
        {
            await Task.Delay(SlowMilliseconds);
            return name;
        });
        app.MapPost("/api/slow", async (HttpRequest request) =>
        {
            var written = await new StreamReader(request.Body).ReadToEndAsync();
            backend.Written.AddOrUpdate(written, 1, (_, times) => times + 1);
            await Task.Delay(SlowMilliseconds);
            return name;
        });
        app.MapGet("/api/flood", backend.FloodAsync);
        app.MapGet("/api/games/{gameId}/seat-changes", StreamAsync);
        app.MapPost("/api/pictures", async (HttpRequest request) => (await new StreamReader(request.Body).ReadToEndAsync()).Length);
        app.MapPost("/api/echo", async (HttpRequest request) => (await new StreamReader(request.Body).ReadToEndAsync()).Length);
        await app.StartAsync();
        return backend;
    }

    /// <summary>Two lines, after a silence of the given milliseconds; then the stream stays open.</summary>
    private static async Task StreamAsync(HttpContext context, int silence)
    {
        await context.Response.WriteAsync("first\n", context.RequestAborted);
        await Task.Delay(silence, context.RequestAborted);
        await context.Response.WriteAsync("second\n", context.RequestAborted);
        await Task.Delay(Timeout.Infinite, context.RequestAborted);
    }

    private async Task FloodAsync(HttpContext context)
    {
        var drops = new byte[64 * 1024];
        try
        {
            while (true)
            {
                await context.Response.Body.WriteAsync(drops, context.RequestAborted);
                // Writes to a closed connection complete at once: many such loops would leave no thread to cancel them.
                await Task.Yield();
            }
        }
        catch (Exception end) when (end is OperationCanceledException or IOException)
        {
            Interlocked.Increment(ref _floodsEnded);
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync();
        await _app.DisposeAsync();
    }
}
