using System.Net;
using System.Net.Http.Headers;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using Microsoft.AspNetCore.Hosting;
using Xunit;

namespace Dugout.Gateway.Tests;

/// <summary>The shop's pages: one shell, and files whose addresses change with their content.</summary>
public sealed partial class ShopWindowTests
{
    private static readonly string[] Pages =
    [
        "/", "/games/3", "/games/3/waiting-room", "/checkout/3", "/tickets", "/tickets/3162277660168379", "/sign-in", "/sign-up", "/password-reset", "/account",
        "/operators/games/3/waiting-room",
    ];

    [Theory]
    [InlineData("Development")]
    [InlineData("Production")]
    public async Task Every_page_is_the_same_shell_for_everybody(string environment)
    {
        await using var gateway = Rig.Gateway([]).WithWebHostBuilder(host => host.UseEnvironment(environment));
        using var http = gateway.CreateClient();
        using var fan = gateway.CreateClient();
        fan.DefaultRequestHeaders.Add("Cookie", "dugout-session=x");
        fan.DefaultRequestHeaders.Add("Accept-Language", "en");
        var shell = await http.GetStringAsync(new Uri("/", UriKind.Relative));

        foreach (var page in Pages)
        {
            using var answer = await fan.GetAsync(new Uri($"{page}?month=2027-04", UriKind.Relative));
            Assert.Equal((page, HttpStatusCode.OK, "text/html; charset=utf-8"), (page, answer.StatusCode, answer.Content.Headers.ContentType!.ToString()));
            Assert.Equal(shell, await answer.Content.ReadAsStringAsync());
            Assert.False(answer.Headers.Contains("Set-Cookie"));
            Assert.False(answer.Headers.Contains("Vary"));
        }
    }

    [Theory]
    [InlineData("/nothing")]
    [InlineData("/games")]
    [InlineData("/games/0")]
    [InlineData("/games/-1")]
    [InlineData("/games/three")]
    [InlineData("/games/3/seats")]
    [InlineData("/tickets/9999999999999999999")]
    [InlineData("/shell.html")]
    [InlineData("/index.html")]
    [InlineData("/js/core/nothing.js")]
    [InlineData("/js/core/")]
    [InlineData("/Web.csproj")]
    public async Task An_unknown_address_is_not_found(string address)
    {
        await using var gateway = Rig.Gateway([]);
        using var http = gateway.CreateClient();

        using var answer = await http.GetAsync(new Uri(address, UriKind.Relative));

        await Rig.AssertProblemAsync(answer, HttpStatusCode.NotFound, "no-such-page");
    }

