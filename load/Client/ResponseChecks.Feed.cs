namespace Dugout.Load.Client;

/// <summary>Response checks of the feed.</summary>
internal static partial class ResponseChecks
{
    /// <summary>A page of posts.</summary>
    /// <param name="page">The page.</param>
    /// <param name="limit">The maximum number of posts.</param>
    /// <param name="behind">The post the page begins after: the page contains neither it nor an earlier one, whatever was written meanwhile. Null where
    /// that post is not known.</param>
    public static string? Posts(Page<Post> page, int limit, Post? behind = null) =>
        page.Items.Length > limit ? $"{page.Items.Length} posts where at most {limit} were requested"
        : page.Items.Length < limit && page.Next is not null ? "a short page with a next page"
        : page.Items.FirstOrDefault(post => Post(post, post.PostId) is not null) is { } odd ? $"post {odd.PostId}: {Post(odd, odd.PostId)}"
        : page.Items.Zip(page.Items.Skip(1)).Any(pair => !IsBefore(pair.First, pair.Second)) ? "posts not the newest first, or one twice"
        : behind is not null && page.Items is [var first, ..] && !IsBefore(behind, first) ? $"post {first.PostId} on a page that begins behind post {behind.PostId}"
        : null;

    public static string? Post(Post shown, long requested) =>
        shown.PostId != requested || requested < 1 ? $"post {shown.PostId} instead of {requested}"
        : shown.Author.FanId < 1 || string.IsNullOrWhiteSpace(shown.Text) ? "a post without author or text"
        : shown.Likes < 0 || shown.Comments < 0 ? "negative likes or comments"
        : null;

    public static string? WrittenPost(WrittenPost written) => written.PostId < 1 ? "no post id" : null;

    /// <summary>A post just written, as its author sees it.</summary>
    public static string? OwnPost(Post shown, WrittenPost written, long author, PostRequest requested) =>
        Post(shown, written.PostId)
        ?? (shown.Author.FanId != author ? $"a post of account {shown.Author.FanId} instead of account {author}"
            : shown.Text != requested.Text || shown.PostedAt != written.PostedAt ? "not the text or the time of the written post"
            : !shown.Tags.ToHashSet(StringComparer.Ordinal).SetEquals(requested.Tags) || !shown.TeamIds.ToHashSet().SetEquals(requested.TeamIds) ? "not the tags or teams of the written post"
            : !shown.PictureIds.SequenceEqual(requested.PictureIds) ? "not the pictures of the written post"
            : null);

    public static string? WrittenComment(WrittenComment written, long post) =>
        written.CommentId < 1 ? "no comment id" : written.PostId != post ? $"a comment on post {written.PostId} instead of {post}" : null;

    public static string? Uploaded(UploadedPicture picture) =>
        picture.PictureId < 1 ? "no picture id" : picture is not { Kind: "gif", Width: 1, Height: 1 } ? $"a {picture.Kind} of {picture.Width} × {picture.Height} where a GIF of one pixel was sent" : null;

    /// <summary>Posts are ordered by time and, where times are equal, by id: the newest first.</summary>
    private static bool IsBefore(Post one, Post other) => one.PostedAt > other.PostedAt || (one.PostedAt == other.PostedAt && one.PostId > other.PostId);
}
