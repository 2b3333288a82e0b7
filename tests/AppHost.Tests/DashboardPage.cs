using Dugout.Infrastructure.Processes;
using Dugout.Tests.Support;
using Microsoft.Playwright;
using Xunit;

namespace Dugout.AppHost.Tests;

/// <summary>The dashboard's pages in a browser.</summary>
internal sealed class DashboardPage : IAsyncDisposable
{
    private const float Patience = 60_000;

    private readonly TestFolder _home;
    private readonly IPlaywright _playwright;
    private readonly IBrowser _browser;
    private readonly IPage _page;
    private readonly string _dashboard;

    private DashboardPage(TestFolder home, IPlaywright playwright, IBrowser browser, IPage page, string dashboard) =>
        (_home, _playwright, _browser, _page, _dashboard) = (home, playwright, browser, page, dashboard);

    /// <summary>Opens a browser. Skips the test where there is no browser.</summary>
    /// <param name="dashboard">Where the dashboard is.</param>
    /// <param name="login">The address that logs in, with its token; null for a stranger's browser.</param>
    public static async Task<DashboardPage> OpenAsync(string dashboard, string? login)
    {
        ChromiumProgram program;
        try
        {
            program = await ChromiumProgram.ObtainAsync(TestContext.Current.CancellationToken);
        }
        catch (StartFailedException refusal)
        {
            Assert.Skip($"Optional: {refusal.Message}");
            throw;
        }

        var home = new TestFolder();
        var playwright = await Playwright.CreateAsync();
        var browser = await playwright.Chromium.LaunchAsync(new() { ExecutablePath = program.Path, Args = ["--no-sandbox"], Env = program.EnvironmentIn(home.Path) });
        var page = await browser.NewPageAsync(new() { ViewportSize = new() { Width = 1600, Height = 1200 } });
        page.SetDefaultTimeout(Patience);
        if (login is not null)
            await page.GotoAsync(login);
        return new(home, playwright, browser, page, dashboard);
    }

    /// <summary>Where the browser is.</summary>
    public string Address => _page.Url;

    /// <summary>Goes to a page, or to the same anew.</summary>
    public Task GoAsync(string path) => _page.GotoAsync(_dashboard + path);

    /// <summary>Keeps the upper part of what the browser shows as a picture.</summary>
    public Task PictureAsync(string file) => _page.ScreenshotAsync(new() { Path = file, Clip = new() { Width = 1600, Height = 680 } });

    /// <summary>Waits until the page says something somewhere.</summary>
    public Task ShowsAsync(string text) => Assertions.Expect(_page.Locator("body")).ToContainTextAsync(text, new() { Timeout = Patience });

    /// <summary>Says that nothing on the page says something.</summary>
    public Task ShowsNotAsync(string text) => Assertions.Expect(_page.Locator("body")).Not.ToContainTextAsync(text, new() { IgnoreCase = true });

    /// <summary>Waits until a resource's row, of those of the first page, says something.</summary>
    public Task RowShowsAsync(string resource, string text) => Assertions.Expect(Row(resource)).ToContainTextAsync(text, new() { Timeout = Patience });

    /// <summary>Waits until a resource's row leads somewhere.</summary>
    public Task RowLeadsToAsync(string resource, string url) =>
        Assertions.Expect(Row(resource).Locator($"a[href^='{url}']").First).ToBeVisibleAsync(new() { Timeout = Patience });

    /// <summary>Opens what is to be known of a resource beside its row.</summary>
    public async Task OpenDetailsAsync(string resource)
    {
        await GoAsync("/");
        await Task.Delay(TimeSpan.FromSeconds(1));
        await Row(resource).ClickAsync();
    }

    /// <summary>Chooses what can be done to a resource in its menu, or in the menu of commands below that, and waits until the page says that it was done.</summary>
    public async Task ChooseAsync(string resource, string choice)
    {
        var done = _page.GetByText($"{resource} \"{choice}\" succeeded").First;
        // In the page from the beginning, and shown when there is an error.
        var failed = _page.Locator("#blazor-error-ui:visible");
        var wasChosen = false;
        for (var turn = 0; turn < 5; turn++)
        {
            await GoAsync("/");
            // Opening a menu before the page's scripts have loaded makes the page fail.
            await Task.Delay(TimeSpan.FromSeconds(1 << turn));
            await Row(resource).GetByTitle("Actions").ClickAsync();
            if (!await PickAsync(choice))
            {
                if (wasChosen)
                    return;
                continue;
            }

            wasChosen = true;
            // The page sometimes fails when clicks come faster than a person's, and must be reloaded; the action then runs twice at worst, or is no longer offered.
            // And what it says of a success goes away by itself, perhaps before anybody looked.
            try
            {
                await done.Or(failed).First.WaitForAsync(new() { Timeout = Patience / 3 });
                if (await done.IsVisibleAsync())
                    return;
            }
            catch (TimeoutException)
            {
                continue;
            }
        }

        Assert.Fail($"The page failed each time {choice} of {resource} was chosen.");
    }

    public async ValueTask DisposeAsync()
    {
        await _browser.CloseAsync();
        _playwright.Dispose();
        _home.Dispose();
    }

    /// <returns>Whether it was on offer.</returns>
    private async Task<bool> PickAsync(string choice)
    {
        var item = _page.GetByRole(AriaRole.Menuitem, new() { Name = choice, Exact = true });
        var commands = _page.GetByRole(AriaRole.Menuitem, new() { Name = "Commands" });
        await item.Or(commands).First.WaitForAsync();
        if (!await item.IsVisibleAsync())
            await commands.HoverAsync();
        try
        {
            await item.ClickAsync(new() { Timeout = 10_000 });
            return true;
        }
        catch (TimeoutException)
        {
            return false;
        }
    }

    private ILocator Row(string resource) =>
        _page.GetByRole(AriaRole.Row).Filter(new() { Has = _page.GetByText(resource, new() { Exact = true }) });
}
