using System.Net;
using Dugout.Infrastructure.Run;
using Dugout.Load.Checks;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Feed;

/// <summary>Likes, comments and followings with everybody let go at once, over two API processes: counts equal rows.</summary>
public sealed class FeedRaces(Shop shop)
{
    private const int Fans = 200;

    [Fact]
    public async Task Two_hundred_fans_who_like_a_post_twice_concurrently_give_two_hundred_likes()
    {
        var fans = await shop.NextFansAsync(Fans);
        var post = await fans[0].WriteAsync();

        var answers = await Together.RunAsync(2 * Fans, caller => Until.NotBusyAsync(() => fans[caller % Fans].LikeAsync(post, Replica(caller / Fans))));

        Assert.All(answers, answer => Assert.True(answer.Status == HttpStatusCode.NoContent, answer.Body));
        Assert.Equal(((long)Fans, (long)Fans), (await CountedAsync("likes", post), await RowsAsync("post_likes", post)));
    }

    /// <summary>By the load lab's invariant.</summary>
    [Fact]
    public async Task Fifty_concurrent_likes_violate_no_invariant()
    {
        var fans = await shop.NextFansAsync(50);
        var post = await fans[0].WriteAsync();

        await Together.RunAsync(fans.Length, caller => fans[caller].LikeAsync(post, Replica(caller)));

        var rule = Rule.All.Single(rule => rule.Sentence == "Every post's like count equals its likes");
        var breaches = await new SaleDatabase(shop.Servers.Primary(DatabaseAccount.Checks)).BreachesAsync(rule);
        Assert.DoesNotContain(breaches, breach => breach.Contains($"post_id {post},", StringComparison.Ordinal));
    }

    /// <summary>Each fan likes and takes it back, again and again, from both replicas at once: the final count equals the rows.</summary>
    [Fact]
    public async Task Concurrent_likes_and_unlikes_leave_a_correct_count()
    {
        var fans = await shop.NextFansAsync(20);
        var post = await fans[0].WriteAsync();

        await Together.RunAsync(4 * fans.Length, async caller =>
        {
            var fan = fans[caller % fans.Length];
            for (var turn = 0; turn < 5; turn++)
                await Until.NotBusyAsync(() => (caller + turn) % 2 == 0 ? fan.LikeAsync(post, Replica(turn)) : fan.UnlikeAsync(post, Replica(turn)));
            return true;
        });

        Assert.Equal(await RowsAsync("post_likes", post), await CountedAsync("likes", post));
    }

    [Fact]
    public async Task Concurrent_comments_and_deletions_leave_a_correct_count()
    {
        var fans = await shop.NextFansAsync(50);
        var post = await fans[0].WriteAsync();

        var kept = await Together.RunAsync(fans.Length, async caller =>
        {
            var key = Guid.NewGuid().ToString();
            var comment = (await Until.NotBusyAsync(() => fans[caller].CommentAsync(post, key: key, replica: Replica(caller)))).Number("commentId");
            if (caller % 2 == 0)
                return true;
            await Together.RunAsync(2, twice => Until.NotBusyAsync(() => fans[caller].DeleteAsync(Replica(twice), $"/api/posts/{post}/comments/{comment}")));
            return false;
        });

        Assert.Equal(25, kept.Count(stays => stays));
        Assert.Equal((25L, 25L), (await CountedAsync("comments", post), await RowsAsync("post_comments", post)));
    }

    [Fact]
    public async Task One_key_makes_one_post_however_often_it_is_sent_concurrently()
    {
        var fan = await shop.NextFanAsync();
        var tag = FeedCalls.NewTag();

        var answers = await Together.RunAsync(30, caller => Until.NotBusyAsync(() =>
            fan.PostAsync(Replica(caller), "/api/posts", new { text = "한 번만", tags = new[] { tag } }, "once")));

        Assert.All(answers, answer => Assert.Equal((HttpStatusCode.Created, answers[0].Body), (answer.Status, answer.Body)));
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM post_tags WHERE tag = @tag", new { tag }));
    }

    /// <summary>A hundred may be followed; everybody tries ten more at once, and each of them twice.</summary>
    [Fact]
    public async Task An_account_follows_at_most_a_hundred()
    {
        var fan = await shop.NextFanAsync();
        await shop.ChangeAsync(
            """
            INSERT INTO feed_readers (account_id, followings) VALUES (@Id, 95);
            INSERT INTO followings (account_id, kind, followed_id, followed_at) SELECT @Id, 'fan', account.id, UTC_TIMESTAMP(6) FROM accounts account WHERE account.id BETWEEN 1 AND 95
            """, new { fan.Id });
        long[] wanted = [.. Enumerable.Range(4_990, 10).Select(id => (long)id)];

        var answers = await Together.RunAsync(20, caller => Until.NotBusyAsync(() => fan.FollowAsync("fans", wanted[caller % 10], Replica(caller / 10))));

        Assert.Equal(10, answers.Count(answer => answer.Status == HttpStatusCode.NoContent));
        Assert.Equal(10, answers.Count(answer => answer is { Status: HttpStatusCode.Conflict, Code: "limit-reached" }));
        Assert.Equal(100, await shop.QueryAsync<long>("SELECT COUNT(*) FROM followings WHERE account_id = @Id", new { fan.Id }));
        Assert.Equal(100, await shop.QueryAsync<long>("SELECT CAST(followings AS SIGNED) FROM feed_readers WHERE account_id = @Id", new { fan.Id }));
    }

    /// <summary>Its author deletes a post while others like and comment it: nothing of it is left, and no response is a fault.</summary>
    [Fact]
    public async Task A_concurrently_deleted_post_leaves_no_rows()
    {
        var fans = await shop.NextFansAsync(40);
        var post = await fans[0].WriteAsync();

        var answers = await Together.RunAsync(fans.Length, caller => Until.NotBusyAsync(() => caller switch
        {
            0 => fans[0].DeleteAsync(shop.Http, $"/api/posts/{post}"),
            _ when caller % 2 == 0 => fans[caller].LikeAsync(post, Replica(caller)),
            _ => fans[caller].CommentAsync(post, key: $"comment-{post}", replica: Replica(caller)),
        }));

        Assert.Equal(HttpStatusCode.NoContent, answers[0].Status);
        Assert.All(answers[1..], answer => Assert.True(answer.Status is HttpStatusCode.NoContent or HttpStatusCode.Created || answer.Code == "no-such-post", answer.Body));
        Assert.Equal((0L, 0L), (await RowsAsync("post_likes", post), await RowsAsync("post_comments", post)));
    }

    private Task<long> CountedAsync(string counter, long post) => shop.QueryAsync<long>($"SELECT CAST({counter} AS SIGNED) FROM posts WHERE id = @post", new { post });

    private Task<long> RowsAsync(string table, long post) => shop.QueryAsync<long>($"SELECT COUNT(*) FROM {table} WHERE post_id = @post", new { post });

    private HttpClient Replica(int caller) => shop.Replicas[caller % shop.Replicas.Count];
}
