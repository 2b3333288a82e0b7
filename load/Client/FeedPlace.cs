using System.Buffers.Binary;
using System.Buffers.Text;

namespace Dugout.Load.Client;

/// <summary>
/// Cursors of the feed, made up: what they look like is the shop's own business, and no client is to know it. This one does, for want of an address that leads deep into the
/// feed. Leafing there takes a request for each hundred posts, two thousand to ten thousand before every run, of which by offset each counts through all before it; and the lists
/// of a fan, a tag or a team end too soon. They are 16 bytes in base64url: the ticks of the time of the last post before the page and its id, or, where the feed is paged by
/// offset, how many posts come before it and 0. Should the shop change that, <c>FeedPlaces</c> says so before the clock.
/// </summary>
internal static class FeedPlace
{
    private const int Bytes = 2 * sizeof(long);

    /// <summary>The place behind a post.</summary>
    public static string Behind(Post post) => Of(post.PostedAt.UtcTicks, post.PostId);

    /// <summary>The place behind so many posts.</summary>
    public static string BehindSoMany(int posts) => Of(posts, 0);

    /// <summary>Whether a cursor of the shop's counts posts, so that a place is a number of them.</summary>
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
