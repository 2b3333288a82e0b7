using System.Buffers.Binary;
using System.Buffers.Text;

namespace Dugout.Load.Client;

/// <summary>
/// Builds feed cursors by hand. Their format is internal to the shop and clients should not rely on it, but no URL leads deep into the feed otherwise. Paging there takes a
/// request for each hundred posts, two thousand to ten thousand before every run, and with offset paging each request counts through all posts before it; the lists of a fan, a
/// tag or a team are too short. A cursor is 16 bytes in base64url: the ticks of the time of the last post before the page and its id, or, with offset paging, the number of posts
/// before it and 0. If the shop changes the format, <c>FeedPlaces</c> reports it before the measurement starts.
/// </summary>
internal static class FeedCursor
{
    private const int Bytes = 2 * sizeof(long);

    /// <summary>The cursor of the page that begins after a post.</summary>
    public static string Behind(Post post) => Of(post.PostedAt.UtcTicks, post.PostId);

    /// <summary>The cursor of the page that begins after this number of posts.</summary>
    public static string BehindSoMany(int posts) => Of(posts, 0);

    /// <summary>Whether a cursor issued by the shop counts posts, so that a position is a number of posts.</summary>
    public static bool CountsPosts(string cursor)
    {
        Span<byte> bytes = stackalloc byte[Bytes];
        return Base64Url.IsValid(cursor, out var length) && length == Bytes && Base64Url.TryDecodeFromChars(cursor, bytes, out _)
            && BinaryPrimitives.ReadInt64BigEndian(bytes[sizeof(long)..]) == 0;
    }

    private static string Of(long key, long id)
    {
        Span<byte> bytes = stackalloc byte[Bytes];
        BinaryPrimitives.WriteInt64BigEndian(bytes, key);
        BinaryPrimitives.WriteInt64BigEndian(bytes[sizeof(long)..], id);
        return Base64Url.EncodeToString(bytes);
    }
}
