using System.Diagnostics;
using System.Net;
using Dugout.Tests.Support;
using Microsoft.AspNetCore.Hosting;
using Xunit;

namespace Dugout.Features.Tests.Platform;

public sealed class HostTests(Shop shop)
{
    /// <summary>No server listens on the discard port.</summary>
    private const string Nowhere = "Server=127.0.0.1;Port=9;User ID=app;Password=x;Database=dugout";

    [Fact]
    public async Task Readiness_lists_the_dependencies_of_the_replica()
    {
        var answer = await Until.TrueAsync(() => shop.Http.GetAnswerAsync("/health/ready"), health => health.Status == HttpStatusCode.OK
            && health.Json.GetProperty("checks").EnumerateObject().All(check => check.Value.GetProperty("status").GetString() == "healthy"));

        Assert.Equal(["mysql-primary", "mysql-replicas", "redis", "stopping", "warm-up"],
            answer.Json.GetProperty("checks").EnumerateObject().Select(check => check.Name).Order());
    }

    [Fact]
    public async Task In_Development_a_replica_reports_its_resource_usage()
    {
        await using var replica = shop.Replica();
        using var http = replica.CreateClient();
        var before = await http.GetAnswerAsync("/health/usage");
        await http.GetAnswerAsync("/api/games/3/grades");
        await http.GetAnswerAsync("/api/teams");
        var after = await http.GetAnswerAsync("/health/usage");

        Assert.Equal(HttpStatusCode.OK, before.Status);
        Assert.True(after.Number("connectionWaits") > before.Number("connectionWaits"));
        Assert.True(after.Json.GetProperty("connectionWaitSeconds").GetDouble() >= before.Json.GetProperty("connectionWaitSeconds").GetDouble());
        Assert.True(after.Number("allocatedBytes") > before.Number("allocatedBytes"));
        Assert.True(Cache(after, "hits") + Cache(after, "misses") > Cache(before, "hits") + Cache(before, "misses"));
        Assert.True(Cache(after, "sharedHits") + Cache(after, "sharedMisses") > Cache(before, "sharedHits") + Cache(before, "sharedMisses"));
        Assert.True(Cache(after, "entries") > 0 && Cache(after, "bytes") > 0 && Cache(after, "sharedWrittenBytes") >= 0, after.Body);
        var runtime = after.Json.GetProperty("runtime");
        Assert.All(["heapBytes", "threads"], number => Assert.True(runtime.GetProperty(number).GetInt64() > 0, number));
        Assert.All(["collections", "fullCollections", "pauseSeconds", "workWaiting"], number => Assert.True(runtime.GetProperty(number).GetDouble() >= 0, number));
        await using var shipped = replica.WithWebHostBuilder(host => host.UseEnvironment("Production"));
        using var other = shipped.CreateClient();
        Assert.Equal(HttpStatusCode.NotFound, (await other.GetAnswerAsync("/health/usage")).Status);

        static long Cache(Answer usage, string number) => usage.Json.GetProperty("cache").GetProperty(number).GetInt64();
    }

    [Fact]
    public async Task Without_the_primary_a_replica_is_live_but_not_ready()
    {
        await using var replica = shop.Replica(("ConnectionStrings:Primary", Nowhere));
        using var http = replica.CreateClient();

        Assert.Equal(HttpStatusCode.OK, (await http.GetAnswerAsync("/health/live")).Status);
        Assert.Equal(HttpStatusCode.ServiceUnavailable, (await http.GetAnswerAsync("/health/ready")).Status);
        var refused = await http.GetAnswerAsync("/api/games/3/grades");
        Assert.Equal((HttpStatusCode.ServiceUnavailable, "busy"), (refused.Status, refused.Code));
    }

    [Fact]
    public async Task Browsing_works_without_the_primary()
    {
        await using var replica = shop.Replica(("ConnectionStrings:Primary", Nowhere));
        using var http = replica.CreateClient();
        var year = await shop.QueryAsync<int>("SELECT CAST(year AS SIGNED) FROM seasons");

        foreach (var path in (string[])["/api/teams", $"/api/games?month={year}-04", "/api/games/3", "/api/games/3/grades/11"])
            Assert.Equal((path, HttpStatusCode.OK), (path, (await http.GetAnswerAsync(path)).Status));
    }

