using System.Net;
using System.Net.Http.Json;
using Xunit;

namespace Dugout.Features.Tests.Accounts;

/// <summary>The session of a browser: a cookie that scripts can't read, and that counts for the shop's own pages alone.</summary>
public sealed class BrowserSessionsTests(Shop shop) : IDisposable
{
    private const string Session = "/api/sessions/current";

    /// <summary>Two replicas without a cookie container: each test sends what it wants to.</summary>
    private readonly HttpClient[] _replicas = [.. shop.Replicas.Select(replica =>
        new HttpClient(new SocketsHttpHandler { UseCookies = false }, disposeHandler: true) { BaseAddress = replica.BaseAddress })];

    public void Dispose()
    {
        foreach (var replica in _replicas)
            replica.Dispose();
    }

    [Fact]
    public async Task The_token_is_a_cookie_that_scripts_cannot_read()
    {
        var (_, email) = shop.NextAccount();

        var (answer, cookie) = await SignInAsync(email);

        Assert.Equal(HttpStatusCode.OK, answer.Status);
        Assert.Equal(["account", "expiresAt"], answer.Json.EnumerateObject().Select(member => member.Name).Order(StringComparer.Ordinal));
        Assert.Contains("; path=/api; samesite=strict; httponly", cookie, StringComparison.Ordinal);
        Assert.DoesNotContain("secure", cookie, StringComparison.Ordinal);
        Assert.DoesNotContain(ValueOf(cookie), answer.Body, StringComparison.Ordinal);
        Assert.True(answer.Headers.CacheControl!.NoStore);
    }

