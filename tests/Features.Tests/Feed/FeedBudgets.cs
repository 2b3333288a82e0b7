using Dugout.Features.Tests.Platform;
using Xunit;

namespace Dugout.Features.Tests.Feed;

/// <summary>The cost of the feed, counted on the wire. A change of cost must change this table.</summary>
public sealed class FeedBudgets(Shop shop)
{
    /// <summary>However many likes and comments posts have, and however many fans are followed.</summary>
    [Fact]
    public async Task A_page_costs_the_same_whatever_its_content()
    {
        Assert.SkipWhen(Shop.IsOnMySql, "The budgets are MariaDB's; the run on MariaDB counts them.");
        var (fan, reader, others) = (await shop.NextFanAsync(), await shop.NextFanAsync(), await shop.NextFansAsync(12));
        var tag = FeedCalls.NewTag();
        var post = await fan.WriteAsync(tags: [tag, "직관"], teamIds: [1, 2]);
        await FollowedAsync(fan.Id);
        var plain = await CostsAsync(fan, reader, tag, post);
        for (var n = 0; n < others.Length; n++)
        {
            await others[n].LikeAsync(post);
            await others[n].CommentAsync(post);
            await others[n].CommentAsync(post);
            await FollowedAsync(others[n].Id);
            await others[n].WriteAsync(tags: [tag], teamIds: [1]);
        }

        var full = await CostsAsync(fan, reader, tag, post);

        Assert.Equal<Cost>(
        [
            new("guest feed", 5, 2, 0), new("its second page", 5, 2, 0), new("a hundred of it", 5, 2, 0), new("a fan's posts", 5, 2, 0), new("by tag", 5, 2, 0), new("by team", 5, 2, 0),
            // Redis returns the consistency token of the reader.
            new("my feed", 6, 3, 1), new("a post", 5, 2, 0), new("its comments", 1, 1, 0), new("followings", 1, 1, 0),
        ], full);
        // Without comments the post is looked up.
        Assert.Equal(full.Select(cost => cost.Step == "its comments" ? new(cost.Step, 2, 2, 0) : cost), plain);

        // Without consistency token: after a write, the replica's position is checked first.
        Task FollowedAsync(long followed) => shop.ChangeAsync(
            """
            INSERT INTO feed_readers (account_id, followings) VALUES (@Id, 1) ON DUPLICATE KEY UPDATE followings = followings + 1;
            INSERT INTO followings (account_id, kind, followed_id, followed_at) VALUES (@Id, 'fan', @followed, UTC_TIMESTAMP(6))
            """, new { reader.Id, followed });
    }

    [Fact]
    public async Task A_write_is_one_command_to_the_primary_and_one_to_Redis()
    {
        Assert.SkipWhen(Shop.IsOnMySql, "Counted on MariaDB; the run on MariaDB does.");
        const long Old = 1; // Seeded, and two hundred are newer.
        var (fan, other) = (await shop.NextFanAsync(), await shop.NextFanAsync());
        await fan.RememberAsync(200, FeedCalls.NewTag(), 1);
        await using var bill = new Bill(shop);
        string[] tags = ["직관"];
        var post = 0L;

        await bill.AddAsync("followed", () => fan.FollowAsync("fans", other.Id, bill.Http));
        await bill.AddAsync("written", async () =>
        {
            var answer = await fan.PostAsync(bill.Http, "/api/posts", new { text = "x", tags }, "key");
            post = answer.Number("postId");
            return answer;
        });
        await bill.AddAsync("liked first", () => fan.LikeAsync(post, bill.Http));
        await bill.AddAsync("liked", () => other.LikeAsync(post, bill.Http));
        await bill.AddAsync("an old one liked", () => other.LikeAsync(Old, bill.Http));
        await bill.AddAsync("commented", () => fan.CommentAsync(post, replica: bill.Http));

        Assert.Equal<Cost>(
        [
            // Whether the fan is there; account, following, count, rows, place.
            new("followed", 6, 2, 1),
            // Key, post, tag, message, place; remembered and evicted.
            new("written", 5, 1, 2),
            // Count, like, rows, place; and once which posts are the newest.
            new("liked first", 5, 2, 2),
            new("liked", 4, 1, 2),
            // No page shows it.
            new("an old one liked", 4, 1, 1),
            new("commented", 4, 1, 2),
        ], bill.Costs);
    }

    private async Task<List<Cost>> CostsAsync(Fan fan, Fan reader, string tag, long post)
    {
        await shop.Servers.CaughtUpAsync(TestContext.Current.CancellationToken);
        await using var bill = new Bill(shop);
        var first = await shop.Http.GetAnswerAsync("/api/feed?limit=1");
        foreach (var (step, path) in ((string, string)[])
        [
            ("guest feed", "/api/feed"), ("its second page", $"/api/feed?after={first.Json.GetProperty("next").GetString()}"), ("a hundred of it", "/api/feed?limit=100"),
            ("a fan's posts", $"/api/fans/{fan.Id}/posts"), ("by tag", $"/api/tags/{tag}/posts"), ("by team", "/api/teams/1/posts"),
        ])
            await bill.AddAsync(step, () => bill.Http.GetAnswerAsync(path));
        await bill.AddAsync("my feed", () => reader.GetAsync(bill.Http, "/api/feed/mine"));
        await bill.AddAsync("a post", () => bill.Http.GetAnswerAsync($"/api/posts/{post}"));
        await bill.AddAsync("its comments", () => bill.Http.GetAnswerAsync($"/api/posts/{post}/comments"));
        await bill.AddAsync("followings", () => fan.GetAsync(bill.Http, "/api/followings"));
        return bill.Costs;
    }
}