    /// <summary>What must be right at once asks the primary alone, and reads that may be stale query it where there is no replica.</summary>
    [Fact]
    public async Task Browsing_and_buying_work_without_read_replicas()
    {
        await using var replica = shop.Replica(("ConnectionStrings:Replica1", Nowhere));
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();

        var hold = await fan.HoldAsync(http, game, Shop.Grade(game), 1);

        Assert.Equal(HttpStatusCode.Created, hold.Status);
        Assert.Equal(HttpStatusCode.Created, (await fan.ReserveAsync(http, game, hold.Number("holdId"))).Status);
        foreach (var path in (string[])["grades", $"grades/{Shop.Grade(game)}/taken"])
            Assert.Equal((path, HttpStatusCode.OK), (path, (await http.GetAnswerAsync($"/api/games/{game}/{path}")).Status));
        Assert.Equal(HttpStatusCode.OK, (await http.GetAnswerAsync("/api/teams")).Status);
    }

    [Fact]
    public async Task Without_Redis_a_replica_is_still_ready()
    {
        await using var replica = shop.Replica(("ConnectionStrings:Redis", "127.0.0.1:9"));
        using var http = replica.CreateClient();

        var answer = await http.GetAnswerAsync("/health/ready");

        Assert.Equal(HttpStatusCode.OK, answer.Status);
        Assert.Equal("degraded", answer.Json.GetProperty("checks").GetProperty("redis").GetProperty("status").GetString());
    }

    [Fact]
    public async Task The_api_describes_itself()
    {
        var answer = await shop.Http.GetAnswerAsync("/openapi/v1.json");

        var paths = answer.Json.GetProperty("paths").EnumerateObject().Select(path => path.Name).Order(StringComparer.Ordinal);
        Assert.Equal(
        [
            "/api/accounts", "/api/accounts/confirmations", "/api/accounts/me/devices", "/api/accounts/me/devices/{deviceId}", "/api/accounts/me/password", "/api/admin/accounts/{accountId}/ban",
            "/api/admin/acts", "/api/admin/events", "/api/admin/events/{eventId}", "/api/admin/games", "/api/admin/games/{gameId}", "/api/admin/games/{gameId}/blocks",
            "/api/admin/games/{gameId}/grades/{gradeId}", "/api/admin/games/{gameId}/releases", "/api/admin/games/{gameId}/waiting-room",
            "/api/admin/picks", "/api/admin/picks/{pickId}", "/api/admin/stands",
            "/api/admin/talk/posts/{postId}", "/api/admin/talk/posts/{postId}/comments/{commentId}",
            "/api/coupon-campaigns", "/api/coupon-campaigns/{campaignId}", "/api/coupon-campaigns/{campaignId}/coupons", "/api/coupons",
            "/api/event-applications", "/api/events", "/api/events/{eventId}", "/api/events/{eventId}/applications", "/api/events/{eventId}/applications/mine", "/api/events/{eventId}/places",
            "/api/fans/{fanId}/posts", "/api/feed", "/api/feed/mine", "/api/followings", "/api/followings/{kind}/{followedId}",
            "/api/games", "/api/games/sold-out", "/api/games/{gameId}", "/api/games/{gameId}/grades", "/api/games/{gameId}/grades/{gradeId}",
            "/api/games/{gameId}/grades/{gradeId}/taken", "/api/games/{gameId}/holds", "/api/games/{gameId}/holds/best", "/api/games/{gameId}/holds/{holdId}",
            "/api/games/{gameId}/holds/{holdId}/renewals", "/api/games/{gameId}/seat-changes", "/api/games/{gameId}/waiting-room",
            "/api/games/{gameId}/waiting-room/passes", "/api/games/{gameId}/waiting-room/tickets", "/api/notices", "/api/notices/read", "/api/notices/{noticeId}/read", "/api/orders", "/api/orders/{orderId}", "/api/password-resets", "/api/payments/callbacks", "/api/pictures", "/api/pictures/{pictureId}",
            "/api/posts", "/api/posts/{postId}", "/api/posts/{postId}/comments", "/api/posts/{postId}/comments/{commentId}", "/api/posts/{postId}/like",
            "/api/products", "/api/products/search", "/api/products/{productId}",
            "/api/rankings/{ranking}", "/api/recommendations", "/api/recommendations/picks/{pickId}/picture",
            "/api/reservations", "/api/reservations/{id}", "/api/reservations/{id}/seats/{gradeId}/{number}",
            "/api/sessions", "/api/sessions/browser", "/api/sessions/current", "/api/tags/{tag}/posts",
            "/api/talk/posts", "/api/talk/posts/{postId}", "/api/talk/posts/{postId}/comments", "/api/talk/posts/{postId}/comments/{commentId}", "/api/talk/posts/{postId}/like",
            "/api/teams", "/api/teams/{teamId}/posts",
        ], paths);
    }

