using System.Net;
using System.Net.Http.Json;
using Microsoft.AspNetCore.Mvc.Testing;
using Xunit;

namespace Dugout.Gateway.Tests;

/// <summary>The size of bodies, and the headers of requests.</summary>
public sealed class RequestLimitsTests
{
    [Fact]
    public async Task A_body_over_64_KiB_is_rejected()
    {
        await using var one = await Backend.StartAsync("one");
        await using var gateway = Gateway(one.Address);
        gateway.UseKestrel(0);
        using var http = gateway.CreateClient();
        using var small = new ByteArrayContent(new byte[65_536]);
        using var large = new ByteArrayContent(new byte[65_537]);

        Assert.Equal("65536", await (await http.PostAsync(new Uri("/api/echo", UriKind.Relative), small)).Content.ReadAsStringAsync());
        using var answer = await http.PostAsync(new Uri("/api/echo", UriKind.Relative), large);
        await Rig.AssertProblemAsync(answer, HttpStatusCode.RequestEntityTooLarge, "too-large");
    }

    [Fact]
    public async Task A_picture_of_one_mebibyte_passes_and_one_byte_more_is_rejected()
    {
        const int Most = 1024 * 1024;
        await using var one = await Backend.StartAsync("one");
        await using var gateway = Gateway(one.Address);
        gateway.UseKestrel(0);
        using var http = gateway.CreateClient();
        using var picture = new ByteArrayContent(new byte[Most]);
        using var large = new HttpRequestMessage(HttpMethod.Post, "/api/pictures") { Content = new ByteArrayContent(new byte[Most + 1]) };
        large.Headers.ExpectContinue = true; // The response comes before the body, which is not read then.

        Assert.Equal($"{Most}", await (await http.PostAsync(new Uri("/api/pictures", UriKind.Relative), picture)).Content.ReadAsStringAsync());
        using var answer = await http.SendAsync(large);
        await Rig.AssertProblemAsync(answer, HttpStatusCode.RequestEntityTooLarge, "too-large");
    }

    [Fact]
    public async Task A_body_over_64_KiB_without_a_length_is_rejected()
    {
        await using var one = await Backend.StartAsync("one");
        await using var gateway = Gateway(one.Address);
        gateway.UseKestrel(0);
        using var http = gateway.CreateClient();
        using var endless = new StreamContent(new Unsized(new byte[65_537]));

        using var answer = await http.PostAsync(new Uri("/api/echo", UriKind.Relative), endless);

        await Rig.AssertProblemAsync(answer, HttpStatusCode.RequestEntityTooLarge, "too-large");
    }

    [Fact]
    public async Task The_gateway_sets_the_client_address_whatever_the_client_sends()
    {
        await using var one = await Backend.StartAsync("one");
        await using var gateway = Gateway(one.Address);
        gateway.UseKestrel(0);
        using var http = gateway.CreateClient();
        http.DefaultRequestHeaders.Add("X-Forwarded-For", "1.2.3.4");

        var seen = await http.GetFromJsonAsync<Dictionary<string, string>>(new Uri("/api/headers", UriKind.Relative));

        Assert.Contains(seen!["X-Forwarded-For"], (string[])["127.0.0.1", "::1", "::ffff:127.0.0.1"]);
    }

    /// <summary>Headers by which proxies identify clients are removed when a client sends them.</summary>
    [Theory]
    [InlineData("Forwarded", "for=1.2.3.4")]
    [InlineData("X-Forwarded-Port", "99")]
    [InlineData("X-Forwarded-Prefix", "/admin")]
    [InlineData("x-forwarded-user", "admin")]
    [InlineData("X-Real-IP", "1.2.3.4")]
    [InlineData("X-Client-IP", "1.2.3.4")]
    [InlineData("True-Client-IP", "1.2.3.4")]
    [InlineData("X-Original-URL", "/api/admin")]
    [InlineData("X-Rewrite-URL", "/api/admin")]
    [InlineData("X-HTTP-Method-Override", "DELETE")]
    [InlineData("X-User-Id", "1")]
    [InlineData("x-account-id", "1")]
    [InlineData("X-Auth-Request-User", "admin")]
    [InlineData("X-Authenticated-User", "admin")]
    [InlineData("Remote-User", "admin")]
    [InlineData("X-SSL-Client-CN", "admin")]
    [InlineData("X_Forwarded_For", "1.2.3.4")]
    [InlineData("X_User_Id", "1")]
    [InlineData("Proxy", "http://1.2.3.4")]
    public async Task Identity_headers_of_clients_are_removed(string header, string value)
    {
        await using var one = await Backend.StartAsync("one");
        await using var gateway = Rig.ServedGateway([one.Address]);
        using var http = gateway.CreateClient();
        Assert.True(http.DefaultRequestHeaders.TryAddWithoutValidation(header, value));

        var seen = await http.GetFromJsonAsync<Dictionary<string, string>>(new Uri("/api/headers", UriKind.Relative));

        Assert.DoesNotContain(seen!, pair => pair.Key.Equals(header, StringComparison.OrdinalIgnoreCase));
    }

    [Theory]
    [InlineData("Authorization", "Bearer abc")]
    [InlineData("Idempotency-Key", "k-1")]
    [InlineData("X-Consistency-Token", "0-1-4")]
    [InlineData("X-Signature", "00ff")]
    public async Task Headers_of_the_contract_pass(string header, string value)
    {
        await using var one = await Backend.StartAsync("one");
        await using var gateway = Rig.ServedGateway([one.Address]);
        using var http = gateway.CreateClient();
        Assert.True(http.DefaultRequestHeaders.TryAddWithoutValidation(header, value));

        var seen = await http.GetFromJsonAsync<Dictionary<string, string>>(new Uri("/api/headers", UriKind.Relative));

        Assert.Equal(value, seen![header]);
    }

    private static WebApplicationFactory<Program> Gateway(params string[] replicas) => Rig.Gateway(replicas);

    private static async Task<HttpResponseMessage> QueryAsync(WebApplicationFactory<Program> gateway, string path)
    {
        using var http = gateway.CreateClient();
        return await http.GetAsync(new Uri(path, UriKind.Relative));
    }

    /// <summary>A stream that doesn't say how long it is, so that it is sent in chunks.</summary>
    private sealed class Unsized(byte[] bytes) : MemoryStream(bytes)
    {
        public override bool CanSeek => false;
    }
}
