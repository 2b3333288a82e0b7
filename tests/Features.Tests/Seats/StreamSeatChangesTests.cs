using System.Diagnostics;
using System.Net;
using System.Text;
using Dugout.Tests.Support;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using StackExchange.Redis;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>What a client with an open page receives about the seats.</summary>
public sealed class StreamSeatChangesTests(Shop shop)
{
    private const int Free = 0;
    private const int Held = 1;
    private const int Sold = 2;
    private const int Blocked = 3;

    [Fact]
    public async Task Every_change_of_a_seat_is_sent_whichever_replica_makes_it()
    {
        var fan = await shop.NextFanAsync();
        var by = await shop.NextOperatorAsync();
        var game = shop.NextGame();
        var grade = Shop.Grade(game);
        await fan.BuyAsync(game, 1);
        await using var feed = await SeatFeed.OpenAsync(shop.Replicas[1], game);
        await feed.UntilAsync(seats => seats[grade, 1] == Sold);

        var hold = await fan.HoldAsync(game, 2, 3);
        await feed.UntilAsync(seats => (seats[grade, 2], seats[grade, 3]) == (Held, Held));
        await fan.DeleteAsync(shop.Http, $"/api/games/{game}/holds/{hold.Number("holdId")}");
        await feed.UntilAsync(seats => (seats[grade, 2], seats[grade, 3]) == (Free, Free));
        var reservation = await fan.BuyAsync(game, 3);
        await feed.UntilAsync(seats => seats[grade, 3] == Sold);
        await fan.DeleteAsync(shop.Http, $"/api/reservations/{reservation}");
        await feed.UntilAsync(seats => seats[grade, 3] == Free);
        var seat = new { seats = new[] { new { gradeId = grade, number = 4 } } };
        await by.PostAsync(shop.Http, $"/api/admin/games/{game}/blocks", seat);
        await feed.UntilAsync(seats => seats[grade, 4] == Blocked);
        await by.PostAsync(shop.Http, $"/api/admin/games/{game}/releases", seat);
        await feed.UntilAsync(seats => seats[grade, 4] == Free);

        Assert.Equal(1, feed.Received.Snapshots);
        Assert.Equal([1], feed.Of(grade, Sold));
    }

    [Fact]
    public async Task A_hold_that_expires_is_shown_as_free()
    {
        var clock = new MovedClock();
        await using var replica = shop.Replica();
        await using var moved = replica.By(clock);
        using var http = moved.CreateClient();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        await fan.HoldAsync(game, 5);
        await using var feed = await SeatFeed.OpenAsync(http, game);
        await feed.UntilAsync(seats => seats[Shop.Grade(game), 5] == Held);

        clock.Ahead = TimeSpan.FromSeconds(426);

        await feed.UntilAsync(seats => seats[Shop.Grade(game), 5] == Free);
    }

    [Fact]
    public async Task A_client_that_comes_back_gets_what_it_missed()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        string version;
        await using (var before = await SeatFeed.OpenAsync(shop.Http, game))
        {
            await before.UntilAsync(_ => true);
            version = before.Version;
            await fan.HoldAsync(game, 6);
            await before.UntilAsync(seats => seats[Shop.Grade(game), 6] == Held);
        }

        await using var same = await SeatFeed.OpenAsync(shop.Http, game, last: version);
        Assert.True(await same.ReadAsync());
        await using var elsewhere = await SeatFeed.OpenAsync(shop.Replicas[1], game, last: version);
        await elsewhere.UntilAsync(seats => seats[Shop.Grade(game), 6] == Held);
        await using var garbage = await SeatFeed.OpenAsync(shop.Http, game, last: "garbage");
        await garbage.UntilAsync(seats => seats[Shop.Grade(game), 6] == Held);

