using System.Collections.Concurrent;
using System.Text.RegularExpressions;
using Deque.AxeCore.Commons;
using Deque.AxeCore.Playwright;
using Microsoft.Playwright;
using Xunit;

namespace Dugout.Browser.Tests;

/// <summary>A fan's window on the shop, with what the browser complains of.</summary>
internal sealed class Shopping : IAsyncDisposable
{
    private readonly WatchedShop _shop;
    private readonly IBrowserContext _window;

    private Shopping(WatchedShop shop, IBrowserContext window, IPage page) => (_shop, _window, Page) = (shop, window, page);

    public IPage Page { get; }

    public IBrowserContext Window => _window;

    /// <summary>Console errors and uncaught exceptions, without those of responses that are problems.</summary>
    public ConcurrentQueue<string> Errors { get; } = [];

    /// <summary>The main heading.</summary>
    public ILocator Heading => Page.Locator("h1");

    /// <summary>The problem that the page shows.</summary>
    public ILocator Problem => Page.Locator(".problem");

    /// <summary>Opens a page in Korean, on a small telephone and without movement, unless other options are given.</summary>
    public static async Task<Shopping> OpenAsync(WatchedShop shop, string address, BrowserNewContextOptions? options = null)
    {
        options ??= new();
        options.Locale ??= "ko-KR";
        options.ReducedMotion ??= ReducedMotion.Reduce;
        options.ViewportSize ??= new() { Width = 360, Height = 640 };
        var window = await shop.WindowAsync(options);
        var shopping = new Shopping(shop, window, await window.NewPageAsync());
        shopping.Page.Console += (_, message) =>
        {
            if (message.Type is "error" or "warning" && !message.Text.StartsWith("Failed to load resource", StringComparison.Ordinal))
                shopping.Errors.Enqueue(message.Text);
        };
        shopping.Page.PageError += (_, error) => shopping.Errors.Enqueue(error);
        await shopping.GoAsync(address);
        return shopping;
    }

    /// <summary>Opens an address as if it were typed.</summary>
    public async Task GoAsync(string address)
    {
        await Page.GotoAsync(new Uri(_shop.Gateway.BaseAddress!, address).ToString());
        await ReadyAsync();
    }

    /// <summary>Waits until the page is complete.</summary>
    public Task ReadyAsync() => Expect(Page.Locator("main:not([aria-busy])")).ToBeVisibleAsync();

    /// <summary>Signs in without the sign-in page.</summary>
    public async Task SignInAsync(string email) => Assert.True(await Page.EvaluateAsync<bool>(
        "async ([email, password]) => (await (await import('/js/core/session.js')).signIn(email, password)).ok", new[] { email, WatchedShop.Password }));

    /// <summary>Types into the field with this name.</summary>
    public Task TypeAsync(string name, string text) => Field(name).FillAsync(text);

    public ILocator Field(string name) => Page.Locator($"main [name='{name}']");

    /// <summary>Presses the button of the page's form.</summary>
    public Task SendAsync() => Page.Locator("main form button.main").ClickAsync();

    /// <summary>Waits until the address of the window is this one, with or without a query.</summary>
    public Task IsAtAsync(string path) => Assertions.Expect(Page).ToHaveURLAsync(new Regex($"^https?://[^/]+{Regex.Escape(path)}({(path.Contains('?', StringComparison.Ordinal) ? "" : @"\?.*")})?$"));

    public static Task SaysAsync(ILocator place, string text) => Expect(place).ToContainTextAsync(text);

    /// <summary>That axe finds nothing to complain of, and that nothing is wider than the window.</summary>
    public async Task AssertAccessibleAsync()
    {
        // Another scheme has the same elements in other colours.
        var isDark = await Page.EvaluateAsync<bool>("matchMedia('(prefers-color-scheme: dark)').matches");
        var found = await Page.RunAxe(new AxeRunOptions
        {
            ResultTypes = [ResultType.Violations],
            RunOnly = isDark ? new() { Type = "rule", Values = ["color-contrast", "link-in-text-block"] } : null,
        });
        Assert.Empty(found.Violations.Select(violation => $"{Page.Url}: {violation.Id}: {string.Join("; ", violation.Nodes.Select(node => node.Html))}"));
        Assert.Equal(Page.ViewportSize!.Width, await Page.EvaluateAsync<int>("document.documentElement.scrollWidth"));
    }

    public async ValueTask DisposeAsync() => await _window.CloseAsync();

    private static ILocatorAssertions Expect(ILocator place) => Assertions.Expect(place);
}
