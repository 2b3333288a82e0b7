using System.Net;
using System.Text.Json;
using Dugout.Features.Tests.Platform;
using Xunit;

namespace Dugout.Features.Tests.WaitingRooms;

/// <summary>What operators see of a waiting room.</summary>
[Collection(WaitingRoomTests.Name)]
public sealed class MonitorWaitingRoomTests(Shop shop) : IAsyncLifetime
{
    public async ValueTask InitializeAsync() => await shop.CloseRoomsAsync();

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    [Fact]
    public async Task A_change_is_visible_at_once_in_every_state_also_to_other_operators()
    {
        var (by, other, game, opensAt) = (await shop.NextOperatorAsync(), await shop.NextOperatorAsync(), shop.NextGame(), new DateTime(2061, 3, 25, 2, 0, 0, DateTimeKind.Utc));

        var rate = 20;
        await shop.TrySetRoomAsync(by, game, "open", rate, opensAt);
        await KeepFromWorkersAsync(game);
        foreach (var state in (string[])["paused", "draining", "closed", "open"])
        {
            Assert.Equal(HttpStatusCode.OK, (await shop.TrySetRoomAsync(by, game, state, ++rate, opensAt)).Status);
            var room = (await MonitorAsync(other, game, shop.Replicas[1])).Json;

            Assert.Equal(
                (state, rate, rate, (double)rate, opensAt),
                (room.GetProperty("state").GetString(), room.GetProperty("minRate").GetInt32(), room.GetProperty("maxRate").GetInt32(), room.GetProperty("rate").GetDouble(),
                    room.GetProperty("opensAt").GetDateTime()));
            Assert.All(["tickets", "admitted", "lapsed", "active"], counter => Assert.Equal(0, room.GetProperty(counter).GetInt32()));
            Assert.Equal((JsonValueKind.Null, false), (room.GetProperty("drawn").ValueKind, room.GetProperty("isSoldOut").GetBoolean()));
            Assert.InRange(room.GetProperty("updatedAt").GetDateTime(), DateTime.UtcNow.AddMinutes(-1), DateTime.UtcNow.AddMinutes(1));
        }
    }

    /// <summary>Of what is sent through the proxies: a replica that lags would show an older state.</summary>
    [Fact]
    public async Task It_is_read_from_the_primary()
    {
        var (by, game) = (await shop.NextOperatorAsync(), shop.NextGame());
        await shop.SetRoomAsync(await shop.NextOperatorAsync(), game);
        await shop.Servers.CaughtUpAsync();
        await using var primary = shop.BeforePrimary();
        await using var read = shop.BeforeReplica();
        await using var replica = shop.Replica([.. shop.Through(primary, read)]);
        using var http = replica.CreateClient();

        Assert.Equal("open", (await MonitorAsync(by, game, http)).Text("state"));

        Assert.Contains(Wire.Texts(primary), text => text.Contains("FROM `waiting_rooms`", StringComparison.Ordinal));
        Assert.DoesNotContain(Wire.Texts(read), text => text.Contains("waiting_", StringComparison.Ordinal));
    }

    [Fact]
    public async Task The_rate_its_reason_and_the_counters_follow_the_sale()
    {
        var (fans, by, game) = (await shop.NextFansAsync(3), await shop.NextOperatorAsync(), shop.NextGame());
        await shop.SetRoomAsync(by, game, opensAt: DateTime.UtcNow.AddHours(1));
        await using var admission = shop.StartAdmission();
        foreach (var fan in fans[..2])
            await fan.TakeTicketAsync(shop.Http, game);
        var before = await UntilAsync("draw", _ => true);
        Assert.Equal((2, JsonValueKind.Null, 0), (before.Number("tickets"), before.Json.GetProperty("drawn").ValueKind, before.Number("admitted")));

        await shop.ChangeAsync("UPDATE waiting_rooms SET opens_at = UTC_TIMESTAMP(6) WHERE game_id = @game", new { game });
        var admitted = await UntilAsync("nobody-waits", room => room.Number("admitted") == 2);
        Assert.Equal(2, admitted.Number("drawn"));

        await fans[2].PassAsync(game);
        var late = await UntilAsync("nobody-waits", room => room.Number("admitted") == 3);
        Assert.Equal((3, 2), (late.Number("tickets"), late.Number("drawn")));

        await shop.SetRoomAsync(by, game, "paused", rate: 7);
        await shop.ChangeAsync("UPDATE waiting_rooms SET tickets = tickets + 1 WHERE game_id = @game", new { game });
        var paused = await UntilAsync("paused", room => room.Number("tickets") == 4);
        Assert.Equal(("paused", 7, 3), (paused.Text("state"), paused.Json.GetProperty("rate").GetDouble(), paused.Number("admitted")));

        Task<Answer> UntilAsync(string reason, Predicate<Answer> isSo) => Until.TrueAsync(() => MonitorAsync(by, game), room => room.Text("reason") == reason && isSo(room));
    }

