using System.Net;
using System.Net.Http.Json;
using System.Net.Sockets;
using System.Text.Json;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Mvc.Testing;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Xunit;

namespace Dugout.Gateway.Tests;

/// <summary>What the tests of the gateway have in common: a gateway before some replicas, and what it answers by itself.</summary>
internal static class Rig
{
    /// <summary>A gateway inside this process, before replicas at these addresses, with settings of its own.</summary>
    public static WebApplicationFactory<Program> Gateway(IEnumerable<string> replicas, params (string Name, string Value)[] settings) =>
        Gateway(TimeProvider.System, replicas, settings);

    /// <summary>The same, with a clock of its own.</summary>
    public static WebApplicationFactory<Program> Gateway(TimeProvider clock, IEnumerable<string> replicas, params (string Name, string Value)[] settings) =>
        Gateway(new WebApplicationFactory<Program>(), clock, replicas, settings);

    private static WebApplicationFactory<Program> Gateway(WebApplicationFactory<Program> factory, TimeProvider clock, IEnumerable<string> replicas, (string Name, string Value)[] settings) =>
        factory.WithWebHostBuilder(host =>
        {
            host.ConfigureTestServices(services => services.AddSingleton(clock));
            foreach (var (index, address) in replicas.Index())
                host.UseSetting($"ReverseProxy:Clusters:api:Destinations:{index}:Address", address);
            foreach (var (name, value) in settings)
                host.UseSetting(name, value);
        });

    /// <summary>A gateway on a port of its own, with the server that ships.</summary>
    public static WebApplicationFactory<Program> ServedGateway(IEnumerable<string> replicas, params (string Name, string Value)[] settings) =>
        ServedGateway(TimeProvider.System, replicas, settings);

    /// <summary>The same, with a clock of its own.</summary>
    public static WebApplicationFactory<Program> ServedGateway(TimeProvider clock, IEnumerable<string> replicas, params (string Name, string Value)[] settings)
    {
        // Also a setting: the program would otherwise begin before the factory has set the port.
        var gateway = Gateway(new AsItShips(), clock, replicas, [.. settings, ("urls", "http://127.0.0.1:0")]);
        gateway.UseKestrel(0);
        return gateway;
    }

    /// <summary>Waits until the gateway says that it is ready, or that it isn't.</summary>
    public static async Task ReadyAsync(HttpClient http, HttpStatusCode status = HttpStatusCode.OK)
    {
        var deadline = DateTime.UtcNow.AddSeconds(30);
        HttpStatusCode now;
        do
            now = (await http.GetAsync(new Uri("/health/ready", UriKind.Relative))).StatusCode;
        while (now != status && DateTime.UtcNow < deadline);
        Assert.Equal(status, now);
    }

    /// <summary>That the gateway refused this by itself.</summary>
    /// <returns>The body.</returns>
    public static async Task<JsonElement> AssertProblemAsync(HttpResponseMessage answer, HttpStatusCode status, string code)
    {
        var body = await answer.Content.ReadFromJsonAsync<JsonElement>();
        Assert.Equal((status, code), (answer.StatusCode, body.GetProperty("code").GetString()));
        Assert.Equal("application/problem+json", answer.Content.Headers.ContentType?.MediaType);
        Assert.Equal(["gateway"], answer.Headers.GetValues("X-Served-By"));
        Assert.Equal(("nosniff", "no-store"), (answer.Headers.GetValues("X-Content-Type-Options").Single(), answer.Headers.CacheControl?.ToString()));
        return body;
    }

    /// <summary>The name of the replica that answers.</summary>
    public static Task<string> NameAsync(this HttpClient http) => http.GetStringAsync(new Uri("/api/name", UriKind.Relative));

    /// <summary>A closed port.</summary>
    public static int FreePort()
    {
        using var free = new TcpListener(IPAddress.Loopback, 0);
        free.Start();
        return ((IPEndPoint)free.LocalEndpoint).Port;
    }

    /// <summary>The factory registers a server of its own after the program has registered its own, wrapped one.</summary>
    private sealed class AsItShips : WebApplicationFactory<Program>
    {
        protected override IHost CreateHost(IHostBuilder builder)
        {
            builder.ConfigureServices(services => services.Remove(services.Last(service => service.ServiceType == typeof(IServer))));
            return base.CreateHost(builder);
        }
    }
}