    [Fact]
    public async Task Over_https_the_cookie_is_never_sent_in_clear_text()
    {
        var (_, email) = shop.NextAccount();

        var (_, cookie) = await SignInAsync(email, ("X-Forwarded-Proto", "https"));

        Assert.Contains("; secure;", cookie, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_cookie_signs_requests_of_the_shops_own_pages_on_every_replica()
    {
        var (id, email) = shop.NextAccount();
        var (signedIn, cookie) = await SignInAsync(email);

        foreach (var replica in _replicas)
        {
            var session = await SendAsync(replica, HttpMethod.Get, Session, ("Cookie", ValueOf(cookie)), ("Sec-Fetch-Site", "same-origin"));
            Assert.Equal(id, session.Json.GetProperty("account").GetProperty("id").GetInt64());
            Assert.Equal(signedIn.Json.GetProperty("expiresAt").GetDateTime(), session.Json.GetProperty("expiresAt").GetDateTime(), TimeSpan.FromSeconds(1));
        }
    }

    [Theory]
    [InlineData(null, 401, "not-signed-in")]
    [InlineData("none", 401, "not-signed-in")]
    [InlineData("SAME-ORIGIN", 401, "not-signed-in")]
    [InlineData("same-site", 403, "not-allowed")]
    [InlineData("cross-site", 403, "not-allowed")]
    public async Task The_cookie_does_not_count_on_other_requests(string? site, int status, string code)
    {
        var (_, email) = shop.NextAccount();
        var (_, cookie) = await SignInAsync(email);

        var answer = await SendAsync(
            _replicas[0], HttpMethod.Get, Session, [("Cookie", ValueOf(cookie)), .. site is null ? Array.Empty<(string, string)>() : [("Sec-Fetch-Site", site)]]);

        Assert.Equal((status, code), ((int)answer.Status, answer.Code));
    }

    [Fact]
    public async Task A_header_with_a_token_goes_before_the_cookie()
    {
        var (_, email) = shop.NextAccount();
        var (_, cookie) = await SignInAsync(email);
        var other = await shop.NextFanAsync();

        foreach (var (header, expected) in ((string, long?)[])[($"Bearer {other.Token}", other.Id), ("Bearer invalid", null), ("Basic x", null)])
        {
            var answer = await SendAsync(
                _replicas[0], HttpMethod.Get, Session, ("Cookie", ValueOf(cookie)), ("Sec-Fetch-Site", "same-origin"), ("Authorization", header));
            Assert.Equal(expected, answer.Code is null ? answer.Json.GetProperty("account").GetProperty("id").GetInt64() : null);
        }
    }

    [Theory]
    [InlineData("dugout-session=")]
    [InlineData("dugout-session=CfDJ8invalid")]
    [InlineData("other=1")]
    public async Task A_tampered_cookie_is_no_session_and_browsing_goes_on(string cookie)
    {
        var session = await SendAsync(_replicas[0], HttpMethod.Get, Session, ("Cookie", cookie), ("Sec-Fetch-Site", "same-origin"));
        var teams = await SendAsync(_replicas[0], HttpMethod.Get, "/api/teams", ("Cookie", cookie), ("Sec-Fetch-Site", "same-origin"));

        Assert.Equal((HttpStatusCode.Unauthorized, "not-signed-in"), (session.Status, session.Code));
        Assert.Equal(HttpStatusCode.OK, teams.Status);
    }

    [Fact]
    public async Task A_token_whose_last_character_was_changed_is_no_session()
    {
        var (_, email) = shop.NextAccount();
        var value = ValueOf((await SignInAsync(email)).Cookie);
        var tampered = value[..^4] + (value[^4] == 'A' ? 'B' : 'A') + value[^3..];

        var answer = await SendAsync(_replicas[0], HttpMethod.Get, Session, ("Cookie", tampered), ("Sec-Fetch-Site", "same-origin"));

        Assert.Equal("not-signed-in", answer.Code);
    }

    [Theory]
    [InlineData("cross-site")]
    [InlineData("same-site")]
    public async Task Requests_of_other_sites_are_rejected_and_change_nothing(string site)
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();

        var hold = await SendAsync(
            _replicas[0], HttpMethod.Post, $"/api/games/{game}/holds", ("Authorization", $"Bearer {fan.Token}"), ("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "navigate"));
        var read = await SendAsync(_replicas[0], HttpMethod.Get, "/api/teams", ("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", "no-cors"));
        var (_, email) = shop.NextAccount();
        var (signedIn, cookie) = await SignInAsync(email, ("Sec-Fetch-Site", site));

        Assert.All([hold, read, signedIn], answer => Assert.Equal((HttpStatusCode.Forbidden, "not-allowed"), (answer.Status, answer.Code)));
        Assert.Empty(cookie);
        Assert.Empty((await fan.GetAsync(shop.Http, $"/api/games/{game}/holds")).Json.GetProperty("items").EnumerateArray());
    }

    [Fact]
    public async Task A_link_from_another_site_works()
    {
        var answer = await SendAsync(_replicas[0], HttpMethod.Get, "/api/teams", ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"));

        Assert.Equal(HttpStatusCode.OK, answer.Status);
    }

    [Fact]
    public async Task Sign_out_clears_the_cookie_and_revokes_its_session_everywhere()
    {
        var (_, email) = shop.NextAccount();
        var (_, cookie) = await SignInAsync(email);
        (string, string)[] headers = [("Cookie", ValueOf(cookie)), ("Sec-Fetch-Site", "same-origin")];

        using var request = RequestOf(HttpMethod.Delete, Session, headers);
        using var response = await _replicas[0].SendAsync(request);

        Assert.Equal(HttpStatusCode.NoContent, response.StatusCode);
        Assert.StartsWith("dugout-session=; expires=Thu, 01 Jan 1970", Assert.Single(response.Headers.GetValues("Set-Cookie")), StringComparison.Ordinal);
        Assert.Equal("not-signed-in", (await SendAsync(_replicas[0], HttpMethod.Get, Session, headers)).Code);
        await Until.TrueAsync(() => SendAsync(_replicas[1], HttpMethod.Get, Session, headers), answer => answer.Code == "not-signed-in");
    }

    [Fact]
    public async Task Wrong_credentials_set_no_cookie()
    {
        var (_, email) = shop.NextAccount();

        using var response = await _replicas[0].PostAsJsonAsync("/api/sessions/browser", new { email, password = "wrong" });

        Assert.Equal("bad-credentials", (await Answer.ReadAsync(response)).Code);
        Assert.False(response.Headers.Contains("Set-Cookie"));
    }

    /// <summary>Signs in; the cookie as the browser receives it, in lower case but for its value; empty if there is none.</summary>
    private async Task<(Answer Answer, string Cookie)> SignInAsync(string email, params (string Name, string Value)[] headers)
    {
        using var request = RequestOf(HttpMethod.Post, "/api/sessions/browser", headers);
        request.Content = JsonContent.Create(new { email, password = Shop.FanPassword });
        var response = await _replicas[0].SendAsync(request);
        var cookie = response.Headers.TryGetValues("Set-Cookie", out var cookies) ? Assert.Single(cookies) : "";
        return (await Answer.ReadAsync(response), cookie);
    }

    private static string ValueOf(string cookie) => cookie.Split(';')[0];

    private static async Task<Answer> SendAsync(HttpClient replica, HttpMethod method, string path, params (string Name, string Value)[] headers)
    {
        using var request = RequestOf(method, path, headers);
        return await Answer.ReadAsync(await replica.SendAsync(request));
    }

    private static HttpRequestMessage RequestOf(HttpMethod method, string path, (string Name, string Value)[] headers)
    {
        var request = new HttpRequestMessage(method, path);
        foreach (var (name, value) in headers)
            Assert.True(request.Headers.TryAddWithoutValidation(name, value));
        return request;
    }
}
