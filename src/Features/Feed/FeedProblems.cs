namespace Dugout.Features.Feed;

/// <summary>The errors of the feed, with their stable codes.</summary>
public static class FeedProblems
{
    /// <summary>The picture does not exist; or, when writing a post, belongs to another account or to another post.</summary>
    public static readonly Problem NoSuchPicture = new(404, "no-such-picture", "There is no such picture.");

    /// <summary>No post has this id.</summary>
    public static readonly Problem NoSuchPost = new(404, "no-such-post", "There is no such post.");

    /// <summary>The post has no comment of this id.</summary>
    public static readonly Problem NoSuchComment = new(404, "no-such-comment", "There is no such comment on this post.");

    /// <summary>The account has reached the limit of followed fans and teams.</summary>
    internal static readonly Problem TooManyFollowings = new(409, "limit-reached", $"An account can follow at most {Following.Most} fans and teams; unfollow one first.");
}
