using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Text;
using Dugout.Tests.Support;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Options;
using MySqlConnector;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <summary>A replica under overload or with slow servers sheds requests, and reports no false results.</summary>
public sealed class LimitsTests(Shop shop)
{
    private static readonly TimeSpan Soon = TimeSpan.FromSeconds(60);

    /// <summary>What is asked while the primary is frozen takes a crowded machine longer than a statement may take here otherwise.</summary>
    private static readonly (string Name, string Value)[] LongDeadlines = [("Limits:DeadlineMilliseconds", "60000"), ("Database:CommandSeconds", "60")];

    [Fact]
    public async Task A_read_that_takes_too_long_is_busy()
    {
        await using var primary = shop.BeforePrimary();
        await using var replica = shop.AgelessReplica([.. shop.Through(primary), ("Limits:DeadlineMilliseconds", "500"), ("Database:CommandSeconds", "60")]);
        using var http = replica.CreateClient();
        var game = await WarmAsync(http);

        primary.Freeze();
        var answer = await http.GetAnswerAsync($"/api/games/{game}/grades").WaitAsync(Soon, TestContext.Current.CancellationToken);

        AssertBusy(answer);
    }

    /// <summary>The first read waits for its response, the second for the only connection of the pool; own reservations first for the reset of their connection.</summary>
    [Theory]
    [InlineData("/api/games/{0}/grades")]
    [InlineData("/api/reservations")]
    public async Task The_wait_for_a_connection_counts_towards_a_reads_deadline(string path)
    {
        await using var primary = shop.BeforePrimary();
        await using var replica = shop.AgelessReplica([
            .. shop.Through(primary), ("Limits:DeadlineMilliseconds", "500"), ("Database:PoolSize", "1"), ("Database:ConnectSeconds", "60"), ("Database:CommandSeconds", "60")]);
        using var http = replica.CreateClient();
        var game = await WarmAsync(http);
        var fan = await shop.NextFanAsync();
        var read = string.Format(CultureInfo.InvariantCulture, path, game);
        Assert.Equal(HttpStatusCode.OK, (await Until.NotBusyAsync(() => fan.GetAsync(http, read))).Status);

        primary.Freeze();
        var since = Stopwatch.StartNew();
        var first = fan.GetAsync(http, read);
        var second = fan.GetAsync(http, read);

        AssertBusy(await first.WaitAsync(Soon, TestContext.Current.CancellationToken));
        AssertBusy(await second.WaitAsync(Soon, TestContext.Current.CancellationToken));
        Assert.InRange(since.Elapsed, TimeSpan.Zero, TimeSpan.FromSeconds(20));
    }

    /// <summary>It has committed by then, so no response may say that it was rejected.</summary>
    [Fact]
    public async Task A_purchase_with_unknown_outcome_is_a_fault_and_its_repeat_returns_the_outcome()
    {
        await using var primary = shop.BeforePrimary();
        await using var replica = shop.AgelessReplica([.. shop.Through(primary), ("Limits:DeadlineMilliseconds", "3000"), ("Database:CommandSeconds", "60")]);
        using var http = replica.CreateClient();
        var game = await WarmAsync(http);
        var fan = await shop.NextFanAsync();
        var hold = (await fan.HoldAsync(http, game, Shop.Grade(game), 1)).Number("holdId");

        // From the purchase on: before it the driver resets its connection, and a purchase that was never sent is only busy.
        _ = primary.SufferFrom(text => text.AsSpan().IndexOf("INSERT INTO reservations"u8) >= 0, LinkFault.BlackHole);
        var lost = await fan.ReserveAsync(http, game, hold, "unknown").WaitAsync(Soon, TestContext.Current.CancellationToken);
        primary.Suffer(LinkFault.None);

        Assert.Equal((HttpStatusCode.InternalServerError, "fault"), (lost.Status, lost.Code));
        await Until.TrueAsync(() => fan.ReserveAsync(http, game, hold, "unknown"), repeat => repeat.Status == HttpStatusCode.Created);
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM seat_claims WHERE game_id = @game", new { game }));
    }

    [Fact]
    public async Task A_request_that_gets_no_connection_in_time_gets_busy()
    {
        await using var primary = shop.BeforePrimary();
        await using var replica = shop.AgelessReplica([.. shop.Through(primary), ("Database:PoolSize", "1"), ("Database:ConnectSeconds", "1"), ("Database:CommandSeconds", "60")]);
        using var http = replica.CreateClient();
        // Callers of one game would share a query.
        var (game, other) = (await WarmAsync(http), await WarmAsync(http));

        primary.TakeSent();
        primary.Freeze();
        var has = http.GetAnswerAsync($"/api/games/{game}/grades");
        await HasSentAsync(primary);
        var waits = await http.GetAnswerAsync($"/api/games/{other}/grades").WaitAsync(Soon, TestContext.Current.CancellationToken);
        primary.Thaw();

        AssertBusy(waits);
        Assert.Equal(HttpStatusCode.OK, (await has).Status);
    }

