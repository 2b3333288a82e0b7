using System.Collections.Concurrent;
using Microsoft.Playwright;

namespace Dugout.Browser.Tests;

/// <summary>The page <c>/watch</c> in a window, and everything it complained of or asked for.</summary>
internal sealed class Watching : IAsyncDisposable
{
    /// <summary>How long a change may take to be seen: the page looks once a second, the answers are half a second old at most; many times that.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly IBrowserContext _window;

    private Watching(IBrowserContext window, IPage page) => (_window, Page) = (window, page);

    public IPage Page { get; }

    /// <summary>Console errors and uncaught exceptions.</summary>
    public ConcurrentQueue<string> Errors { get; } = [];

    /// <summary>Where it asked.</summary>
    public ConcurrentQueue<Uri> Asked { get; } = [];

    /// <summary>Opens the page of a game, or of whichever it takes by itself, and waits for its first look.</summary>
    public static async Task<Watching> OpenAsync(WatchedShop shop, long? game, BrowserNewContextOptions? options = null, Uri? at = null)
    {
        var window = await shop.WindowAsync(options);
        var watching = new Watching(window, await window.NewPageAsync());
        watching.Page.Console += (_, message) =>
        {
            if (message.Type is "error" or "warning")
                watching.Errors.Enqueue(message.Text);
        };
        watching.Page.PageError += (_, error) => watching.Errors.Enqueue(error);
        watching.Page.Request += (_, request) => watching.Asked.Enqueue(new(request.Url));
        await watching.Page.GotoAsync(new Uri(at ?? shop.Gateway.BaseAddress!, game is null ? "/watch" : $"/watch?game={game}").ToString());
        await watching.IsAsync("live");
        return watching;
    }

    /// <summary>Waits until it says that it is live, paused or lost.</summary>
    public Task IsAsync(string state) => Expect("#connection").ToHaveAttributeAsync("data-state", state, new() { Timeout = Milliseconds });

    /// <summary>Waits until an element says something.</summary>
    public Task ShowsAsync(string selector, string text) => Expect(selector).ToHaveTextAsync(text, new() { Timeout = Milliseconds });

    /// <summary>The n-th block of the map, from 0.</summary>
    public ILocator Block(int n) => Page.Locator("#blocks li").Nth(n);

    /// <summary>Waits until a block says what it holds.</summary>
    public Task BlockSaysAsync(int n, string words) =>
        Assertions.Expect(Block(n)).ToHaveTextAsync(words, new() { Timeout = Milliseconds });

    /// <summary>What an element says now.</summary>
    public Task<string> TextAsync(string selector) => Page.Locator(selector).InnerTextAsync();

    public async ValueTask DisposeAsync() => await _window.CloseAsync();

    private static float Milliseconds => (float)Patience.TotalMilliseconds;

    private ILocatorAssertions Expect(string selector) => Assertions.Expect(Page.Locator(selector));
}
