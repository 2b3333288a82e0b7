using Microsoft.Playwright;
using Xunit;

namespace Dugout.Browser.Tests;

/// <summary>The waiting room's page, from the game to its ticket.</summary>
public sealed class WaitingRoomPageTests(WatchedShop shop)
{
    private const int Rate = 1_000;

    [Fact]
    public async Task A_fan_waits_is_admitted_and_buys()
    {
        var (game, email) = (shop.NextGame(), shop.NextEmail());
        await OpenRoomAsync(game, "open", TimeSpan.Zero);
        await using var fan = await shop.OpenGameAsync(game, email);
        List<IRequest> polls = [];
        fan.Page.Request += (_, request) =>
        {
            if (request.Method == "GET" && request.Url.EndsWith($"/api/games/{game}/waiting-room", StringComparison.Ordinal))
                polls.Add(request);
        };

        await fan.Page.Locator($"a[href='/games/{game}/waiting-room']").ClickAsync();
        await Shopping.SaysAsync(fan.Page.Locator(".waiting-state"), "지금 순서를 추첨하고 있어요");
        await shop.ChangeAsync("UPDATE waiting_rooms SET drawn = tickets, admitted = tickets WHERE game_id = @game", new { game });
        await fan.ArrivesAtAsync($"/games/{game}");
        await fan.ChooseOnMapAsync(game, WatchedShop.Grade(game), 1);
        await fan.HoldButton().ClickAsync();
        await fan.ArrivesAtAsync($"/checkout/{game}");
        await fan.ReserveButton().ClickAsync();

        await fan.TicketAsync();
        Assert.Empty(fan.Errors);
        // With the fan's consistency token the gateway's copy might not do.
        Assert.NotEmpty(polls);
        Assert.All(polls, poll => Assert.DoesNotContain("x-consistency-token", poll.Headers.Keys));
    }

    [Fact]
    public async Task A_hold_without_a_pass_leads_to_the_waiting_room()
    {
        var (game, email) = (shop.NextGame(), shop.NextEmail());
        await OpenRoomAsync(game, "paused", TimeSpan.Zero, drawn: 0);
        await using var fan = await shop.OpenGameAsync(game, email);
        await fan.ChooseOnMapAsync(game, WatchedShop.Grade(game), 1);

        await fan.HoldButton().ClickAsync();

        await fan.IsAtAsync($"/games/{game}/waiting-room");
        await Shopping.SaysAsync(fan.Page.Locator(".waiting-place"), "앞에 0명");
        await Shopping.SaysAsync(fan.Page.Locator(".waiting-state"), "잠시 멈췄어요");
    }

    /// <summary>The page computes the number that the draw gave, and shows the one that the shop would say.</summary>
    [Fact]
    public async Task The_place_outlives_a_reload_a_lost_connection_and_the_draw()
    {
        var (game, email) = (shop.NextGame(), shop.NextEmail());
        await OpenRoomAsync(game, "paused", TimeSpan.FromHours(1));
        for (var other = 0; other < 40; other++)
            await shop.ChangeAsync(
                "INSERT INTO waiting_tickets (game_id, account_id, idx, taken_at) VALUES (@game, -@other - 1, @other, UTC_TIMESTAMP(6)); UPDATE waiting_rooms SET tickets = tickets + 1 WHERE game_id = @game", new { game, other });
        await using var fan = await shop.OpenGameAsync(game, email);
        await fan.GoAsync($"/games/{game}/waiting-room");
        await Shopping.SaysAsync(fan.Page.Locator(".waiting-state"), "추첨");
        await fan.AssertAccessibleAsync();

        await fan.Page.ReloadAsync();
        await fan.ReadyAsync();
        await fan.Window.SetOfflineAsync(true);
        await fan.Page.EvaluateAsync("dispatchEvent(new Event('online'))");
        await Shopping.SaysAsync(fan.Problem, "연결");
        await fan.Window.SetOfflineAsync(false);
        await shop.ChangeAsync("UPDATE waiting_rooms SET opens_at = UTC_TIMESTAMP(6), drawn = tickets WHERE game_id = @game", new { game });
        await Shopping.SaysAsync(fan.Page.Locator(".waiting-state"), "잠시 멈췄어요");

        var own = await fan.Page.EvaluateAsync<int[]>(
            "async game => { const ticket = await (await fetch(`/api/games/${game}/waiting-room/tickets`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })).json(); return [ticket.index, ticket.number]; }", game);
        Assert.Equal(40, own[0]);
        await Shopping.SaysAsync(fan.Page.Locator(".waiting-place"), $"앞에 {own[1]}명");
        Assert.DoesNotContain(fan.Errors, error => !error.Contains("ERR_INTERNET_DISCONNECTED", StringComparison.Ordinal));
    }

    /// <summary>Makes a room. No worker runs in this shop: a test draws and admits.</summary>
    private async Task OpenRoomAsync(long game, string state, TimeSpan until, int? drawn = null)
    {
        await shop.ChangeAsync("""
            INSERT INTO waiting_rooms (game_id, opens_at, state, drawn, min_rate, max_rate, seed, rate, reason, held_until, updated_at)
            VALUES (@game, UTC_TIMESTAMP(6) + INTERVAL @seconds SECOND, @state, @drawn, @Rate, @Rate, SHA2(@game, 256), @Rate, 'new', UTC_TIMESTAMP(6), UTC_TIMESTAMP(6))
            """, new { game, state, drawn, seconds = (int)until.TotalSeconds, Rate });
        // Each replica learns of it within a second; the gateway asks them in turns.
        for (var known = 0; known < 8;)
        {
            var room = await shop.Gateway.GetStringAsync($"/api/games/{game}/waiting-room", TestContext.Current.CancellationToken);
            known = room.Contains("none", StringComparison.Ordinal) ? 0 : known + 1;
            await Task.Delay(50, TestContext.Current.CancellationToken);
        }
    }
}