    [Fact]
    public async Task A_page_has_no_inline_code_but_its_import_map_no_inline_style_but_its_own_and_loads_nothing_from_elsewhere()
    {
        await using var gateway = Rig.Gateway([]);
        using var http = gateway.CreateClient();
        using var answer = await http.GetAsync(new Uri("/", UriKind.Relative));
        var shell = await answer.Content.ReadAsStringAsync();

        var (script, style) = (HashOf(ImportMap().Match(shell).Groups["json"].Value), HashOf(Style().Match(shell).Groups["css"].Value));
        Assert.Equal(
            $"default-src 'none'; script-src 'self' 'sha256-{script}'; style-src 'self' 'sha256-{style}'; img-src 'self' data:; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            answer.Headers.GetValues("Content-Security-Policy").Single());
        foreach (var (header, value) in ((string, string)[])
            [("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "same-origin"), ("X-Frame-Options", "DENY"), ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin")])
            Assert.Equal((header, value), (header, answer.Headers.GetValues(header).Single()));
        Assert.Contains("camera=()", answer.Headers.GetValues("Permissions-Policy").Single(), StringComparison.Ordinal);
        Assert.Equal(2, Script().Count(shell));
        Assert.Single(Style().Matches(shell));
        Assert.DoesNotMatch(@"\s(on\w+|style)=", shell);

        static string HashOf(string text) => Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(text)));
    }

    [Fact]
    public async Task A_known_shell_is_not_sent_again()
    {
        await using var gateway = Rig.Gateway([]);
        using var http = gateway.CreateClient();
        using var first = await http.GetAsync(new Uri("/", UriKind.Relative));
        Assert.Equal("no-cache", first.Headers.CacheControl!.ToString());

        using var request = new HttpRequestMessage(HttpMethod.Get, "/tickets");
        request.Headers.IfNoneMatch.Add(first.Headers.ETag!);
        using var second = await http.SendAsync(request);

        Assert.Equal((HttpStatusCode.NotModified, 0), (second.StatusCode, (await second.Content.ReadAsByteArrayAsync()).Length));
        Assert.Equal(first.Headers.ETag, second.Headers.ETag);
        using var other = new HttpRequestMessage(HttpMethod.Get, "/");
        other.Headers.IfNoneMatch.Add(new("\"another\""));
        Assert.Equal(HttpStatusCode.OK, (await http.SendAsync(other)).StatusCode);
        using var head = new HttpRequestMessage(HttpMethod.Head, "/");
        using var headers = await http.SendAsync(head);
        Assert.Equal((HttpStatusCode.OK, first.Headers.ETag), (headers.StatusCode, headers.Headers.ETag));
    }

    [Theory]
    [InlineData("Development")]
    [InlineData("Production")]
    public async Task Every_file_that_the_shell_names_exists_is_compressed_and_kept_for_a_year(string environment)
    {
        await using var gateway = Rig.Gateway([]).WithWebHostBuilder(host => host.UseEnvironment(environment));
        using var http = gateway.CreateClient();
        var shell = await http.GetStringAsync(new Uri("/", UriKind.Relative));
        var imports = JsonDocument.Parse(ImportMap().Match(shell).Groups["json"].Value).RootElement.GetProperty("imports");
        var addresses = imports.EnumerateObject().Select(module => module.Value.GetString()!).Concat(Named().Matches(shell).Select(match => match.Value)).Distinct().ToList();
        Assert.Contains("/js/core/router.js", imports.EnumerateObject().Select(module => module.Name));

        foreach (var address in addresses)
        {
            using var request = new HttpRequestMessage(HttpMethod.Get, address);
            request.Headers.AcceptEncoding.Add(new("gzip"));
            using var answer = await http.SendAsync(request);
            Assert.Equal((address, HttpStatusCode.OK), (address, answer.StatusCode));
            Assert.Matches(@"\.[a-z0-9]{10}\.(js|css)$", address);
            Assert.Equal((address, "max-age=31536000, immutable"), (address, string.Join(", ", answer.Headers.GetValues("Cache-Control"))));
            Assert.Equal((address, "gzip"), (address, answer.Content.Headers.ContentEncoding.Single()));
            Assert.Equal("same-origin", answer.Headers.GetValues("Cross-Origin-Resource-Policy").Single());
            Assert.Equal("nosniff", answer.Headers.GetValues("X-Content-Type-Options").Single());
            Assert.NotNull(answer.Headers.ETag);
        }
    }

    [Fact]
    public async Task Modules_name_each_other_by_addresses_that_the_import_map_knows()
    {
        await using var gateway = Rig.Gateway([]);
        using var http = gateway.CreateClient();
        var shell = await http.GetStringAsync(new Uri("/", UriKind.Relative));
        var imports = JsonDocument.Parse(ImportMap().Match(shell).Groups["json"].Value).RootElement.GetProperty("imports").EnumerateObject().ToDictionary(module => module.Name, module => module.Value.GetString()!);

        foreach (var (name, address) in imports.Where(module => module.Key.EndsWith(".js", StringComparison.Ordinal)))
        {
            var code = await http.GetStringAsync(new Uri(address, UriKind.Relative));
            foreach (Match import in Imported().Matches(code))
                Assert.Contains(new Uri(new Uri($"http://shop{name}"), import.Groups["path"].Value).AbsolutePath, imports.Keys);
        }
    }

    [Fact]
    public async Task A_file_by_its_plain_address_is_confirmed_at_each_use()
    {
        await using var gateway = Rig.Gateway([]);
        using var http = gateway.CreateClient();

        using var answer = await http.GetAsync(new Uri("/js/core/router.js", UriKind.Relative));

        Assert.Equal((HttpStatusCode.OK, true), (answer.StatusCode, answer.Headers.CacheControl!.NoCache));
        using var request = new HttpRequestMessage(HttpMethod.Get, "/js/core/router.js");
        request.Headers.IfNoneMatch.Add(new EntityTagHeaderValue(answer.Headers.ETag!.Tag));
        Assert.Equal(HttpStatusCode.NotModified, (await http.SendAsync(request)).StatusCode);
    }

    [GeneratedRegex("<script type=\"importmap\">(?<json>[^<]*)</script>")]
    private static partial Regex ImportMap();

    [GeneratedRegex("<style>(?<css>[^<]*)</style>")]
    private static partial Regex Style();

    [GeneratedRegex("<script\\b")]
    private static partial Regex Script();

    [GeneratedRegex("(?<=(href|src)=\")/(js|css)/[^\"]+")]
    private static partial Regex Named();

    [GeneratedRegex("(from |import\\()\"(?<path>\\.[^\"]+)\"")]
    private static partial Regex Imported();
}