    [Fact]
    public async Task A_full_lane_rejects_reads_before_any_other_check()
    {
        await using var primary = shop.BeforePrimary();
        await using var replica = shop.AgelessReplica([.. shop.Through(primary), ("Limits:Enabled", "true"), ("Limits:Reads", "1"), .. LongDeadlines]);
        using var http = replica.CreateClient();
        var game = await WarmAsync(http);

        primary.TakeSent();
        primary.Freeze();
        var only = http.GetAnswerAsync($"/api/games/{game}/grades");
        await HasSentAsync(primary);

        AssertBusy(await http.GetAnswerAsync("/api/teams"));
        AssertBusy(await http.GetAnswerAsync("/api/reservations"));
        using var none = new StringContent("{}", Encoding.UTF8, "application/json");
        Assert.Equal(HttpStatusCode.Unauthorized, (await http.PostAsync(new Uri("/api/reservations", UriKind.Relative), none)).StatusCode);
        Assert.Equal(HttpStatusCode.BadRequest, (await http.PostAsync(new Uri("/api/sessions", UriKind.Relative), none)).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await http.GetAsync(new Uri("/health/live", UriKind.Relative))).StatusCode);
        Assert.Equal(HttpStatusCode.OK, (await http.GetAsync(new Uri("/openapi/v1.json", UriKind.Relative))).StatusCode);
        primary.Thaw();
        Assert.Equal(HttpStatusCode.OK, (await only).Status);
        Assert.Equal(HttpStatusCode.OK, (await http.GetAnswerAsync("/api/teams")).Status);
    }

    /// <summary>With its own pick, since other tests remove theirs; on the primary, since replicas lag.</summary>
    [Fact]
    public async Task Picture_reads_leave_capacity_for_all_other_reads()
    {
        byte[] jpeg = [0xFF, 0xD8, 0xFF, 0];
        var by = await shop.NextOperatorAsync();
        var pick = await by.PostAsync(shop.Http, "/api/admin/picks", new { note = "사진", gameId = shop.NextGame(), picture = jpeg });
        var picture = $"/api/recommendations/picks/{pick.Number("pickId")}/picture";
        await using var primary = shop.BeforePrimary();
        await using var replica = shop.AgelessReplica(
            [.. shop.Through(primary), ("ConnectionStrings:Replica1", ""), ("ConnectionStrings:Replica2", ""), ("Limits:Enabled", "true"), ("Limits:Pictures", "1"), .. LongDeadlines]);
        using var http = replica.CreateClient();
        var game = await WarmAsync(http);
        Assert.Equal(HttpStatusCode.OK, (await http.GetAnswerAsync(picture)).Status);

        primary.TakeSent();
        primary.Freeze();
        var only = http.GetAnswerAsync(picture);
        await HasSentAsync(primary);
        AssertBusy(await http.GetAnswerAsync(picture));
        AssertBusy(await http.GetAnswerAsync("/api/pictures/1"));
        var read = http.GetAnswerAsync($"/api/games/{game}/grades");
        await HasSentAsync(primary);
        primary.Thaw();

        Assert.Equal((HttpStatusCode.OK, HttpStatusCode.OK), ((await only).Status, (await read).Status));
    }

    [Fact]
    public async Task A_replica_with_a_full_pool_is_ready_and_one_with_a_frozen_primary_is_not()
    {
        await using var primary = shop.BeforePrimary();
        await using var replica = shop.AgelessReplica([.. shop.Through(primary), ("Database:PoolSize", "1"), ("Database:CommandSeconds", "60"), ("Database:HealthMilliseconds", "5000")]);
        using var http = replica.CreateClient();
        var game = await WarmAsync(http);

        primary.FreezeAnswers(answer => answer.AsSpan().IndexOf("grade_id"u8) >= 0);
        var has = http.GetAnswerAsync($"/api/games/{game}/grades");
        await primary.HeldBack.WaitAsync(Soon, TestContext.Current.CancellationToken);
        Assert.Equal(HttpStatusCode.OK, (await http.GetAnswerAsync("/health/ready")).Status);

        primary.Freeze();
        var frozen = await http.GetAnswerAsync("/health/ready").WaitAsync(Soon, TestContext.Current.CancellationToken);
        Assert.Equal(HttpStatusCode.ServiceUnavailable, frozen.Status);
        Assert.Equal("unhealthy", frozen.Json.GetProperty("checks").GetProperty("mysql-primary").GetProperty("status").GetString());
        primary.Thaw();
        await has;
    }

    [Fact]
    public void A_connection_string_keeps_its_own_settings_and_gets_the_defaults()
    {
        var databases = new Databases(
            new ConfigurationBuilder().AddInMemoryCollection(
                [new("ConnectionStrings:Primary", "Server=a;Connect Timeout=9;Max Pool Size=7"), new("ConnectionStrings:Replica1", "Server=b")]).Build(),
            Options.Create(new DatabaseOptions { PoolSize = 3, ConnectSeconds = 4, CommandSeconds = 5 }));

        Assert.Equal((9u, 7u, 5u, -1), Waits(databases.Primary));
        Assert.Equal((4u, 3u, 5u, -1), Waits(Assert.Single(databases.Replicas)));

        static (uint Connect, uint Pool, uint Command, int Cancel) Waits(string address)
        {
            var read = new MySqlConnectionStringBuilder(address);
            return (read.ConnectionTimeout, read.MaximumPoolSize, read.DefaultCommandTimeout, read.CancellationTimeout);
        }
    }

    /// <summary>A game whose terms of sale the replica has cached, so that one query remains.</summary>
    private async Task<long> WarmAsync(HttpClient http)
    {
        var game = shop.NextGame();
        // Of a replica's first queries one may take longer than its deadline.
        Assert.Equal(HttpStatusCode.OK, (await Until.NotBusyAsync(() => http.GetAnswerAsync($"/api/games/{game}/grades"))).Status);
        return game;
    }

    private static async Task HasSentAsync(FaultyProxy primary)
    {
        for (var deadline = DateTime.UtcNow + Soon; primary.TakeSent().Count == 0; Assert.True(DateTime.UtcNow < deadline))
            await Task.Delay(10, TestContext.Current.CancellationToken);
    }

    private static void AssertBusy(Answer answer)
    {
        Assert.Equal((HttpStatusCode.ServiceUnavailable, "busy"), (answer.Status, answer.Code));
        Assert.Equal(TimeSpan.FromSeconds(1), answer.Headers.RetryAfter?.Delta);
    }
}
