using System.Net;
using Dugout.Features.Tests.Platform;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.WaitingRooms;

/// <summary>A fan's way through a waiting room, and what an operator does with it.</summary>
[Collection(WaitingRoomTests.Name)]
public sealed class WaitingRoomsTests(Shop shop) : IAsyncLifetime
{
    public async ValueTask InitializeAsync() => await shop.CloseRoomsAsync();

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private static DateTime InAWhile => DateTime.UtcNow.AddHours(1);

    [Fact]
    public async Task A_game_without_a_waiting_room_needs_no_pass()
    {
        var (fan, game) = (await shop.NextFanAsync(), shop.NextGame());

        var room = await shop.Http.GetAnswerAsync(RoomRig.PathOf(game));

        Assert.Equal("none", room.Text("state"));
        Assert.Equal("public, max-age=1", room.Headers.CacheControl!.ToString());
        Assert.Equal(HttpStatusCode.Created, (await fan.HoldAsync(game, 1)).Status);
        Assert.Equal((HttpStatusCode.NotFound, "no-waiting-room"), await RoomRig.CodeOf(fan.TakeTicketAsync(shop.Http, game)));
    }

    [Fact]
    public async Task Seats_are_held_and_reserved_with_a_pass_only()
    {
        var (fan, game) = (await shop.NextFanAsync(), shop.NextGame());
        await shop.SetRoomAsync(await shop.NextOperatorAsync(), game);
        await using var admission = shop.StartAdmission();

        Assert.Equal((HttpStatusCode.Conflict, "waiting-room"), await RoomRig.CodeOf(fan.HoldWithPassAsync(shop.Http, game, pass: null, 1)));
        Assert.Equal((HttpStatusCode.Conflict, "waiting-room"), await RoomRig.CodeOf(fan.PostAsync(shop.Http, $"/api/games/{game}/holds/best", new { gradeId = Shop.Grade(game), count = 1 })));
        var pass = await fan.PassAsync(game);
        var hold = await fan.HoldWithPassAsync(shop.Replicas[1], game, pass, 1);
        Assert.Equal((HttpStatusCode.Conflict, "waiting-room"), await RoomRig.CodeOf(fan.ReserveAsync(game, hold.Number("holdId"))));
        var reserved = await fan.SendWithPassAsync(shop.Http, "/api/reservations", new { gameId = game, holdId = hold.Number("holdId") }, pass, "with-a-pass");

        Assert.Equal(HttpStatusCode.Created, reserved.Status);
    }

    [Fact]
    public async Task Early_fans_are_drawn_by_a_seed_that_was_committed_to_and_late_ones_come_after_them()
    {
        var (early, late, game) = (await shop.NextFansAsync(6), await shop.NextFansAsync(2), shop.NextGame());
        await shop.SetRoomAsync(await shop.NextOperatorAsync(), game, opensAt: InAWhile);
        await using var admission = shop.StartAdmission();
        var before = await shop.RoomAsync(game, "before");
        var places = new List<long>();
        foreach (var fan in early)
            places.Add((await fan.TakeTicketAsync(shop.Http, game)).Number("index"));
        Assert.Equal([0, 1, 2, 3, 4, 5], places);
        Assert.Equal("null", (await early[0].TakeTicketAsync(shop.Replicas[1], game)).Json.GetProperty("number").GetRawText());

        await shop.ChangeAsync("UPDATE waiting_rooms SET opens_at = UTC_TIMESTAMP(6) WHERE game_id = @game", new { game });
        var after = await shop.RoomAsync(game, "open");
        var numbers = new List<long>();
        foreach (var fan in early.Concat(late))
            numbers.Add((await fan.TakeTicketAsync(shop.Http, game)).Number("number"));

        Assert.Equal("null", before.Json.GetProperty("seed").GetRawText());
        Assert.Equal(before.Text("seedHash"), Convert.ToHexStringLower(System.Security.Cryptography.SHA256.HashData(Convert.FromHexString(after.Text("seed")))));
        Assert.Equal(6, after.Number("drawn"));
        Assert.Equal([0, 1, 2, 3, 4, 5], numbers.Take(6).Order());
        Assert.Equal([6, 7], numbers.Skip(6));
    }

