using System.Collections.Concurrent;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Dugout.Gateway.Tests.Caching;

/// <summary>A replica that responds to everything alike, as a test says, and counts what reached it.</summary>
internal sealed class CatalogReplica : IAsyncDisposable
{
    private readonly WebApplication _app;
    private readonly ConcurrentQueue<(string Address, IHeaderDictionary Headers)> _requests = new();
    private int _breaks;

    private CatalogReplica(WebApplication app) => _app = app;

    public string Address => _app.Urls.First();

    /// <summary>What reached it, by path and query.</summary>
    public IReadOnlyList<string> Requests => [.. _requests.Select(request => request.Address)];

    /// <summary>The headers of the last request.</summary>
    public IHeaderDictionary LastHeaders => _requests.Last().Headers;

    public string Body { get; set; } = "one";

    public int Status { get; set; } = StatusCodes.Status200OK;

    /// <summary>Headers beside the usual ones; an empty value removes one.</summary>
    public Dictionary<string, string> Headers { get; } = [];

    /// <summary>Number of the last invalidation that it knows of.</summary>
    public long Invalidation { get; set; }

    /// <summary>Whether it stops in the middle of the next body.</summary>
    public void BreakOnce() => _breaks = 1;

    /// <summary>Responses are made at once, and are sent when this has ended.</summary>
    public Task Gate { get; set; } = Task.CompletedTask;

    public static async Task<CatalogReplica> StartAsync()
    {
        var builder = WebApplication.CreateBuilder();
        builder.Logging.ClearProviders();
        builder.Services.Configure<HostOptions>(options => options.ShutdownTimeout = TimeSpan.Zero);
        builder.WebHost.UseSetting("urls", "http://127.0.0.1:0");
        var app = builder.Build();
        var replica = new CatalogReplica(app);
        app.MapGet("/health/ready", () => "");
        app.MapFallback(replica.RespondAsync);
        await app.StartAsync();
        return replica;
    }

    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync();
        await _app.DisposeAsync();
    }

    private async Task RespondAsync(HttpContext context)
    {
        var (body, gate, response) = (Body, Gate, context.Response);
        (response.StatusCode, response.ContentType, response.ContentLength) = (Status, "application/json; charset=utf-8", body.Length);
        (response.Headers["X-Served-By"], response.Headers.CacheControl, response.Headers.ETag) = ("api-1", "public, no-cache", $"\"{body[..Math.Min(body.Length, 10)]}\"");
        response.Headers["CDN-Cache-Control"] = "public, max-age=3600";
        response.Headers["Cache-Groups"] = "\"games\"";
        response.Headers["X-Cache-Invalidation"] = $"{Invalidation}";
        foreach (var (name, value) in Headers)
            response.Headers[name] = value;
        _requests.Enqueue(($"{context.Request.Path}{context.Request.QueryString}", new HeaderDictionary(context.Request.Headers.ToDictionary())));
        await gate.WaitAsync(context.RequestAborted);
        if (context.Request.Headers.IfNoneMatch == response.Headers.ETag)
        {
            (response.StatusCode, response.ContentLength) = (StatusCodes.Status304NotModified, null);
            return;
        }

        if (Interlocked.Exchange(ref _breaks, 0) == 1)
        {
            await response.WriteAsync(body[..(body.Length / 2)]);
            await response.Body.FlushAsync();
            context.Abort();
            return;
        }

        await response.WriteAsync(body, context.RequestAborted);
    }
}
