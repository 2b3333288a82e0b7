using System.Net;
using Dugout.Features.Tests.Coupons;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Talk;

/// <summary>What a post counts, with all fans released at once over two API processes: it equals the rows in any order.</summary>
public sealed class TalkRaces(Shop shop)
{
    private const int Fans = 200;

    [Fact]
    public async Task Two_hundred_fans_who_like_a_post_twice_concurrently_give_two_hundred_likes()
    {
        var fans = await shop.NextFansAsync(Fans);
        var post = await Board.WriteAsync(fans[0]);

        var answers = await Together.RunAsync(2 * Fans, caller => Until.NotBusyAsync(() => Board.LikeAsync(fans[caller / 2], post, Replica(caller))));

        Assert.All(answers, answer => Assert.Equal(HttpStatusCode.NoContent, answer.Status));
        Assert.Equal((Fans, Fans, 0, 0), await Board.RowsAsync(shop, post));
    }

    [Fact]
    public async Task Concurrent_likes_comments_and_their_removals_leave_counters_that_equal_the_rows()
    {
        var fans = await shop.NextFansAsync(40);
        var post = await Board.WriteAsync(fans[0]);
        var comments = new long[20];
        for (var n = 0; n < comments.Length; n++)
        {
            await Board.LikeAsync(fans[n], post);
            comments[n] = await Board.CommentAsync(fans[n], post);
        }

        await Together.RunAsync(160, caller => Until.NotBusyAsync(() => (caller / 40) switch
        {
            0 => Board.LikeAsync(fans[caller % 40], post, Replica(caller)),
            1 => Board.UnlikeAsync(fans[caller % 40], post, Replica(caller)),
            2 => Board.TryCommentAsync(fans[caller % 40], post, Replica(caller)),
            // Each comment by two at once, of whom one comes too late.
            _ => fans[caller % 20].DeleteAsync(Replica(caller), $"{Board.Posts}/{post}/comments/{comments[caller % 20]}"),
        }));

        var (counted, likes, countedComments, said) = await Board.RowsAsync(shop, post);
        Assert.Equal((likes, 40, 40), (counted, countedComments, said));
    }

    [Fact]
    public async Task A_post_deleted_during_likes_leaves_no_rows()
    {
        var fans = await shop.NextFansAsync(20);
        var post = await Board.WriteAsync(fans[0]);

        await Together.RunAsync(41, caller => Until.NotBusyAsync(() => caller switch
        {
            40 => fans[0].DeleteAsync(Replica(caller), $"{Board.Posts}/{post}"),
            < 20 => Board.LikeAsync(fans[caller], post, Replica(caller)),
            _ => Board.TryCommentAsync(fans[caller - 20], post, Replica(caller)),
        }));

        Assert.Equal(0, await shop.QueryAsync<long>(
            """
            SELECT (SELECT COUNT(*) FROM talk_posts WHERE id = @post) + (SELECT COUNT(*) FROM talk_comments WHERE post_id = @post)
                + (SELECT COUNT(*) FROM talk_likes WHERE post_id = @post)
            """, new { post }));
    }

    [Fact]
    public async Task Forty_likes_over_two_replicas_are_counted()
    {
        await using var replicas = new TwoReplicas(shop);
        var fans = await shop.NextFansAsync(40);
        for (var turn = 0; turn < 2; turn++)
        {
            var post = await Board.WriteAsync(fans[0]);
            await Together.RunAsync(fans.Length, caller => Board.LikeAsync(fans[caller], post, replicas.Http[caller % 2]));
            var (counted, likes, _, _) = await Board.RowsAsync(shop, post);
            Assert.Equal(likes, counted);
        }
    }

    private HttpClient Replica(int caller) => shop.Replicas[caller % shop.Replicas.Count];
}
