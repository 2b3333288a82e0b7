using Dugout.Migrator.Seed;
using Xunit;

namespace Dugout.Migrator.Tests;

public sealed class TalkTopicsTests
{
    private const int Accounts = 50;
    private static readonly DateTime Today = new(2027, 4, 1, 0, 0, 0, DateTimeKind.Utc);

    private static readonly List<TalkTopics.Post> Posts = [.. TalkTopics.Between(1, 20_000, Accounts, Today)];

    [Fact]
    public void The_same_number_is_the_same_post_wherever_one_begins()
    {
        var some = TalkTopics.Between(501, 700, Accounts, Today).ToList();

        Assert.Equal(Enumerable.Range(501, 200).Select(id => (long)id), some.Select(post => post.Id));
        foreach (var (post, same) in some.Zip(Posts.Skip(500)))
        {
            Assert.Equal((same.AccountId, same.TeamId, same.Title, same.Body, same.WrittenAt), (post.AccountId, post.TeamId, post.Title, post.Body, post.WrittenAt));
            Assert.Equal(same.Comments, post.Comments);
            Assert.Equal(same.Likes, post.Likes);
        }
    }

    [Fact]
    public void Nobody_likes_a_post_twice_and_every_fan_there_is_exists()
    {
        Assert.All(Posts, post => Assert.Distinct(post.Likes.Select(like => like.AccountId)));
        Assert.All(Posts.SelectMany(post => post.Likes.Select(like => like.AccountId).Concat(post.Comments.Select(comment => comment.AccountId)).Append(post.AccountId)),
            fan => Assert.InRange(fan, 1, Accounts));
        Assert.Distinct(Posts.SelectMany(post => post.Comments).Select(comment => comment.Id));
    }

    [Fact]
    public void Later_posts_have_higher_numbers_and_the_last_of_the_largest_volume_is_written_when_the_day_begins()
    {
        Assert.Equal(Posts.OrderBy(post => post.WrittenAt).Select(post => post.Id), Posts.Select(post => post.Id));
        var last = Assert.Single(TalkTopics.Between(Volume.Report003Double.TalkPosts, Volume.Report003Double.TalkPosts, Accounts, Today));
        Assert.Equal(Today, last.WrittenAt);
    }

    [Fact]
    public void Posts_are_spread_over_boards_comments_and_likes()
    {
        Assert.Equal(4_000, Posts.Count(post => post.TeamId is null));
        Assert.Equal(10, Posts.Select(post => post.TeamId).OfType<long>().Distinct().Count());
        Assert.Equal(10_000, Posts.Count(post => post.Comments.Count > 0));
        Assert.Equal(16_000, Posts.Count(post => post.Likes.Count > 0));
    }

    [Fact]
    public void The_volumes_of_the_report_are_known_by_name()
    {
        Assert.Equal((100_000, 200_000), (Volume.Of("report-003").TalkPosts, Volume.Of("report-003-double").TalkPosts));
        Assert.Equal(0, Volume.Of(null).TalkPosts);
    }
}
