using Dugout.Migrator.Seed;
using Xunit;

namespace Dugout.Migrator.Tests;

public sealed class FanPostsTests
{
    private const int Fans = 2_500;

    [Fact]
    public void The_same_number_is_the_same_post_every_time()
    {
        var posts = FanPosts.After(0, 3_000, Fans).Select(TextOf).ToList();

        Assert.Equal(posts, FanPosts.After(0, 3_000, Fans).Select(TextOf));
        Assert.Equal(posts.Skip(1_000), FanPosts.After(1_000, 3_000, Fans).Select(TextOf));
        Assert.Empty(FanPosts.After(3_000, 3_000, Fans));

        static string TextOf(FanPosts.Post post) => $"{post} {string.Join('+', post.Tags)}";
    }

    [Theory]
    [InlineData(1_000)]
    [InlineData(200_004)]
    public void A_post_counts_the_comments_it_has(int posts)
    {
        var counted = FanPosts.After(0, posts, Fans).Where(post => post.Comments > 0).ToDictionary(post => post.Id, post => post.Comments);
        var comments = FanPosts.CommentsAfter(0, FanPosts.CommentsAmong(posts), Fans).ToList();

        Assert.Equal(counted, comments.CountBy(comment => comment.PostId).ToDictionary());
        Assert.Equal(Enumerable.Range(1, Math.Min(posts, 200_000)).Select(id => (long)id), comments.Select(comment => comment.Id));
    }

    [Fact]
    public void A_post_is_a_fan_s_and_has_a_team_words_of_its_own_and_a_time_it_shares()
    {
        var posts = FanPosts.After(0, 3_000, Fans).ToList();

        Assert.All(posts, post =>
        {
            Assert.InRange(post.AccountId, 1, Fans);
            Assert.InRange(post.TeamId, 1, 10);
            Assert.InRange(post.Tags.Count, 1, 2);
            Assert.Distinct(post.Tags);
            Assert.All(post.Tags, tag => Assert.InRange(tag.Length, 1, 30));
        });
        Assert.Equal(posts.Select(post => post.Id), posts.OrderBy(post => post.PostedAt).ThenBy(post => post.Id).Select(post => post.Id));
        Assert.Equal(1_001, posts.DistinctBy(post => post.PostedAt).Count());
        Assert.Equal(Fans, posts.DistinctBy(post => post.AccountId).Count());
    }

    [Fact]
    public void Comments_come_after_what_they_are_about()
    {
        var posts = FanPosts.After(0, 400, Fans).ToDictionary(post => post.Id);

        Assert.All(FanPosts.CommentsAfter(0, 400, Fans), comment => Assert.True(comment.CommentedAt > posts[comment.PostId].PostedAt));
    }
}
