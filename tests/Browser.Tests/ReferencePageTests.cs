using System.Collections.Concurrent;
using Microsoft.Playwright;
using Xunit;

namespace Dugout.Browser.Tests;

/// <summary>The page of the API reference, through the gateway.</summary>
public sealed class ReferencePageTests(WatchedShop shop)
{
    [Fact]
    public async Task It_shows_every_slice_and_requests_nothing_from_another_origin()
    {
        await using var window = await shop.WindowAsync();
        var page = await window.NewPageAsync();
        var requested = new ConcurrentQueue<string>();
        var complaints = new ConcurrentQueue<string>();
        page.Request += (_, request) => requested.Enqueue(request.Url);
        page.PageError += (_, error) => complaints.Enqueue(error);
        page.Console += (_, message) =>
        {
            if (message.Type == "error")
                complaints.Enqueue(message.Text);
        };

        var origin = shop.Gateway.BaseAddress!.GetLeftPart(UriPartial.Authority);
        await ApiReference.BuildAsync(shop);
        await page.GotoAsync($"{origin}/docs");
        // The page lays out some hundred operations before it shows the first of them, slowly where other tests run beside it.
        await Assertions.Expect(page.GetByText("Tickets, merchandise and fan pages of one baseball season.").First).ToBeVisibleAsync(new() { Timeout = 60_000 });
        foreach (var slice in (string[])["Accounts", "Catalog", "Seats", "Notices"])
            await Assertions.Expect(page.GetByRole(AriaRole.Link, new() { Name = slice, Exact = true })).ToBeVisibleAsync();
        await page.GetByRole(AriaRole.Button, new() { Name = "Open Group - Seats" }).ClickAsync();
        await Assertions.Expect(page.GetByRole(AriaRole.Link, new() { Name = "Turns a hold of the signed-in account into a reservation HTTP Method: POST" })).ToBeVisibleAsync();

        Assert.Contains($"{origin}/openapi/v1.json", requested);
        Assert.Equal([], requested.Where(url => !url.StartsWith($"{origin}/", StringComparison.Ordinal) && !url.StartsWith("data:", StringComparison.Ordinal)));
        Assert.Equal([], complaints);
    }
}
