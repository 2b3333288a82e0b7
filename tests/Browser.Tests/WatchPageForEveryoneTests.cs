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
        var (keys, focused) = (watching.Page.Keyboard, "#focused-block");
        using var fan = await shop.NextFanAsync();

        // The selection, the button, the errors, and of forty blocks one.
        foreach (var expected in (string[])["game", "pause", "", ""])
        {
            await keys.PressAsync("Tab");
            Assert.Equal(expected, await watching.Page.EvaluateAsync<string>("document.activeElement.id"));
        }

        await watching.ShowsAsync(focused, "테이블석, block 101: 0 sold, 0 held, 500 free, 0 blocked of 500");
        await keys.PressAsync("ArrowLeft");
        await keys.PressAsync("ArrowRight");
        await watching.ShowsAsync(focused, "테이블석, block 102: 0 sold, 0 held, 500 free, 0 blocked of 500");
        await keys.PressAsync("ArrowDown");
        await watching.ShowsAsync(focused, "블루석, block 202: 0 sold, 0 held, 500 free, 0 blocked of 500");
        Assert.Equal(1, await watching.Page.Locator("#map [tabindex='0']").CountAsync());

        // Changes in it are announced as well, politely.
        Assert.True(await WatchedShop.BuyAsync(fan, game, WatchedShop.Grade(game, 2), 501));
        await watching.ShowsAsync(focused, "블루석, block 202: 1 sold, 0 held, 499 free, 0 blocked of 500");
        Assert.Equal("polite", await watching.Page.Locator(focused).GetAttributeAsync("aria-live"));

        await keys.PressAsync("Space");
        await watching.IsAsync("paused");
        Assert.True(await WatchedShop.BuyAsync(fan, game, WatchedShop.Grade(game, 2), 502));
        var asked = watching.Asked.Count;
        await keys.PressAsync("ArrowUp");
        await watching.ShowsAsync(focused, "테이블석, block 102: 0 sold, 0 held, 500 free, 0 blocked of 500");
        Assert.Equal(("1", asked), (await watching.TextAsync("#sold"), watching.Asked.Count));
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

        foreach (var text in (string[])["h1", "label", "#connection", "#game", "#pause", "dt", "#sold", "#sold-twice", "figcaption", "summary", ".legend li", ".grade h2", ".grade p", ".block span", "#keys"])
            Assert.True(Colours.Contrast(await ColourAsync(text, "color"), await BehindAsync(text)) >= Colours.Readable, text);
        await watching.Page.EvaluateAsync("document.querySelector('.twice').classList.add('wrong'); document.getElementById('connection').dataset.state = 'lost'");
        foreach (var alarm in (string[])["#sold-twice", "#connection"])
            Assert.True(Colours.Contrast(await ColourAsync(alarm, "color"), await BehindAsync(alarm)) >= Colours.Readable, alarm);
        foreach (var look in (string[])["free", "held", "sold", "blocked", "fresh"])
            Assert.True(Colours.Contrast(await VariableAsync($"--seat-{look}"), await BehindAsync(".block")) >= (look == "free" ? 2 : Discernible), look);

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

    /// <summary>What was just sold isn't shown in another colour for a moment.</summary>
    [Fact]
    public async Task Who_wants_less_movement_has_it()
    {
        await using var calm = await Watching.OpenAsync(shop, shop.NextGame(), new() { ReducedMotion = ReducedMotion.Reduce });
        await using var moving = await Watching.OpenAsync(shop, shop.NextGame(), new() { ReducedMotion = ReducedMotion.NoPreference });

        Assert.False(await calm.Page.GetByText("just sold").IsVisibleAsync());
        Assert.True(await moving.Page.GetByText("just sold").IsVisibleAsync());
    }

    [Fact]
    public async Task What_a_seat_is_can_be_told_without_colours()
    {
        await using var watching = await Watching.OpenAsync(shop, shop.NextGame());

        // Which pixels of a tile are inked, whatever with.
        var shapes = await watching.Page.EvaluateAsync<string[]>("""
            [...document.querySelectorAll('canvas[data-look]:not([data-look=fresh])')].map(canvas =>
              [...canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data].filter((_, index) => index % 4 === 3).map(alpha => alpha > 127 ? '1' : '0').join(''))
            """);

        Assert.Equal(4, shapes.Distinct().Count());
        Assert.All(shapes, shape => Assert.Contains('1', shape));
    }

    /// <summary>A colour such as <c>#010203</c>, as the browser names it.</summary>
    private static string Rgb(string hex)
    {
        var number = int.Parse(hex.Trim().TrimStart('#'), NumberStyles.HexNumber, CultureInfo.InvariantCulture);
        return $"rgb({number >> 16}, {(number >> 8) & 255}, {number & 255})";
    }
}
