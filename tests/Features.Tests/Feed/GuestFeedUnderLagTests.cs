using Dugout.Features.Tests.Platform.Consistency;
using Microsoft.AspNetCore.Mvc.Testing;
using Xunit;

namespace Dugout.Features.Tests.Feed;

/// <summary>A page is made anew by a server that has the change, however late the read replicas are.</summary>
[Collection(nameof(ReplicatedShop))]
public sealed class GuestFeedUnderLagTests(ReplicatedShop shop)
{
    /// <summary>Replicas are not polled, so all stay in rotation.</summary>
    private static readonly (string Name, string Value)[] Blind = [("Replicas:WatchMilliseconds", "3600000"), ("Cache:Mode", "Both")];

    /// <summary>Stopped, they would show nothing new for ever: a read from one would stay stale until the test times out.</summary>
    [Theory]
    [InlineData(ReplicatedShop.Fault.Delayed)]
    [InlineData(ReplicatedShop.Fault.Stopped)]
    [InlineData(ReplicatedShop.Fault.Killed)]
    public async Task No_client_gets_an_older_page_a_second_after_a_change(ReplicatedShop.Fault fault)
    {
        await using var one = shop.Replica(Blind);
        await using var two = shop.Replica(Blind);
        HttpClient[] replicas = [one.CreateClient(), two.CreateClient()];
        await HeardAsync(one, two);
        var (fan, other) = (await shop.NextFanAsync(), await shop.NextFanAsync());
        foreach (var http in replicas)
            await http.GetAnswerAsync("/api/feed");

        await shop.WithAllAsync(fault, async () =>
        {
            for (var turn = 0; turn < 5; turn++)
            {
                var post = await fan.WriteAsync($"{turn}", replica: replicas[turn % 2]);
                await Until.TrueAsync(() => replicas[(turn + 1) % 2].GetAnswerAsync("/api/feed"), page => FeedCalls.Ids(page).Contains(post));
                await other.LikeAsync(post, replicas[(turn + 1) % 2]);
                await Until.TrueAsync(() => replicas[turn % 2].GetAnswerAsync("/api/feed"), page => LikesOf(page, post) == 1);
                // Once seen it stays: no page made of older rows comes back in.
                for (var again = 0; again < 10; again++)
                    Assert.Equal(1, LikesOf(await replicas[turn % 2].GetAnswerAsync("/api/feed"), post));
            }
        });
    }

    /// <summary>By a server that has the change, without a token from the caller.</summary>
    [Fact]
    public async Task A_page_built_right_after_a_change_contains_it()
    {
        await using var replica = shop.Replica(Blind);
        using var http = replica.CreateClient();
        await HeardAsync(replica);
        var fan = await shop.NextFanAsync();
        await shop.Servers.CaughtUpAsync(TestContext.Current.CancellationToken);
        await shop.WithAllAsync(ReplicatedShop.Fault.Stopped, async () =>
        {
            var post = await fan.WriteAsync(replica: http);

            Assert.Contains(post, FeedCalls.Ids(await http.GetAnswerAsync("/api/feed?limit=7")));
        });
    }

    /// <summary>What fans read of the feed otherwise has what they wrote, without their saying so.</summary>
    [Fact]
    public async Task A_fan_sees_their_own_post()
    {
        var (fan, other) = (await shop.NextFanAsync(), await shop.NextFanAsync());
        await shop.WithAllAsync(ReplicatedShop.Fault.Stopped, async () =>
        {
            var tag = FeedCalls.NewTag();
            await fan.FollowAsync("fans", other.Id, shop.Replicas[0]);
            var post = await fan.WriteAsync(tags: [tag], teamIds: [5], replica: shop.Replicas[0]);
            foreach (var path in (string[])["/api/feed/mine", $"/api/fans/{fan.Id}/posts", $"/api/tags/{tag}/posts", "/api/teams/5/posts"])
                Assert.Equal((path, true), (path, FeedCalls.Ids(await fan.GetAsync(shop.Replicas[1], path)).Contains(post)));
            Assert.Equal(post, (await fan.GetAsync(shop.Replicas[1], $"/api/posts/{post}")).Number("postId"));
            await fan.CommentAsync(post, replica: shop.Replicas[0]);
            Assert.Equal(1, (await fan.GetAsync(shop.Replicas[1], $"/api/posts/{post}/comments")).Json.GetProperty("items").GetArrayLength());
            await fan.DeleteAsync(shop.Replicas[0], $"/api/posts/{post}");
            Assert.Equal("no-such-post", (await fan.GetAsync(shop.Replicas[1], $"/api/posts/{post}")).Code);
        });
    }

    private static async Task HeardAsync(params WebApplicationFactory<Program>[] replicas)
    {
        foreach (var replica in replicas)
            await Until.HeardAsync(replica.Services);
    }

    private static int LikesOf(Answer page, long post) => page.Json.GetProperty("items").EnumerateArray()
        .Where(one => one.GetProperty("postId").GetInt64() == post).Select(one => one.GetProperty("likes").GetInt32()).DefaultIfEmpty(-1).Single();
}
