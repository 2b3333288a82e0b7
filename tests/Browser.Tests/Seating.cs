using System.Globalization;
using System.Text.RegularExpressions;
using Microsoft.Playwright;
using Xunit;

namespace Dugout.Browser.Tests;

/// <summary>What a fan does on the pages of a game and of the checkout.</summary>
internal static class Seating
{
    /// <summary>Computes where a seat is on the canvas: in the view of the stadium, or of its block after a click on it.</summary>
    private const string Position = """
        async ([gameId, gradeId, number, inBlock]) => {
          const [{ layOut, placeOf, inStadium }, { Camera }] = await Promise.all([import('/js/map/layout.js'), import('/js/map/camera.js')]);
          const read = async path => (await fetch(path)).json();
          const { items } = await read(`/api/games/${gameId}/grades`);
          const layout = layOut(await Promise.all(items.map(grade => read(`/api/games/${gameId}/grades/${grade.gradeId}`))));
          const canvas = document.querySelector('.map-canvas'), camera = new Camera(() => {});
          camera.fit(layout, canvas.clientWidth, canvas.clientHeight);
          const { block, row, column } = placeOf(layout, gradeId, number), at = inStadium(block, column + 0.5, row + 0.5);
          if (inBlock) camera.showBlock(block, at);
          const { x, y } = camera.toCanvas(at.x, at.y);
          return [x + canvas.clientLeft, y + canvas.clientTop];
        }
        """;

    public static readonly BrowserNewContextOptions Desktop = new() { ViewportSize = new() { Width = 1280, Height = 900 } };

    public static readonly BrowserNewContextOptions Telephone = new() { ViewportSize = new() { Width = 360, Height = 740 }, HasTouch = true, DeviceScaleFactor = 2 };

    /// <summary>Opens the page of a game, for a fan who is signed in unless <paramref name="email"/> is null.</summary>
    public static async Task<Shopping> OpenGameAsync(this WatchedShop shop, long game, string? email, BrowserNewContextOptions? options = null)
    {
        var shopping = await Shopping.OpenAsync(shop, email is null ? $"/games/{game}" : "/sign-in", new(options ?? Desktop));
        if (email is not null)
        {
            await shopping.SignInAsync(email);
            await shopping.GoAsync($"/games/{game}");
        }

        await shopping.KnowsSeatsAsync();
        return shopping;
    }

    /// <summary>Waits until the page knows which seats are taken.</summary>
    public static Task KnowsSeatsAsync(this Shopping shopping) =>
        Assertions.Expect(shopping.Page.Locator(".connection[data-state='live'], .connection[data-state='polling']")).ToBeVisibleAsync();

    public static ILocator Map(this Shopping shopping) => shopping.Page.Locator(".map-canvas");

    /// <summary>The seats in the list of chosen ones.</summary>
    public static ILocator Chosen(this Shopping shopping) => shopping.Page.Locator(".tray-seats li");

    public static ILocator HoldButton(this Shopping shopping) => shopping.Page.Locator("#hold");

    /// <summary>The button that reserves.</summary>
    public static ILocator ReserveButton(this Shopping shopping) => shopping.Page.Locator(".hold .main");

    /// <summary>Clicks, or taps, at a seat in the whole stadium and then in its block. Ends with the whole stadium in view.</summary>
    public static async Task ChooseOnMapAsync(this Shopping shopping, long game, long grade, int number, bool touch = false)
    {
        foreach (var inBlock in (bool[])[false, true])
        {
            var at = await shopping.Page.EvaluateAsync<float[]>(Position, new object[] { game, grade, number, inBlock });
            var position = new Position { X = at[0], Y = at[1] };
            if (touch)
                await shopping.Map().TapAsync(new() { Position = position });
            else
                await shopping.Map().ClickAsync(new() { Position = position });
        }

        await shopping.Page.Locator(".map-tool").Nth(2).ClickAsync();
    }

    /// <summary>Presses Tab until an element has the focus.</summary>
    public static async Task TabToAsync(this Shopping shopping, string selector)
    {
        const int Most = 80;
        for (var presses = 0; presses < Most; presses++)
        {
            await shopping.Page.Keyboard.PressAsync("Tab");
            if (await shopping.Page.EvaluateAsync<bool>("selector => document.activeElement.matches(selector)", selector))
                return;
        }

        Assert.Fail($"{Most} times Tab do not lead to {selector}.");
    }

    /// <summary>The button of a seat in the list, in the block and row that are opened for it.</summary>
    public static async Task<ILocator> InListAsync(this Shopping shopping, string block, int row, int seat)
    {
        await shopping.Page.Locator("[data-view='list']").ClickAsync();
        if (await shopping.Page.Locator(".list-back").IsVisibleAsync())
            await shopping.Page.Locator(".list-back").ClickAsync();
        await shopping.Page.Locator(".list-block", new() { HasText = block }).ClickAsync();
        var details = shopping.Page.Locator(".list-rows details").Nth(row - 1);
        await details.Locator("summary").ClickAsync();
        return details.Locator("button").Nth(seat - 1);
    }

    /// <summary>Waits until an element has a number of matches.</summary>
    public static Task CountIsAsync(ILocator place, int count) => Assertions.Expect(place).ToHaveCountAsync(count);

    /// <summary>Waits for a page of the shop, with or without a query, and says what the fan saw instead.</summary>
    public static async Task ArrivesAtAsync(this Shopping shopping, string path)
    {
        try
        {
            await Assertions.Expect(shopping.Page).ToHaveURLAsync(new Regex($@"{path}(\?.*)?$"));
        }
        catch (PlaywrightException)
        {
            Assert.Fail($"At {shopping.Page.Url} instead of {path}: {await shopping.Page.Locator("main").InnerTextAsync()}");
        }

        await shopping.ReadyAsync();
    }

    /// <summary>Waits for the ticket and returns its reservation's id.</summary>
    public static async Task<long> TicketAsync(this Shopping shopping)
    {
        await shopping.ArrivesAtAsync(@"/tickets/\d+");
        return long.Parse(new Uri(shopping.Page.Url).Segments[^1], CultureInfo.InvariantCulture);
    }
}
