using System.Text.Json;
using Microsoft.Playwright;

namespace Dugout.Browser.Tests;

/// <summary>What an operator does on the page of a waiting room.</summary>
internal static class RoomPanel
{
    /// <summary>Opens the page of a game, for an operator; with a state, its waiting room is made first.</summary>
    public static async Task<Shopping> OpenPanelAsync(this WatchedShop shop, long game, string? state)
    {
        if (state is not null)
            await shop.MakeRoomAsync(game, state);
        var email = await shop.OperatorAsync();
        var panel = await Shopping.OpenAsync(shop, "/sign-in");
        await panel.SignInAsync(email);
        await panel.GoAsync(AddressOf(game));
        return panel;
    }

    /// <summary>Where the page is.</summary>
    public static string AddressOf(long game) => $"/operators/games/{game}/waiting-room";

    /// <summary>The e-mail of an account that becomes an operator.</summary>
    public static async Task<string> OperatorAsync(this WatchedShop shop)
    {
        var email = shop.NextEmail();
        await shop.ChangeAsync("UPDATE accounts SET is_admin = 1 WHERE email = @email", new { email });
        return email;
    }

    /// <summary>Makes a room in the middle of its sale. No worker runs in this shop: a test draws and admits.</summary>
    public static Task MakeRoomAsync(this WatchedShop shop, long game, string state) => shop.ChangeAsync("""
        INSERT INTO waiting_rooms (game_id, opens_at, state, min_rate, max_rate, seed, tickets, drawn, admitted, lapsed, rate, reason, held_until, updated_at)
        VALUES (@game, UTC_TIMESTAMP(6), @state, 20, 400, SHA2(@game, 256), 2050, 1040, 1030, 20, 95.5, 'faster', UTC_TIMESTAMP(6), UTC_TIMESTAMP(6));
        INSERT INTO waiting_tickets (game_id, account_id, idx, pass_until, taken_at)
        VALUES (@game, -1, 0, UTC_TIMESTAMP(6) + INTERVAL 1 HOUR, UTC_TIMESTAMP(6)), (@game, -2, 1, UTC_TIMESTAMP(6) + INTERVAL 1 HOUR, UTC_TIMESTAMP(6)),
               (@game, -3, 2, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6)), (@game, -4, 3, NULL, UTC_TIMESTAMP(6))
        """, new { game, state });

    /// <summary>Takes the page to the background, or back.</summary>
    public static Task HideAsync(this Shopping panel, bool isHidden) => panel.Page.EvaluateAsync(
        "isHidden => { Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true }); document.dispatchEvent(new Event('visibilitychange')); }", isHidden);

    /// <summary>Waits until a fact of the room is shown.</summary>
    public static Task FactAsync(this Shopping panel, string fact, string words) => Shopping.SaysAsync(panel.Page.Locator($"[data-fact='{fact}']"), words);

    /// <summary>A button of the page.</summary>
    public static ILocator Button(this Shopping panel, string name) => panel.Page.Locator("main").GetByRole(AriaRole.Button, new() { Name = name, Exact = true });

    /// <summary>The room, as the operator's session reads it.</summary>
    public static Task<JsonElement> RoomAsync(this Shopping panel) => ReadAsync(panel, $"/api/admin/games/{GameOf(panel)}/waiting-room");

    /// <summary>The recorded acts on the game, newest first.</summary>
    public static async Task<IEnumerable<JsonElement>> ActsAsync(this Shopping panel) =>
        (await ReadAsync(panel, $"/api/admin/acts?gameId={GameOf(panel)}")).GetProperty("items").EnumerateArray();

    private static string GameOf(Shopping panel) => new Uri(panel.Page.Url).Segments[^2].Trim('/');

    private static async Task<JsonElement> ReadAsync(Shopping panel, string path) => JsonElement.Parse(await panel.Page.EvaluateAsync<string>("async path => await (await fetch(path)).text()", path));
}
