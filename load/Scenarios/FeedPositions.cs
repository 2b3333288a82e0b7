using Dugout.Load.Client;

namespace Dugout.Load.Scenarios;

/// <summary>Positions in the feed, found before the measurement: starts of pages from the newest seeded post to the oldest, and the seeded posts to respond to.</summary>
internal sealed class FeedPositions
{
    private const int Positions = 64;

    /// <summary>Above every seeded id, and below every other.</summary>
    private const long HighId = 1L << 24;

    private readonly IReadOnlyList<FeedStart> _starts;
    private readonly int _posts;

    private FeedPositions(IReadOnlyList<FeedStart> starts, int posts) => (_starts, _posts) = (starts, posts);

    /// <summary>Finds the last seeded post by binary search, and reads some posts before it.</summary>
    /// <exception cref="NoSystemException">There are no posts.</exception>
    public static async Task<FeedPositions> FindAsync(ShopClient shop)
    {
        var (last, beyond) = (0L, HighId);
        while (last + 1 < beyond)
        {
            var middle = (last + beyond) / 2;
            if (await FindAsync(shop, middle) is not null) last = middle;
            else beyond = middle;
        }

        if (last == 0) throw new NoSystemException("the feed has no posts: nothing to look at");
        var first = Season.Needed(await shop.FeedAsync(null, 1, page => ResponseChecks.Posts(page, 1)));
        var counts = first.Next is { } next && FeedCursor.CountsPosts(next);
        List<FeedStart> starts = [];
        for (var i = 0; i < Positions; i++)
        {
            var before = (int)(i * (last - 1) / (Positions - 1));
            if (await FindAsync(shop, last - before) is not { } post) continue;
            // Where cursors count posts, new posts shift them, so the post before a page is not known.
            starts.Add(counts ? new FeedStart(FeedCursor.BehindSoMany(before + 1), null) : new FeedStart(FeedCursor.Behind(post), post));
        }

        // If the cursor format has changed, fail here rather than on every deep page of the run.
        var deepest = starts[^1];
        Season.Needed(await shop.FeedAsync(deepest.Cursor, 1, page => ResponseChecks.Posts(page, 1, deepest.Behind)));
        return new FeedPositions(starts, (int)last);
    }

    /// <summary>A start of a page: the first is after the newest post.</summary>
    public FeedStart OneOf(Keys keys, Random random) => _starts[keys.Index(_starts.Count, random)];

    /// <summary>The id of a seeded post: the first is the newest.</summary>
    public long PostOf(Keys keys, Random random) => _posts - keys.Index(_posts, random);

    private static async Task<Post?> FindAsync(ShopClient shop, long id)
    {
        var response = await shop.PostAsync(null, id, post => ResponseChecks.Post(post, id));
        return response.Code == "404 no-such-post" ? null : Season.Needed(response);
    }
}

/// <summary>A position from which to read the feed.</summary>
/// <param name="Cursor">The cursor of the request.</param>
/// <param name="Behind">The post before the page; null where that is not known.</param>
internal sealed record FeedStart(string Cursor, Post? Behind);