    [Fact]
    public async Task The_document_is_the_same_for_everybody_and_its_counter_never_goes_back()
    {
        var (fans, game) = (await shop.NextFansAsync(8), shop.NextGame());
        await shop.SetRoomAsync(await shop.NextOperatorAsync(), game, rate: 5);
        await using var admission = shop.StartAdmission();
        foreach (var fan in fans)
            await fan.TakeTicketAsync(shop.Http, game);

        var seen = new List<long>();
        do seen.Add((await shop.Http.GetAnswerAsync(RoomRig.PathOf(game))).Number("admitted"));
        while (seen[^1] < 8);

        Assert.Equal(seen.Order(), seen);
        await shop.SetRoomAsync(await shop.NextOperatorAsync(), game, "paused");
        var bodies = await Task.WhenAll(shop.Replicas.Select(replica => Until.TrueAsync(
            () => fans[0].GetAsync(replica, RoomRig.PathOf(game)), room => room.Text("state") == "paused")));
        Assert.Equal(bodies[0].Json.GetProperty("seedHash").GetRawText(), bodies[1].Json.GetProperty("seedHash").GetRawText());
    }

    [Fact]
    public async Task A_paused_room_admits_nobody_and_a_drained_one_closes()
    {
        var (fan, by, game) = (await shop.NextFanAsync(), await shop.NextOperatorAsync(), shop.NextGame());
        await shop.SetRoomAsync(by, game);
        await using var admission = shop.StartAdmission();
        await shop.RoomAsync(game, "open");
        await shop.SetRoomAsync(by, game, "paused");
        var ticket = (await fan.TakeTicketAsync(shop.Http, game)).Text("ticket");
        await shop.ChangeAsync("DO SLEEP(0.5)", new { });
        Assert.Equal((HttpStatusCode.Conflict, "not-admitted-yet"), await RoomRig.CodeOf(fan.ExchangeAsync(shop.Http, game, ticket)));

        await shop.SetRoomAsync(by, game, "draining");
        await shop.RoomAsync(game, "none");

        Assert.Equal(HttpStatusCode.Created, (await Until.TrueAsync(() => fan.HoldWithPassAsync(shop.Replicas[1], game, pass: null, 2), held => held.Code != "waiting-room")).Status);
    }

    [Fact]
    public async Task A_room_closes_with_the_sale()
    {
        await shop.SetRoomAsync(await shop.NextOperatorAsync(), Shop.GameNoLongerOnSale);
        await using var admission = shop.StartAdmission();

        await shop.RoomAsync(Shop.GameNoLongerOnSale, "none");
    }

    [Fact]
    public async Task The_opening_is_moved_before_the_draw_only()
    {
        var (by, game) = (await shop.NextOperatorAsync(), shop.NextGame());
        await shop.SetRoomAsync(by, game, opensAt: InAWhile);
        Assert.Equal(HttpStatusCode.OK, (await shop.TrySetRoomAsync(by, game, opensAt: DateTime.UtcNow)).Status);
        await using var admission = shop.StartAdmission();
        await shop.RoomAsync(game, "open");

        Assert.Equal((HttpStatusCode.Conflict, "already-drawn"), await RoomRig.CodeOf(shop.TrySetRoomAsync(by, game, opensAt: InAWhile)));
        Assert.Equal(HttpStatusCode.OK, (await shop.TrySetRoomAsync(by, game, rate: 7)).Status);
        Assert.Equal(3, await shop.QueryAsync<long>("SELECT COUNT(*) FROM operator_acts WHERE act = 'set-waiting-room' AND game_id = @game", new { game }));
    }

    [Fact]
    public async Task Where_nobody_waits_not_every_tick_writes()
    {
        var game = shop.NextGame();
        await shop.SetRoomAsync(await shop.NextOperatorAsync(), game);
        await using var primary = shop.BeforePrimary();
        // Ten ticks a second, and a lease of 2 s.
        await using var admission = shop.StartAdmission([.. shop.Through(primary)]);
        await shop.RoomAsync(game, "open");
        primary.TakeSent();

        await shop.ChangeAsync("DO SLEEP(3)", new { });

        Assert.InRange(Wire.Texts(primary).Count(text => text.Contains($"WHERE game_id = {game} AND token", StringComparison.Ordinal)), 1, 6);
    }