    [Theory]
    [InlineData("Seats__HoldSeconds", "0", "HoldSeconds")]
    [InlineData("Seats__Claim", "by-hope", "'by-hope' is not a strategy to claim seats; give one of unique-key, conditional-update, row-lock")]
    [InlineData("Coupons__Claim", "by-hope", "'by-hope' is not a strategy to claim coupons; give one of gate-and-counter, conditional-counter, row-a-unit.")]
    [InlineData("Coupons__ClaimSeconds", "0", "ClaimSeconds")]
    [InlineData("Feed__OrphanSeconds", "1", "OrphanSeconds")]
    [InlineData("Orders__GiveUpSeconds", "15", "GiveUpSeconds must be above PollAfterSeconds")]
    [InlineData("Accounts__HashRounds", "999", "HashRounds")]
    [InlineData("Attempts__FailuresOfAnAccount", "0", "FailuresOfAnAccount")]
    [InlineData("Sessions__PollMilliseconds", "61000", "TrustMilliseconds must not be below PollMilliseconds")]
    [InlineData("Notices__DevicesAFan", "0", "DevicesAFan")]
    [InlineData("TrustedProxies__0", "0.0.0.0/0", "The setting TrustedProxies:0 must be a network of proxies in CIDR notation with a prefix of 8 bits or more, such as 10.42.0.0/16, not '0.0.0.0/0'.")]
    [InlineData("TrustedProxies__1", "::/0", "The setting TrustedProxies:1 must be a network of proxies in CIDR notation with a prefix of 8 bits or more, such as 10.42.0.0/16, not '::/0'.")]
    [InlineData("TrustedProxies__0", "gateway", "The setting TrustedProxies:0 must be a network of proxies in CIDR notation with a prefix of 8 bits or more, such as 10.42.0.0/16, not 'gateway'.")]
    [InlineData("Rankings__StaleSeconds", "90", "StaleSeconds must be above RefreshSeconds and LeaseSeconds together")]
    public async Task An_invalid_setting_stops_the_start_and_is_named(string name, string value, string says)
    {
        await using var replica = shop.Replica((name, value));

        var refused = Assert.ThrowsAny<Exception>(() => replica.Services);

        Assert.Contains(says, refused.Message, StringComparison.Ordinal);
    }

    /// <summary>As a separate process: an operator sees its output and its exit code.</summary>
    [Fact]
    public async Task A_replica_with_an_invalid_setting_exits_with_its_name_and_an_error()
    {
        var start = new ProcessStartInfo("dotnet", [typeof(Program).Assembly.Location]) { RedirectStandardError = true, RedirectStandardOutput = true };
        start.Environment["ConnectionStrings__Primary"] = Nowhere;
        start.Environment["ConnectionStrings__Redis"] = "127.0.0.1:9";
        start.Environment["ASPNETCORE_ENVIRONMENT"] = "Development";
        start.Environment["ASPNETCORE_URLS"] = "http://127.0.0.1:0";
        start.Environment["Keys__Folder"] = AppContext.BaseDirectory;
        start.Environment["Seats__HoldSeconds"] = "0";
        using var replica = Process.Start(start)!;

        try
        {
            var said = await Task.WhenAll(replica.StandardError.ReadToEndAsync(), replica.StandardOutput.ReadToEndAsync())
                .WaitAsync(Wait.Patience, TestContext.Current.CancellationToken);
            await replica.WaitForExitAsync(TestContext.Current.CancellationToken);

            Assert.NotEqual(0, replica.ExitCode);
            Assert.Contains("HoldSeconds", string.Concat(said), StringComparison.Ordinal);
        }
        finally
        {
            // One that started all the same.
            replica.Kill();
        }
    }
}
