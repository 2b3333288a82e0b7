using System.Globalization;
using Microsoft.Playwright;
using Xunit;

namespace Dugout.Browser.Tests;

/// <summary>The page works by keyboard, on a telephone, in the dark, and without telling colours apart.</summary>
public sealed class WatchPageForEveryoneTests(WatchedShop shop)
{
    /// <summary>What a graphic has to stand out by: the same, 1.4.11.</summary>
    private const double Discernible = 3;

    [Fact]
    public async Task Everything_can_be_done_by_keyboard()
    {
        var game = shop.NextGame();
        await using var watching = await Watching.OpenAsync(shop, game);
        var (keys, says) = (watching.Page.Keyboard, "#map .map-status");
        using var fan = await shop.NextFanAsync();

        // The selection, the button, the errors, and the map.
        foreach (var expected in (string[])["SELECT", "BUTTON", "SUMMARY", "CANVAS"])
        {
            await keys.PressAsync("Tab");
            Assert.Equal(expected, await watching.Page.EvaluateAsync<string>("document.activeElement.tagName"));
        }

        await watching.ShowsAsync(says, "테이블석, block 101: 0 sold, 0 held, 500 free, 0 blocked of 500");
        await keys.PressAsync("ArrowRight");
        await watching.ShowsAsync(says, "테이블석, block 102: 0 sold, 0 held, 500 free, 0 blocked of 500");
        await keys.PressAsync("ArrowDown");
        await watching.ShowsAsync(says, "레드석, block 305: 0 sold, 0 held, 500 free, 0 blocked of 500");

        // Changes in it are announced as well, politely.
        Assert.True(await WatchedShop.BuyAsync(fan, game, WatchedShop.Grade(game, 3), 2_001));
        await watching.ShowsAsync(says, "레드석, block 305: 1 sold, 0 held, 499 free, 0 blocked of 500");
        Assert.Equal("polite", await watching.Page.Locator(says).GetAttributeAsync("aria-live"));

        // Space on the map opens the block, on the button it pauses.
        await keys.PressAsync("Space");
        await watching.ShowsAsync(says, "레드석 block 305, row 1, seat 13, free");
        await keys.PressAsync("Escape");
        await watching.Page.Locator("#pause").FocusAsync();
        await keys.PressAsync("Space");
        await watching.IsAsync("paused");
        Assert.True(await WatchedShop.BuyAsync(fan, game, WatchedShop.Grade(game, 3), 2_002));
        var asked = watching.Asked.Count;
        await watching.Page.Locator("#map canvas").First.FocusAsync();
        await keys.PressAsync("ArrowUp");
        await watching.ShowsAsync(says, "테이블석, block 102: 0 sold, 0 held, 500 free, 0 blocked of 500");
        Assert.Equal(("1", asked), (await watching.TextAsync("#sold"), watching.Asked.Count));
        await watching.Page.Locator("#pause").FocusAsync();
        await keys.PressAsync("Space");
        await watching.IsAsync("live");
        await watching.ShowsAsync("#sold", "2");
    }

    [Fact]
    public async Task Another_game_is_chosen_by_keyboard_and_stands_in_the_address()
    {
        var game = shop.NextGame();
        await using var watching = await Watching.OpenAsync(shop, game);
        using var fan = await shop.NextFanAsync();
        Assert.True(await WatchedShop.BuyAsync(fan, game, WatchedShop.Grade(game), 1, 2));
        await watching.ShowsAsync("#sold", "2");

        await watching.Page.Locator("#game").FocusAsync();
        await watching.Page.Keyboard.PressAsync("ArrowUp");

        await watching.ShowsAsync("#sold", "0");
        Assert.DoesNotContain($"game={game}", watching.Page.Url, StringComparison.Ordinal);
        await watching.Page.GoBackAsync();
        await watching.ShowsAsync("#sold", "2");
        Assert.Equal($"{game}", await watching.Page.Locator("#game").InputValueAsync());
    }

    [Theory]
    [InlineData(360, 640)]
    [InlineData(1280, 800)]
    public async Task Nothing_is_wider_than_the_window(int width, int height)
    {
        await using var watching = await Watching.OpenAsync(shop, shop.NextGame(), new() { ViewportSize = new() { Width = width, Height = height }, DeviceScaleFactor = 2 });

        Assert.Equal(width, await watching.Page.EvaluateAsync<int>("document.documentElement.scrollWidth"));
        var widest = await watching.Page.EvaluateAsync<double>("Math.max(...[...document.querySelectorAll('body *')].map(element => element.getBoundingClientRect().right))");
        Assert.InRange(widest, 1, width);
    }

    [Theory]
    [InlineData(ColorScheme.Light)]
    [InlineData(ColorScheme.Dark)]
    public async Task Text_and_seats_stand_out_from_what_is_behind_them(ColorScheme scheme)
    {
        await using var watching = await Watching.OpenAsync(shop, shop.NextGame(), new() { ColorScheme = scheme });
        var page = await ColourAsync("body", "background-color");
        Assert.Equal(scheme == ColorScheme.Dark, Colours.Luminance(page) < 0.5);

        foreach (var text in (string[])["h1", "label", "#connection", "#game", "#pause", "dt", "#sold", "#sold-twice", "figcaption", "summary", ".map-legend li", ".map-keys", ".grade-line", "#keys"])
            Assert.True(Colours.Contrast(await ColourAsync(text, "color"), await BehindAsync(text)) >= Colours.Readable, text);
        await watching.Page.EvaluateAsync("document.querySelector('.twice').classList.add('wrong'); document.getElementById('connection').dataset.state = 'lost'");
        foreach (var alarm in (string[])["#sold-twice", "#connection"])
            Assert.True(Colours.Contrast(await ColourAsync(alarm, "color"), await BehindAsync(alarm)) >= Colours.Readable, alarm);
        foreach (var colour in (string[])["grade-1", "grade-2", "grade-3", "grade-4", "grade-5", "seat-held", "seat-sold", "seat-blocked", "seat-mine", "seat-chosen"])
            Assert.True(Colours.Contrast(await VariableAsync($"--{colour}"), await VariableAsync("--map-block")) >= Discernible, colour);

        Task<string> ColourAsync(string selector, string property) =>
            watching.Page.EvaluateAsync<string>($"getComputedStyle(document.querySelector('{selector}')).getPropertyValue('{property}')");

        async Task<string> VariableAsync(string name) => Rgb(await ColourAsync("html", name));

        // The nearest background that isn't see-through.
        Task<string> BehindAsync(string selector) => watching.Page.EvaluateAsync<string>($$"""
            (() => {
              let element = document.querySelector('{{selector}}');
              while (getComputedStyle(element).backgroundColor === 'rgba(0, 0, 0, 0)') element = element.parentElement;
              return getComputedStyle(element).backgroundColor;
            })()
            """);
    }

    /// <summary>A colour such as <c>#010203</c>, as the browser names it.</summary>
    private static string Rgb(string hex)
    {
        var number = int.Parse(hex.Trim().TrimStart('#'), NumberStyles.HexNumber, CultureInfo.InvariantCulture);
        return $"rgb({number >> 16}, {(number >> 8) & 255}, {number & 255})";
    }
}
