using System.Net;
using Xunit;

namespace Dugout.Features.Tests.Feed;

/// <summary>The five lists, which differ in what they find and in nothing else.</summary>
public sealed class FeedListsTests(Shop shop)
{
    private const long Team = 3;

    public static TheoryData<string> Lists { get; } = ["guest", "fan", "tag", "team", "mine"];

    /// <summary>Posts of the same moment among them, so that pages end between them; other fans write to every list meanwhile.</summary>
    [Theory]
    [MemberData(nameof(Lists))]
    public async Task No_post_is_skipped_or_repeated_while_others_write(string list)
    {
        var (reader, author, other) = (await shop.NextFanAsync(), await shop.NextFanAsync(), await shop.NextFanAsync());
        var tag = FeedCalls.NewTag();
        var old = await author.RememberAsync(count: 30, tag, Team);
        await reader.FollowAsync("fans", author.Id);
        await reader.FollowAsync("fans", other.Id);
        using var stop = new CancellationTokenSource();
        var wrote = 0;
        var writing = Task.Run(async () =>
        {
            for (var n = 0; !stop.IsCancellationRequested; n++)
            {
                await (n % 2 == 0 ? author : other).WriteAsync(tags: [tag], teamIds: [Team], replica: shop.Replicas[n % 2]);
                Interlocked.Increment(ref wrote);
                await Task.Delay(10);
            }
        });

        List<long> seen;
        try
        {
            seen = await FeedCalls.WalkAsync(AskAsync, PathOf(list, author, tag), limit: list is "guest" or "team" ? 97 : 7);
        }
        finally
        {
            await stop.CancelAsync();
            await writing;
        }

        Assert.Equal(old, seen.Where(old.Contains));
        Assert.Distinct(seen);

        // Something is written before each page, however slow the machine.
        async Task<Answer> AskAsync(string page)
        {
            for (var before = Volatile.Read(ref wrote); Volatile.Read(ref wrote) == before && !writing.IsCompleted;)
                await Task.Delay(5);
            return await reader.GetAsync(shop.Http, page);
        }
    }

    [Theory]
    [MemberData(nameof(Lists))]
    public async Task A_page_begins_after_the_last_post_of_the_previous_page(string list)
    {
        var author = await shop.NextFanAsync();
        var tag = FeedCalls.NewTag();
        await author.RememberAsync(count: 9, tag, Team);
        var path = PathOf(list, author, tag);

        var whole = FeedCalls.Ids(await author.GetAsync(shop.Http, $"{path}?limit=9"));
        var first = await author.GetAsync(shop.Http, $"{path}?limit=4");

        Assert.Equal(4, FeedCalls.Ids(first).Count);
        if (list is "fan" or "tag" or "mine")
        {
            var second = await author.GetAsync(shop.Http, $"{path}?limit=5&after={first.Json.GetProperty("next").GetString()}");
            Assert.Equal(whole, FeedCalls.Ids(first).Concat(FeedCalls.Ids(second)));
            // Behind a fan's posts there may be seeded ones.
            if (list is "tag")
                Assert.Equal("null", second.Json.GetProperty("next").GetRawText());
        }
    }

    [Fact]
    public async Task Each_list_has_exactly_its_posts()
    {
        var (reader, followed, stranger) = (await shop.NextFanAsync(), await shop.NextFanAsync(), await shop.NextFanAsync());
        var (tag, other) = (FeedCalls.NewTag(), FeedCalls.NewTag());
        await reader.FollowAsync("fans", followed.Id);
        await reader.FollowAsync("teams", 9);
        var own = await reader.WriteAsync(tags: [tag]);
        var theirs = await followed.WriteAsync(tags: [tag, other], teamIds: [9, 10]);
        var about = await stranger.WriteAsync(tags: [other], teamIds: [9]);
        var neither = await stranger.WriteAsync(tags: [tag], teamIds: [10]);
        // Their own write makes the reader's next reads see all of it.
        await reader.LikeAsync(neither);

        Assert.Equal([neither, theirs, own], await IdsAsync($"/api/tags/{tag}/posts"));
        Assert.Equal([about, theirs], await IdsAsync($"/api/tags/{other}/posts"));
        // Behind them there may be seeded ones.
        long[] all = [neither, about, theirs, own];
        Assert.Equal([own], (await IdsAsync($"/api/fans/{reader.Id}/posts")).Where(all.Contains));
        Assert.Equal([neither, about], (await IdsAsync($"/api/fans/{stranger.Id}/posts")).Where(all.Contains));
        Assert.Equal([neither, theirs], (await IdsAsync("/api/teams/10/posts?limit=100")).Where(all.Contains));
        // Found by its fan and by its team, and there once.
        Assert.Equal([about, theirs, own], (await IdsAsync("/api/feed/mine?limit=100")).Where(all.Contains));
        Assert.Empty(await IdsAsync("/api/fans/8999999/posts"));

        async Task<IEnumerable<long>> IdsAsync(string path) => FeedCalls.Ids(await reader.GetAsync(shop.Replicas[1], path));
    }

    [Fact]
    public async Task Tags_are_case_insensitive()
    {
        var fan = await shop.NextFanAsync();
        var tag = $"Kbo_{fan.Id}";
        var post = await fan.WriteAsync(tags: [tag.ToUpperInvariant()]);

        Assert.Equal(post, Assert.Single(FeedCalls.Ids(await fan.GetAsync(shop.Http, $"/api/tags/{tag}/posts"))));
        Assert.Equal([tag.ToLowerInvariant()], (await fan.ShowAsync(post)).GetProperty("tags").EnumerateArray().Select(one => one.GetString()));
    }

    [Theory]
    [InlineData("/api/feed?limit=0", "limit")]
    [InlineData("/api/feed?limit=101", "limit")]
    [InlineData("/api/feed?after=nonsense", "after")]
    [InlineData("/api/feed/mine?after=nonsense", "after")]
    [InlineData("/api/fans/1/posts?limit=101", "limit")]
    [InlineData("/api/fans/x/posts", "fanId")]
    [InlineData("/api/tags/no-hyphen/posts", "tag")]
    [InlineData("/api/teams/1/posts?after=", "after")]
    [InlineData("/api/posts/1/comments?limit=0", "limit")]
    public async Task Unreadable_input_is_rejected_with_its_field(string path, string field)
    {
        var fan = await shop.NextFanAsync();

        var refused = await fan.GetAsync(shop.Http, path);

        Assert.Equal((HttpStatusCode.BadRequest, "invalid"), (refused.Status, refused.Code));
        Assert.True(refused.Json.GetProperty("errors").TryGetProperty(field, out _), refused.Body);
    }

    [Fact]
    public async Task A_personal_feed_requires_sign_in()
    {
        foreach (var path in (string[])["/api/feed/mine", "/api/followings"])
            Assert.Equal((path, HttpStatusCode.Unauthorized), (path, (await shop.Http.GetAnswerAsync(path)).Status));
        Assert.Equal(HttpStatusCode.OK, (await shop.Http.GetAnswerAsync("/api/feed")).Status);
    }

    private static string PathOf(string list, Fan author, string tag) => list switch
    {
        "guest" => "/api/feed",
        "fan" => $"/api/fans/{author.Id}/posts",
        "tag" => $"/api/tags/{tag}/posts",
        "team" => $"/api/teams/{Team}/posts",
        _ => "/api/feed/mine",
    };
}
