using System.Globalization;
using Dugout.Infrastructure.Run;
using Dugout.Load.Checks;
using Xunit;

namespace Dugout.Features.Tests.Feed;

/// <summary>The negative controls: what the feed's tests and the load lab's rules look for is found where it is. Alone, since rules look at all rows.</summary>
[Collection(nameof(Alone))]
public sealed class WrongFeedTests(Shop shop)
{
    [Fact]
    public async Task Offset_paging_shows_a_post_twice()
    {
        await using var wrong = shop.Replica(("Cache:Mode", "None")).With("feed-by-offset");
        using var http = wrong.CreateClient();
        var fan = await shop.NextFanAsync();
        var first = await http.GetAnswerAsync("/api/feed?limit=5");
        await fan.WriteAsync();
        await shop.Servers.CaughtUpAsync(TestContext.Current.CancellationToken);

        var second = await http.GetAnswerAsync($"/api/feed?limit=5&after={first.Json.GetProperty("next").GetString()}");

        Assert.Equal(FeedCalls.Ids(first)[^1], FeedCalls.Ids(second)[0]);
    }

    /// <summary>Each rule of the feed finds the very row that breaks it.</summary>
    [Theory]
    [InlineData("Every post's like count equals its likes", "UPDATE posts SET likes = likes + 1 WHERE id = @post", "UPDATE posts SET likes = likes - 1 WHERE id = @post")]
    [InlineData("Every post's comment count equals its comments", "UPDATE posts SET comments = comments + 1 WHERE id = @post", "UPDATE posts SET comments = comments - 1 WHERE id = @post")]
    [InlineData("Every tag and every team of a post has the time of its post", "UPDATE post_tags SET posted_at = posted_at + INTERVAL 1 SECOND WHERE post_id = @post",
        "UPDATE post_tags SET posted_at = posted_at - INTERVAL 1 SECOND WHERE post_id = @post")]
    [InlineData("Every picture of a post is its author's and stored, and the post exists",
        "INSERT INTO pictures (id, account_id, kind, size, post_id, begun_at, stored_at) VALUES (77, -1, 'png', 1, @post, UTC_TIMESTAMP(6), UTC_TIMESTAMP(6))", "DELETE FROM pictures WHERE id = 77")]
    public async Task A_row_that_violates_an_invariant_is_found(string rule, string wrong, string right)
    {
        var fan = await shop.NextFanAsync();
        var post = await fan.WriteAsync(tags: [FeedCalls.NewTag()]);
        Assert.Empty(await BreachesAsync(rule));

        await shop.ChangeAsync(wrong, new { post });
        var breaches = await BreachesAsync(rule);
        await shop.ChangeAsync(right, new { post });

        Assert.Contains(post.ToString(CultureInfo.InvariantCulture), Assert.Single(breaches), StringComparison.Ordinal);
        Assert.Empty(await BreachesAsync(rule));
    }

    [Fact]
    public async Task A_wrong_followings_counter_is_found()
    {
        const string Sentence = "Every fan's following count equals their followings, at most a hundred";
        var fan = await shop.NextFanAsync();
        await shop.ChangeAsync("INSERT INTO feed_readers (account_id, followings) VALUES (@Id, 1)", new { fan.Id });
        var breaches = await BreachesAsync(Sentence);
        await shop.ChangeAsync("UPDATE feed_readers SET followings = 0 WHERE account_id = @Id", new { fan.Id });

        Assert.Contains($"account_id {fan.Id},", Assert.Single(breaches), StringComparison.Ordinal);
        Assert.Empty(await BreachesAsync(Sentence));
    }

    private Task<IReadOnlyList<string>> BreachesAsync(string sentence) =>
        new SaleDatabase(shop.Servers.Primary(DatabaseAccount.Checks)).BreachesAsync(Rule.All.Single(rule => rule.Sentence == sentence));
}
