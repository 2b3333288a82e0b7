using System.Net;
using Dugout.Load.Exits;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Transport.Sockets;
using Microsoft.Extensions.DependencyInjection;
using Yarp.ReverseProxy.Forwarder;

namespace Dugout.Load.Baselines;

/// <summary>
/// YARP's forwarder and nothing else, as a separate process: no routes, no balancing, no health probes, no added headers, no logs. It shows what of the gateway's cost is Kestrel, the
/// HTTP client and the copying between them. Ends when its input does, so it never outlives its parent.
/// </summary>
internal static class ForwarderProgram
{
    /// <summary>The command that runs it.</summary>
    public const string Command = "forwarder";

    /// <summary>Runs until the input ends. Its first line of output is its address.</summary>
    /// <param name="replica">Where requests go.</param>
    /// <param name="input">Ends with the parent.</param>
    /// <param name="output">Receives the address.</param>
    public static async Task<int> RunAsync(string replica, TextReader input, TextWriter output)
    {
        if (!Uri.TryCreate(replica, UriKind.Absolute, out var address)) throw new UsageException($"{Command} is started by `proxies`");
        var builder = WebApplication.CreateEmptyBuilder(new());
        builder.WebHost.UseKestrelCore().UseUrls("http://127.0.0.1:0");
        // As the gateway has it; the other half are environment variables, see the starter.
        builder.Services.Configure<SocketTransportOptions>(transport => transport.UnsafePreferInlineScheduling = true);
        builder.Services.AddHttpForwarder();
        builder.Services.AddRoutingCore();
        await using var app = builder.Build();
        using var client = new HttpMessageInvoker(new SocketsHttpHandler
        {
            UseProxy = false,
            AllowAutoRedirect = false,
            AutomaticDecompression = DecompressionMethods.None,
            UseCookies = false,
            ActivityHeadersPropagator = null,
        });
        var forwarder = app.Services.GetRequiredService<IHttpForwarder>();
        var destination = address.ToString();
        app.Run(async context => await forwarder.SendAsync(context, destination, client));
        await app.StartAsync();
        await output.WriteLineAsync(app.Urls.Single());
        await Task.Run(input.ReadLine);
        return ExitCode.Good;
    }
}