        Assert.Equal((0, 1), same.Received);
        Assert.Equal([(1, 0), (1, 0)], [elsewhere.Received, garbage.Received]);
    }

    /// <summary>A change whose message was lost.</summary>
    [Fact]
    public async Task A_missed_change_is_found_by_the_next_full_read()
    {
        await using var replica = shop.Replica(("SeatStreams:ResyncSeconds", "1"));
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var grade = Shop.Grade(game);
        await fan.BuyAsync(game, 7);
        await using var feed = await SeatFeed.OpenAsync(http, game);
        await feed.UntilAsync(seats => seats[grade, 7] == Sold);

        using var redis = await ConnectionMultiplexer.ConnectAsync(shop.Servers.Redis);
        await redis.GetDatabase().SortedSetAddAsync($"dugout:{{game:{game}}}:seats:{grade}", "8", 9_000_000_000_000_000);
        await feed.UntilAsync(seats => seats[grade, 8] == Sold);
        // Without what Redis knew, the primary's claims are shown.
        await SeatAvailabilityTests.ForgetAsync(shop, game);
        await feed.UntilAsync(seats => seats[grade, 8] == Free);

        Assert.Equal([7], feed.Of(grade, Sold));
    }

    [Fact]
    public async Task Any_number_of_streams_of_a_game_costs_one_read()
    {
        await using var redis = shop.BeforeRedis();
        await using var replica = shop.Replica([.. shop.Through(redis: redis)]);
        using var http = replica.CreateClient();
        var game = shop.NextGame();
        await http.GetAnswerAsync($"/api/games/{game}/grades");
        redis.TakeSent();

        var feeds = await Together.RunAsync(20, async _ =>
        {
            var feed = await SeatFeed.OpenAsync(http, game);
            await feed.UntilAsync(_ => true);
            return feed;
        });

        Assert.Equal(5, redis.TakeSent().Sum(sent => Encoding.ASCII.GetString(sent).Split("ZRANGE").Length - 1));
        foreach (var feed in feeds)
            await feed.DisposeAsync();
    }

    [Theory]
    [InlineData("MostPerAddress", false)]
    [InlineData("MostPerAccount", true)]
    [InlineData("Most", false)]
    public async Task Streams_above_a_limit_are_rejected_until_one_ends(string limit, bool isSignedIn)
    {
        await using var replica = shop.Replica(($"SeatStreams:{limit}", "2"));
        using var http = replica.CreateClient();
        var token = isSignedIn ? (await shop.NextFanAsync()).Token : null;
        var game = shop.NextGame();
        await using var one = await SeatFeed.OpenAsync(http, game, token: token);
        var two = await SeatFeed.OpenAsync(http, game, token: token);

        using var request = new HttpRequestMessage(HttpMethod.Get, $"/api/games/{game}/seat-changes");
        if (token is not null)
            request.Headers.Authorization = new("Bearer", token);
        var refused = await Answer.ReadAsync(await http.SendAsync(request));
        await two.DisposeAsync();

        Assert.Equal((HttpStatusCode.TooManyRequests, "too-many-requests"), (refused.Status, refused.Code));
        Assert.NotNull(refused.Headers.RetryAfter);
        await Wait.UntilAsync("a stream may be opened again", async () =>
        {
            try
            {
                await using var again = await SeatFeed.OpenAsync(http, game, token: token);
                return true;
            }
            catch (HttpRequestException)
            {
                return false;
            }
        });
    }

    [Fact]
    public async Task A_stream_ends_when_its_session_is_revoked_and_others_go_on()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        await using var mine = await SeatFeed.OpenAsync(shop.Replicas[1], game, token: fan.Token);
        await using var anonymous = await SeatFeed.OpenAsync(shop.Replicas[1], game);
        await mine.UntilAsync(_ => true);

        await fan.DeleteAsync(shop.Replicas[0], "/api/sessions/current");

        await mine.EndsAsync();
        await (await shop.NextFanAsync()).HoldAsync(game, 9);
        await anonymous.UntilAsync(seats => seats[Shop.Grade(game), 9] == Held);
    }

    [Fact]
    public async Task A_stopping_replica_ends_its_streams_and_stops_in_time()
    {
        await using var replica = shop.Replica(("urls", "http://127.0.0.1:0"));
        replica.UseKestrel(0);
        using var http = replica.CreateClient();
        await using var feed = await SeatFeed.OpenAsync(http, shop.NextGame());
        await feed.UntilAsync(_ => true);
        var since = Stopwatch.StartNew();

        await replica.Services.GetRequiredService<IHost>().StopAsync(TestContext.Current.CancellationToken);

        // An end, not a broken connection: the client continues elsewhere.
        await feed.EndsAsync();
        Assert.InRange(since.Elapsed, TimeSpan.Zero, TimeSpan.FromSeconds(10));
    }

    [Fact]
    public async Task Unknown_games_and_games_that_are_not_on_sale_have_no_stream()
    {
        foreach (var (game, code) in ((long, string)[])[(999_999, "no-such-game"), (1, "sale-not-open"), (2, "sale-closed")])
            Assert.Equal(code, (await shop.Http.GetAnswerAsync($"/api/games/{game}/seat-changes")).Code);
    }

    /// <summary>Fans hold, release, buy and cancel on both replicas; the last changes a client received are the state of the rows and Redis.</summary>
    [Fact]
    public async Task What_a_client_was_told_ends_equal_to_the_rows()
    {
        var fans = await shop.NextFansAsync(20);
        var game = shop.NextGame();
        var grade = Shop.Grade(game);
        await using var feed = await SeatFeed.OpenAsync(shop.Replicas[1], game);

        await Together.RunAsync(fans.Length, async caller =>
        {
            for (var round = 0; round < 4; round++)
            {
                var hold = await fans[caller].HoldAsync(shop.Replicas[round % 2], game, grade, 1 + ((caller * 7 + round * 3) % 40));
                if (hold.Code is null && (caller + round) % 3 == 0)
                    await fans[caller].DeleteAsync(shop.Http, $"/api/games/{game}/holds/{hold.Number("holdId")}");
                else if (hold.Code is null && (caller + round) % 3 == 1)
                    await fans[caller].ReserveAsync(shop.Replicas[caller % 2], game, hold.Number("holdId"));
            }

            return true;
        });

        var sold = (await shop.QueryAsync<string>("SELECT GROUP_CONCAT(number ORDER BY number) FROM seat_claims WHERE game_id = @game", new { game }))
            .Split(',').Select(int.Parse).ToArray();
        var taken = (await shop.Http.GetAnswerAsync($"/api/games/{game}/grades/{grade}/taken")).Json.GetProperty("taken").EnumerateArray().Select(seat => seat.GetInt32());
        var held = taken.Except(sold).ToArray();
        Assert.NotEmpty(sold);
        Assert.NotEmpty(held);
        await feed.UntilAsync(seats => seats.Of(grade, Sold).SequenceEqual(sold) && seats.Of(grade, Held).SequenceEqual(held));
    }
}
