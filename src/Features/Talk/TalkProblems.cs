namespace Dugout.Features.Talk;

/// <summary>The errors of the talk board, with their stable codes.</summary>
public static class TalkProblems
{
    /// <summary>No post has this id.</summary>
    public static readonly Problem NoSuchPost = new(404, "no-such-post", "There is no such post.");

    /// <summary>The post has no comment of this id.</summary>
    public static readonly Problem NoSuchComment = new(404, "no-such-comment", "There is no such comment on this post.");
}
