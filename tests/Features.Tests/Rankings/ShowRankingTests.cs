using System.Net;
using Dugout.Features.Tests.Orders;
using Xunit;

namespace Dugout.Features.Tests.Rankings;

/// <summary>What is ranked, and over what.</summary>
[Collection(nameof(RankedShop))]
public sealed class ShowRankingTests(RankedShop shop)
{
    [Fact]
    public async Task Rankings_begin_at_the_first_place_and_ties_are_ordered_by_id()
    {
        var noon = shop.NextNoon();
        foreach (var (game, seats) in ((long, int)[])[(7, 2), (5, 4), (6, 9), (4, 2), (3, 1)])
            await shop.ReserveAsync(game, seats, noon.AddHours(-1));
        await shop.RefreshAsync(noon);

        foreach (var replica in shop.Replicas)
        {
            var answer = await RankedShop.ShowAsync(replica, "games?window=day", noon);
            Assert.Equal([(1, 6L, 9L), (2, 5L, 4L), (3, 4L, 2L), (4, 7L, 2L), (5, 3L, 1L)], RankedShop.Places(answer));
            Assert.Equal(["ranking", "window", "from", "until", "items", "next"], answer.Json.EnumerateObject().Select(member => member.Name));
            Assert.Equal(noon.AddDays(-1), answer.Json.GetProperty("from").GetDateTime());
            Assert.Equal(await shop.QueryAsync<string>("SELECT title FROM games WHERE id = 6"), answer.Json.GetProperty("items")[0].GetProperty("name").GetString());
            Assert.Equal([(1, 6L, 9L), (2, 5L, 4L)], RankedShop.Places(await replica.GetAnswerAsync("/api/rankings/games?window=day&limit=2")));
        }
    }

    [Fact]
    public async Task The_window_moves_with_the_clock()
    {
        var noon = shop.NextNoon();
        await shop.ReserveAsync(9, 3, noon);
        var day = TimeSpan.FromDays(1);
        foreach (var (after, seen) in ((TimeSpan, string)[])
            [(TimeSpan.Zero, ""), (TimeSpan.FromMicroseconds(1), "day week month"), (day, "day week month"), (day + TimeSpan.FromMicroseconds(1), "week month"),
             (7 * day, "week month"), (8 * day, "month"), (30 * day, "month"), (31 * day, "")])
        {
            await shop.RefreshAsync(noon + after);
            List<string> found = [];
            foreach (var window in (string[])["day", "week", "month"])
            {
                if (RankedShop.Places(await RankedShop.ShowAsync(shop.Http, $"games?window={window}", noon + after)) is [(1, 9, 3)])
                    found.Add(window);
            }

            Assert.Equal((after, seen), (after, string.Join(' ', found)));
        }
    }

    [Fact]
    public async Task A_game_counts_only_for_its_two_teams()
    {
        var noon = shop.NextNoon();
        var (home, away) = (await TeamAsync("home"), await TeamAsync("away"));
        await shop.ReserveAsync(12, 2, noon.AddHours(-1));
        await shop.RefreshAsync(noon);
        await RankedShop.ShowAsync(shop.Http, "games?window=week", noon);

        for (var team = 1; team <= 10; team++)
        {
            var places = RankedShop.Places(await shop.Http.GetAnswerAsync($"/api/rankings/games?window=week&teamId={team}"));
            Assert.Equal((team, team == home || team == away ? 1 : 0), (team, places.Count));
        }

        Task<long> TeamAsync(string where) => shop.QueryAsync<long>($"SELECT {where}_team_id FROM games WHERE id = 12");
    }

    [Fact]
    public async Task A_cancelled_seat_does_not_count()
    {
        var noon = shop.NextNoon();
        var reservation = await shop.ReserveAsync(13, 3, noon.AddHours(-1));
        await shop.ChangeAsync("UPDATE reservation_seats SET cancelled_at = UTC_TIMESTAMP(6) WHERE reservation_id = @reservation AND number <= 2", new { reservation });

        await shop.RefreshAsync(noon);

        Assert.Equal([(1, 13L, 1L)], RankedShop.Places(await RankedShop.ShowAsync(shop.Http, "games?window=day", noon)));
    }

    [Fact]
    public async Task Merchandise_is_ranked_by_paid_quantity_in_total_and_by_team()
    {
        var noon = shop.NextNoon();
        var wares = await Wares.OfferAsync(shop, stock: 9, products: 3);
        await shop.ChangeAsync("UPDATE products SET team_id = 4 WHERE id IN (@first, @last)", new { first = wares.Ids[0], last = wares.Ids[2] });
        foreach (var (n, quantity, state) in ((int, int, string)[])[(0, 2, "paid"), (0, 3, "paid"), (1, 7, "paid"), (2, 9, "placed"), (2, 9, "cancelled"), (2, 1, "paid")])
            await shop.OrderAsync(wares.Ids[n], quantity, noon.AddDays(-2), state);

        await shop.RefreshAsync(noon);

        var whole = await RankedShop.ShowAsync(shop.Http, "products?window=week", noon);
        Assert.Equal([(1, wares.Ids[1], 7L), (2, wares.Ids[0], 5L), (3, wares.Ids[2], 1L)], RankedShop.Places(whole));
        Assert.Equal("응원 타월", whole.Json.GetProperty("items")[0].GetProperty("name").GetString());
        Assert.Equal([(1, wares.Ids[0], 5L), (2, wares.Ids[2], 1L)], RankedShop.Places(await shop.Http.GetAnswerAsync("/api/rankings/products?window=week&teamId=4")));
        Assert.Empty(RankedShop.Places(await shop.Http.GetAnswerAsync("/api/rankings/products?window=week&teamId=5")));
        Assert.Empty(RankedShop.Places(await RankedShop.ShowAsync(shop.Http, "products?window=day", noon)));
    }

