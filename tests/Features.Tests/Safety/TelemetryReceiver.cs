using System.Collections.Concurrent;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.Logging;

namespace Dugout.Features.Tests.Safety;

/// <summary>A collector of telemetry, OTLP over HTTP: it keeps what it is sent, byte for byte. Texts are UTF-8 in there, so they can be looked for.</summary>
internal sealed class TelemetryReceiver : IAsyncDisposable
{
    private readonly WebApplication _app;
    private readonly ConcurrentQueue<(string Path, byte[] Bytes)> _received = new();

    private TelemetryReceiver(WebApplication app) => _app = app;

    /// <summary>Where it is.</summary>
    public string Address => _app.Urls.First();

    public static async Task<TelemetryReceiver> StartAsync()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseSetting("urls", "http://127.0.0.1:0");
        var receiver = new TelemetryReceiver(builder.Build());
        receiver._app.Run(async context =>
        {
            using var body = new MemoryStream();
            await context.Request.Body.CopyToAsync(body);
            receiver._received.Enqueue((context.Request.Path, body.ToArray()));
        });
        await receiver._app.StartAsync();
        return receiver;
    }

    /// <summary>Whether a text was in what was sent to an address that ends so, such as <c>traces</c>; of all, where it is empty.</summary>
    public bool Has(string text, string where = "")
    {
        var wanted = Encoding.UTF8.GetBytes(text);
        return _received.Any(one => one.Path.EndsWith(where, StringComparison.Ordinal) && one.Bytes.AsSpan().IndexOf(wanted) >= 0);
    }

    public async ValueTask DisposeAsync()
    {
        await _app.StopAsync();
        await _app.DisposeAsync();
    }
}
