using Dugout.Load.Client;
using Xunit;

namespace Dugout.Load.Tests;

public sealed class FeedCursorTests
{
    [Fact]
    public void A_place_behind_a_post_is_its_time_and_id_and_one_by_count_has_no_id()
    {
        // Written out by hand: 16 bytes, the high ones first, in base64url without padding.
        Assert.Equal("AAAAAAAAACgAAAAAAAAAAA", FeedCursor.BehindSoMany(40));
        Assert.Equal("CNwKXJkAwAAAAAAAAAAABw", FeedCursor.Behind(Post(7)));
    }

    [Fact]
    public void A_cursor_shows_offset_or_keyset_pagination()
    {
        Assert.True(FeedCursor.CountsPosts(FeedCursor.BehindSoMany(40)));
        Assert.False(FeedCursor.CountsPosts(FeedCursor.Behind(Post(7))));
        Assert.False(FeedCursor.CountsPosts("something else"));
    }

    private static Post Post(long id) => new(id, new Writer(1, "fan1"), "text", [], [], [], 0, 0, new DateTimeOffset(2024, 1, 1, 0, 0, 0, TimeSpan.Zero));
}