    [Fact]
    public async Task All_counters_of_the_row_are_shown_and_active_are_fans_with_a_valid_pass_and_no_seat_or_on_their_way()
    {
        var (fans, by, game) = (await shop.NextFansAsync(3), await shop.NextOperatorAsync(), shop.NextGame());
        await shop.SetRoomAsync(by, game);
        await KeepFromWorkersAsync(game);
        await shop.ChangeAsync("""
            UPDATE waiting_rooms SET tickets = 50, drawn = 40, admitted = 30, lapsed = 25, forfeited = 10, min_rate = 3, rate = 95.525, reason = 'slow', is_sold_out = TRUE, updated_at = '2061-01-02 03:04:05'
            WHERE game_id = @game
            """, new { game });
        // One pass has ended, one fan has a seat, one has just come.
        foreach (var (place, seconds, number) in ((int, int, int)[])[(0, -1, 3), (1, 600, 26), (2, 600, 29)])
        {
            await shop.ChangeAsync("""
                INSERT INTO waiting_tickets (game_id, account_id, idx, pass_until, pass_number, taken_at)
                VALUES (@game, @Id, @place, UTC_TIMESTAMP(6) + INTERVAL @seconds SECOND, @number, UTC_TIMESTAMP(6))
                """, new { game, fans[place].Id, place, seconds, number });
        }

        await shop.ChangeAsync("""
            INSERT INTO seat_allowances (account_id, game_id, grade_id, seats, allowed) VALUES (@Id, @game, 0, 1, 2);
            INSERT INTO waiting_admissions (game_id, at, admitted) VALUES (@game, UTC_TIMESTAMP(6) - INTERVAL 1 HOUR, 27), (@game, UTC_TIMESTAMP(6) + INTERVAL 1 HOUR, 30)
            """, new { fans[1].Id, game });

        var room = await MonitorAsync(by, game);

        Assert.Equal(
            [50, 40, 30, 25, 1 + (30 - 27 - 1), 3, 1_000, 5_000],
            ((string[])["tickets", "drawn", "admitted", "lapsed", "active", "minRate", "maxRate", "maxActive"]).Select(room.Number));
        Assert.Equal((95.525, "slow", true), (room.Json.GetProperty("rate").GetDouble(), room.Text("reason"), room.Json.GetProperty("isSoldOut").GetBoolean()));
        Assert.Equal("2061-01-02T03:04:05Z", room.Text("updatedAt"));
        Assert.DoesNotContain("seed", room.Body, StringComparison.OrdinalIgnoreCase);
    }

    [Fact]
    public async Task A_room_that_has_closed_by_itself_stays_visible()
    {
        var by = await shop.NextOperatorAsync();
        await shop.SetRoomAsync(by, Shop.GameNoLongerOnSale);
        await using var admission = shop.StartAdmission();

        await Until.TrueAsync(() => MonitorAsync(by, Shop.GameNoLongerOnSale), room => room.Text("state") == "closed");
    }

    [Fact]
    public async Task A_game_that_never_had_a_room_has_none_and_fans_see_no_room()
    {
        var (fan, by, game) = (await shop.NextFanAsync(), await shop.NextOperatorAsync(), shop.NextGame());

        Assert.Equal((HttpStatusCode.NotFound, "no-waiting-room"), await RoomRig.CodeOf(MonitorAsync(by, game)));
        Assert.Equal((HttpStatusCode.NotFound, "no-waiting-room"), await RoomRig.CodeOf(MonitorAsync(by, 1_000_000_000)));
        await shop.SetRoomAsync(by, game);
        Assert.Equal((HttpStatusCode.Forbidden, "not-allowed"), await RoomRig.CodeOf(MonitorAsync(fan, game)));
        Assert.Equal((HttpStatusCode.Unauthorized, "not-signed-in"), await RoomRig.CodeOf(shop.Http.GetAnswerAsync(PathOf(game))));
        Assert.Equal("no-store", (await MonitorAsync(by, game)).Headers.CacheControl!.ToString());
    }

    /// <summary>Tests that run beside may have workers.</summary>
    private Task KeepFromWorkersAsync(long game) =>
        shop.ChangeAsync("UPDATE waiting_rooms SET token = token + 1, held_until = UTC_TIMESTAMP(6) + INTERVAL 1 HOUR WHERE game_id = @game", new { game });

    private Task<Answer> MonitorAsync(Fan who, long game, HttpClient? replica = null) => who.GetAsync(replica ?? shop.Http, PathOf(game));

    private static string PathOf(long game) => $"/api/admin/games/{game}/waiting-room";
}
