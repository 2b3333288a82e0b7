namespace Dugout.Features.Feed;

/// <summary>A post, as returned to clients.</summary>
/// <param name="PostId">Its id.</param>
/// <param name="Author">Its author.</param>
/// <param name="Text">Its text.</param>
/// <param name="Tags">Its tags, in the author's order.</param>
/// <param name="TeamIds">The teams it is about, ids ascending.</param>
/// <param name="PictureIds">Its pictures, in the author's order; each is at <c>/api/pictures/{id}</c>.</param>
/// <param name="Likes">Number of likes.</param>
/// <param name="Comments">Number of comments.</param>
/// <param name="PostedAt">Time it was written, UTC.</param>
/// <param name="EditedAt">Time of the last edit, UTC; null if never edited.</param>
/// <example>{"postId":3162277660170001,"author":{"fanId":1,"nickname":"직관요정"},"text":"9회말 끝내기!","tags":["직관","끝내기"],"teamIds":[1],"pictureIds":[3162277660170100],"likes":12,"comments":3,"postedAt":"2027-04-01T12:58:00Z","editedAt":null}</example>
public sealed record Post(
    long PostId, Writer Author, string Text, IReadOnlyList<string> Tags, IReadOnlyList<long> TeamIds, IReadOnlyList<long> PictureIds,
    int Likes, int Comments, DateTime PostedAt, DateTime? EditedAt);

/// <summary>The public data of an author.</summary>
/// <param name="FanId">The author's account id.</param>
/// <param name="Nickname">The author's nickname.</param>
/// <example>{"fanId":1,"nickname":"직관요정"}</example>
public sealed record Writer(long FanId, string Nickname);

/// <summary>A row of <c>posts</c>.</summary>
internal sealed record PostRow(long Id, long AccountId, string Text, int Likes, int Comments, DateTime PostedAt, DateTime? EditedAt)
{
    /// <summary>The columns to select from the table, under the alias <c>post</c>.</summary>
    public const string Columns =
        "post.id AS Id, post.account_id AS AccountId, post.text AS Text, post.likes AS Likes, post.comments AS Comments, post.posted_at AS PostedAt, post.edited_at AS EditedAt";
}