    [Fact]
    public async Task Fans_are_ranked_by_posts_comments_and_likes_in_total_and_by_team()
    {
        var noon = shop.NextNoon();
        var at = noon.AddHours(-3);
        var (first, second) = (await shop.WriteAsync(fan: 21, team: 2, at), await shop.WriteAsync(fan: 22, team: null, at));
        await shop.ChangeAsync(
            """
            INSERT INTO talk_comments (post_id, account_id, body, written_at) VALUES (@first, 22, 'x', @at), (@first, 22, 'y', @at), (@second, 23, 'z', @at);
            INSERT INTO talk_likes (post_id, account_id, liked_at) VALUES (@first, 23, @at), (@second, 22, @at)
            """, new { first, second, at });

        await shop.RefreshAsync(noon);

        var whole = await RankedShop.ShowAsync(shop.Http, "fans?window=day", noon);
        Assert.Equal([(1, 22L, 4L), (2, 23L, 2L), (3, 21L, 1L)], RankedShop.Places(whole));
        Assert.Equal("fan22", whole.Json.GetProperty("items")[0].GetProperty("name").GetString());
        Assert.Equal([(1, 22L, 2L), (2, 21L, 1L), (3, 23L, 1L)], RankedShop.Places(await shop.Http.GetAnswerAsync("/api/rankings/fans?window=day&teamId=2")));
    }

    [Fact]
    public async Task Posts_are_ranked_by_likes_in_total_and_by_team()
    {
        var noon = shop.NextNoon();
        var (first, second) = (await shop.PostAsync(24, noon.AddDays(-9), 2, 3), await shop.PostAsync(25, noon.AddDays(-9), 3));
        await shop.LikeAsync(first, noon.AddHours(-1), 21);
        await shop.LikeAsync(second, noon.AddHours(-2), 21, 22);
        await shop.LikeAsync(first, noon.AddDays(-2), 22, 23);

        await shop.RefreshAsync(noon);

        var day = await RankedShop.ShowAsync(shop.Http, "posts?window=day", noon);
        Assert.Equal([(1, second, 2L), (2, first, 1L)], RankedShop.Places(day));
        Assert.Equal("오늘도 이겼다", day.Json.GetProperty("items")[0].GetProperty("name").GetString());
        Assert.Equal([(1, first, 3L), (2, second, 2L)], RankedShop.Places(await RankedShop.ShowAsync(shop.Http, "posts?window=week", noon)));
        Assert.Equal([(1, first, 1L)], RankedShop.Places(await shop.Http.GetAnswerAsync("/api/rankings/posts?window=day&teamId=2")));
        Assert.Equal([(1, second, 2L), (2, first, 1L)], RankedShop.Places(await shop.Http.GetAnswerAsync("/api/rankings/posts?window=day&teamId=3")));
    }

    [Fact]
    public async Task Activity_in_the_feed_and_on_the_talk_board_is_added_up()
    {
        var noon = shop.NextNoon();
        var at = noon.AddHours(-3);
        var post = await shop.PostAsync(26, at, 2, 5);
        await shop.LikeAsync(post, at, 27, 28);
        await shop.ChangeAsync("INSERT INTO post_comments (id, post_id, account_id, text, commented_at) VALUES (@post, @post, 27, 'x', @at)", new { post, at });
        await shop.WriteAsync(fan: 27, team: 2, at);

        await shop.RefreshAsync(noon);

        Assert.Equal([(1, 27L, 3L), (2, 26L, 1L), (3, 28L, 1L)], RankedShop.Places(await RankedShop.ShowAsync(shop.Http, "fans?window=day", noon)));
        Assert.Equal([(1, 27L, 3L), (2, 26L, 1L), (3, 28L, 1L)], RankedShop.Places(await shop.Http.GetAnswerAsync("/api/rankings/fans?window=day&teamId=2")));
        Assert.Equal([(1, 27L, 2L), (2, 26L, 1L), (3, 28L, 1L)], RankedShop.Places(await shop.Http.GetAnswerAsync("/api/rankings/fans?window=day&teamId=5")));
    }

    [Fact]
    public async Task A_ranking_has_at_most_its_configured_places()
    {
        var noon = shop.NextNoon();
        for (var game = 30; game < 55; game++)
            await shop.ReserveAsync(game, game - 29, noon.AddHours(-1));

        await shop.RefreshAsync(noon);

        var places = RankedShop.Places(await RankedShop.ShowAsync(shop.Http, "games?window=month&limit=100", noon));
        Assert.Equal(Enumerable.Range(0, 20).Select(n => (n + 1, 54L - n, 25L - n)), places);
    }

    [Theory]
    [InlineData("nothing?window=day", 404, "no-such-ranking")]
    [InlineData("games", 400, "invalid")]
    [InlineData("games?window=year", 400, "invalid")]
    [InlineData("games?window=day&limit=0", 400, "invalid")]
    [InlineData("games?window=day&limit=101", 400, "invalid")]
    [InlineData("games?window=day&teamId=x", 400, "invalid")]
    [InlineData("games?window=day&teamId=0", 404, "no-such-team")]
    [InlineData("games?window=day&teamId=-1", 404, "no-such-team")]
    [InlineData("games?window=day&teamId=11", 404, "no-such-team")]
    public async Task An_unknown_ranking_is_rejected(string path, int status, string code)
    {
        var noon = shop.NextNoon();
        await shop.RefreshAsync(noon);
        await RankedShop.ShowAsync(shop.Http, "games?window=day", noon);

        var refused = await shop.Http.GetAnswerAsync($"/api/rankings/{path}");

        Assert.Equal(((HttpStatusCode)status, code), (refused.Status, refused.Code));
    }
}