    [Fact]
    public async Task When_all_seats_are_gone_the_room_says_so_and_admits_nobody()
    {
        var (fan, game) = (await shop.NextFanAsync(), shop.NextGame());
        await shop.SetRoomAsync(await shop.NextOperatorAsync(), game);
        await shop.ChangeAsync("""
            INSERT INTO seat_claims (game_id, grade_id, number)
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000)
            SELECT @game, grade.id, numbers.n + 1000 * thousands.n FROM grades grade
            JOIN (SELECT 0 AS n UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5 UNION SELECT 6) thousands
            JOIN numbers ON numbers.n + 1000 * thousands.n <= grade.capacity WHERE grade.game_id = @game
            """, new { game });
        var ticket = await fan.TakeTicketAsync(shop.Http, game);
        await using var admission = shop.StartAdmission();
        await shop.RoomAsync(game, "soldOut");

        await shop.ChangeAsync("DO SLEEP(0.5)", new { });

        Assert.Equal((HttpStatusCode.Conflict, "not-admitted-yet"), await RoomRig.CodeOf(fan.ExchangeAsync(shop.Http, game, ticket.Text("ticket"))));
    }

    [Fact]
    public async Task A_fan_who_misses_the_number_comes_back_near_the_front_once_and_then_at_the_end()
    {
        var (fans, game) = (await shop.NextFansAsync(3), shop.NextGame());
        await shop.SetRoomAsync(await shop.NextOperatorAsync(), game);
        await using var admission = shop.StartAdmission(("WaitingRooms:ClaimSeconds", "1"), ("WaitingRooms:ReturnSeconds", "3600"));
        var missed = (await fans[0].TakeTicketAsync(shop.Http, game)).Text("ticket");
        await LapsedAsync(1);
        Assert.Equal("number-lapsed", (await fans[0].ExchangeAsync(shop.Http, game, missed)).Code);
        await shop.SetRoomAsync(await shop.NextOperatorAsync(), game, "paused");
        foreach (var fan in fans[1..])
            await fan.TakeTicketAsync(shop.Http, game);

        var back = await fans[0].TakeTicketAsync(shop.Http, game);
        var again = await fans[0].TakeTicketAsync(shop.Replicas[1], game);
        Assert.Equal((0, 1), (back.Number("index"), back.Number("number")));
        Assert.Equal(1, again.Number("number"));
        Assert.Equal("number-lapsed", (await fans[0].ExchangeAsync(shop.Http, game, missed)).Code);

        await shop.SetRoomAsync(await shop.NextOperatorAsync(), game);
        await LapsedAsync(3);
        Assert.Equal("number-lapsed", (await fans[0].ExchangeAsync(shop.Http, game, back.Text("ticket"))).Code);
        Assert.Equal(3, (await fans[0].TakeTicketAsync(shop.Http, game)).Number("index"));

        Task LapsedAsync(int numbers) => Wait.UntilAsync(
            "they have lapsed", async () => await shop.QueryAsync<int>("SELECT lapsed FROM waiting_rooms WHERE game_id = @game", new { game }) == numbers);
    }

    [Fact]
    public async Task A_pass_ends_and_lasts_longer_only_while_its_fan_holds_seats()
    {
        var (fans, game) = (await shop.NextFansAsync(2), shop.NextGame());
        await shop.SetRoomAsync(await shop.NextOperatorAsync(), game);
        await using var admission = shop.StartAdmission();
        string[] passes = [await fans[0].PassAsync(game), await fans[1].PassAsync(game)];
        string[] tickets = [(await fans[0].TakeTicketAsync(shop.Http, game)).Text("ticket"), (await fans[1].TakeTicketAsync(shop.Http, game)).Text("ticket")];
        Assert.Equal(HttpStatusCode.Created, (await fans[0].HoldWithPassAsync(shop.Http, game, passes[0], 3)).Status);

        await shop.ChangeAsync("UPDATE waiting_tickets SET pass_until = UTC_TIMESTAMP(6) + INTERVAL 30 SECOND WHERE game_id = @game", new { game });
        var renewed = await fans[0].ExchangeAsync(shop.Http, game, tickets[0]);
        var repeated = await fans[1].ExchangeAsync(shop.Http, game, tickets[1]);
        Assert.True(renewed.Json.GetProperty("expiresAt").GetDateTime() > DateTime.UtcNow.AddSeconds(60));
        Assert.True(repeated.Json.GetProperty("expiresAt").GetDateTime() < DateTime.UtcNow.AddSeconds(60));

        await shop.ChangeAsync("UPDATE waiting_tickets SET pass_until = UTC_TIMESTAMP(6) WHERE game_id = @game", new { game });
        Assert.Equal("number-lapsed", (await fans[0].ExchangeAsync(shop.Http, game, tickets[0])).Code);
        Assert.Equal(2, (await fans[1].TakeTicketAsync(shop.Http, game)).Number("index"));
    }
}
