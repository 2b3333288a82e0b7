using System.Net.Http.Json;
using System.Text.Json;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Browser.Tests;

/// <summary>What the page shows is what the shop says.</summary>
public sealed class WatchPageTests(WatchedShop shop)
{
    [Fact]
    public async Task It_loads_without_a_complaint_and_asks_nobody_else()
    {
        await using var watching = await Watching.OpenAsync(shop, game: null);

        Assert.Equal("en", await watching.Page.Locator("html").GetAttributeAsync("lang"));
        Assert.Matches(@"\p{IsHangulSyllables}.* – Dugout$", await watching.Page.TitleAsync());
        Assert.InRange(await watching.Page.Locator("#game option").CountAsync(), 600, 720);
        Assert.Equal(40, await watching.Page.Locator("#blocks li").CountAsync());
        Assert.Equal("Seat map", await watching.Page.Locator("#map canvas").First.GetAttributeAsync("aria-label"));
        await watching.ShowsAsync("#remaining", "20,000");
        await watching.ShowsAsync("#sold-twice", "0");
        Assert.Empty(watching.Errors);
        Assert.All(watching.Asked, address => Assert.Equal(shop.Gateway.BaseAddress!.Authority, address.Authority));
    }

    [Fact]
    public async Task What_is_sold_held_or_blocked_is_seen_and_counted_as_the_shop_counts_it()
    {
        var game = shop.NextGame();
        var grade = WatchedShop.Grade(game);
        await using var watching = await Watching.OpenAsync(shop, game);
        await watching.BlockSaysAsync(0, "테이블석, block 101: 0 sold, 0 held, 500 free, 0 blocked of 500");
        using var fan = await shop.NextFanAsync();
        using var other = await shop.NextFanAsync();

        Assert.True(await WatchedShop.BuyAsync(fan, game, grade, 1, 500));
        Assert.NotNull(await WatchedShop.HoldAsync(other, game, grade, 2, 501, 1_000));
        await shop.ChangeAsync("INSERT INTO seat_claims (game_id, grade_id, number) VALUES (@game, @grade, 3)", new { game, grade });

        await watching.BlockSaysAsync(0, "테이블석, block 101: 2 sold, 1 held, 496 free, 1 blocked of 500");
        await watching.BlockSaysAsync(1, "테이블석, block 102: 0 sold, 2 held, 498 free, 0 blocked of 500");
        await watching.ShowsAsync("#sold", "2");
        await watching.ShowsAsync("#held", "3");
        await watching.ShowsAsync("#blocked", "1");
        var grades = (await shop.Gateway.GetFromJsonAsync<JsonElement>($"/api/games/{game}/grades")).GetProperty("items");
        await watching.ShowsAsync("#remaining", $"{grades.EnumerateArray().Sum(one => one.GetProperty("remaining").GetInt32()):N0}");
        Assert.Empty(watching.Errors);
    }

    [Fact]
    public async Task Errors_of_all_replicas_are_counted_by_their_code()
    {
        var game = shop.NextGame();
        await using var watching = await Watching.OpenAsync(shop, game);
        using var fan = await shop.NextFanAsync();
        using var late = await shop.NextFanAsync();
        Assert.True(await WatchedShop.BuyAsync(fan, game, WatchedShop.Grade(game), 1));
        var before = await RefusedAsync();

        // Replicas take turns: each refuses some of these.
        for (var i = 0; i < 10; i++)
            Assert.Null(await WatchedShop.HoldAsync(late, game, WatchedShop.Grade(game), 1));

        Assert.Equal(before + 10, await RefusedAsync());
        await watching.Page.Locator("summary").First.ClickAsync();
        await watching.ShowsAsync("#errors li:has-text('seat-taken')", $"seat-taken: {before + 10:N0}");
        await watching.Page.WaitForFunctionAsync("document.getElementById('errors-peak').textContent !== '0'");

        async Task<long> RefusedAsync()
        {
            // A sum is shared for half a second: the one after it has seen all that was refused by now.
            var first = await SumAsync();
            JsonElement sum;
            do
                sum = await SumAsync();
            while (sum.GetProperty("milliseconds").GetInt64() == first.GetProperty("milliseconds").GetInt64());
            return sum.GetProperty("errors").TryGetProperty("seat-taken", out var times) ? times.GetInt64() : 0;
        }

        async Task<JsonElement> SumAsync() => await shop.Gateway.GetFromJsonAsync<JsonElement>("/watch/errors");
    }

    /// <summary>The key that makes it impossible is taken away for it.</summary>
    [Fact]
    public async Task A_seat_that_is_sold_twice_is_shown()
    {
        var game = shop.NextGame();
        var grade = WatchedShop.Grade(game);
        await using var watching = await Watching.OpenAsync(shop, game);
        using var fan = await shop.NextFanAsync();
        Assert.True(await WatchedShop.BuyAsync(fan, game, grade, 7));
        await watching.ShowsAsync("#sold", "1");
        await watching.ShowsAsync("#sold-twice", "0");
        Assert.Equal(0, await watching.Page.Locator(".wrong").CountAsync());

        await shop.ChangeAsync("ALTER TABLE seat_claims DROP PRIMARY KEY, ADD INDEX planted (game_id)");
        try
        {
            await shop.ChangeAsync("INSERT INTO seat_claims SELECT * FROM seat_claims WHERE game_id = @game", new { game });
            await watching.ShowsAsync(".wrong #sold-twice", "1");
            await watching.ShowsAsync("#sold", "2");
        }
        finally
        {
            await shop.ChangeAsync("DELETE FROM seat_claims WHERE game_id = @game", new { game });
            await shop.ChangeAsync("ALTER TABLE seat_claims DROP INDEX planted, ADD PRIMARY KEY (game_id, grade_id, number)");
        }

        await watching.ShowsAsync("#sold-twice", "0");
        Assert.Equal(0, await watching.Page.Locator(".wrong").CountAsync());
    }

    [Fact]
    public async Task A_lost_connection_is_told_and_found_again()
    {
        var game = shop.NextGame();
        await using var link = new FaultyProxy(shop.Gateway.BaseAddress!.Port);
        await using var watching = await Watching.OpenAsync(shop, game, at: new($"http://127.0.0.1:{link.Port}"));
        using var fan = await shop.NextFanAsync();

        link.Suffer(LinkFault.Reset);
        await watching.IsAsync("lost");
        Assert.Matches(@"^Connection lost\. Trying again in \d s\.$", await watching.TextAsync("#connection"));
        Assert.True(await WatchedShop.BuyAsync(fan, game, WatchedShop.Grade(game), 1));
        Assert.Equal("0", await watching.TextAsync("#sold"));

        link.Suffer(LinkFault.None);
        await watching.IsAsync("live");
        await watching.ShowsAsync("#sold", "1");
    }
}
