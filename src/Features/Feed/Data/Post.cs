namespace Dugout.Features.Feed;

/// <summary>A post as everybody sees it.</summary>
/// <param name="PostId">Its id.</param>
/// <param name="Author">Its author.</param>
/// <param name="Text">Its text.</param>
/// <param name="Tags">What it is about, by words, in their order.</param>
/// <param name="TeamIds">Which teams it is about, ids ascending.</param>
/// <param name="PictureIds">Its pictures, in the order its author gave them; each is at <c>/api/pictures/{id}</c>.</param>
/// <param name="Likes">How many fans like it.</param>
/// <param name="Comments">How many comments it has.</param>
/// <param name="PostedAt">When it was written, UTC.</param>
/// <param name="EditedAt">When it was last edited, UTC; null where it never was.</param>
public sealed record Post(
    long PostId, Writer Author, string Text, IReadOnlyList<string> Tags, IReadOnlyList<long> TeamIds, IReadOnlyList<long> PictureIds,
    int Likes, int Comments, DateTime PostedAt, DateTime? EditedAt);

/// <summary>Who wrote something, as others see them.</summary>
/// <param name="FanId">Their id.</param>
/// <param name="Nickname">What they are called.</param>
public sealed record Writer(long FanId, string Nickname);

/// <summary>A row of <c>posts</c>.</summary>
internal sealed record PostRow(long Id, long AccountId, string Text, int Likes, int Comments, DateTime PostedAt, DateTime? EditedAt)
{
    /// <summary>What to select of the table, there called <c>post</c>.</summary>
    public const string Columns =
        "post.id AS Id, post.account_id AS AccountId, post.text AS Text, post.likes AS Likes, post.comments AS Comments, post.posted_at AS PostedAt, post.edited_at AS EditedAt";
}
