using System.Net;
using System.Text.Json;
using Xunit;

namespace Dugout.Gateway.Tests;

/// <summary>Whose word on the client's address and scheme the gateway passes on.</summary>
public sealed class TrustedProxiesTests
{
    private const string Client = "203.0.113.7";

    [Theory]
    [InlineData("10.42.0.7", true)]
    [InlineData("::ffff:10.42.255.7", true)]
    [InlineData("10.43.0.7", false)]
    [InlineData("127.0.0.1", false)]
    public async Task Address_and_scheme_are_taken_only_from_trusted_networks(string from, bool isTrusted)
    {
        var seen = await SeenAsync(from, ("Gateway:TrustedProxies:0", "10.42.0.0/16"));

        Assert.Equal(isTrusted, seen["X-Forwarded-For"] == Client);
        Assert.Equal(isTrusted ? "https" : "http", seen["X-Forwarded-Proto"]);
        Assert.DoesNotContain(seen.Keys, name => name.StartsWith("X-Original", StringComparison.OrdinalIgnoreCase));
    }

    [Theory]
    [InlineData("10.42.0.7")]
    [InlineData("127.0.0.1")]
    public async Task By_default_nobody_is_trusted(string from)
    {
        var seen = await SeenAsync(from);

        Assert.NotEqual(Client, seen["X-Forwarded-For"]);
        Assert.Equal("http", seen["X-Forwarded-Proto"]);
    }

    [Theory]
    [InlineData("0.0.0.0/0")]
    [InlineData("proxy")]
    public void A_network_of_everybody_stops_the_start(string network)
    {
        using var gateway = Rig.Gateway(["http://127.0.0.1:9"], ("Gateway:TrustedProxies:0", network));

        var refusal = Assert.ThrowsAny<InvalidOperationException>(() => gateway.Server);

        Assert.Contains("Gateway:TrustedProxies:0", refusal.Message, StringComparison.Ordinal);
    }

    /// <summary>The headers that a replica gets of a request with a forwarded address and scheme.</summary>
    private static async Task<Dictionary<string, string>> SeenAsync(string from, params (string Name, string Value)[] settings)
    {
        await using var one = await Backend.StartAsync("one");
        await using var gateway = Rig.Gateway([one.Address], settings);
        var context = await gateway.Server.SendAsync(request =>
        {
            request.Request.Method = "GET";
            request.Request.Path = "/api/headers";
            request.Request.Headers["X-Forwarded-For"] = $"198.51.100.1, {Client}";
            request.Request.Headers["X-Forwarded-Proto"] = "https";
            request.Connection.RemoteIpAddress = IPAddress.Parse(from);
        });
        return (await JsonSerializer.DeserializeAsync<Dictionary<string, string>>(context.Response.Body))!;
    }
}
