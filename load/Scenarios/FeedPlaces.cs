using Dugout.Load.Client;

namespace Dugout.Load.Scenarios;

/// <summary>Places in the feed, found before the clock: some from which pages begin, from the newest seeded post to the oldest, and the seeded posts to answer to.</summary>
internal sealed class FeedPlaces
{
    private const int Places = 64;

    /// <summary>Above every seeded id, and below every other.</summary>
    private const long HighId = 1L << 24;

    private readonly IReadOnlyList<FeedStart> _starts;
    private readonly int _posts;

    private FeedPlaces(IReadOnlyList<FeedStart> starts, int posts) => (_starts, _posts) = (starts, posts);

    /// <summary>Finds the last seeded post by halving, and looks at some before it.</summary>
    /// <exception cref="NoSystemException">There are none.</exception>
    public static async Task<FeedPlaces> FindAsync(ShopClient shop)
    {
        var (last, beyond) = (0L, HighId);
        while (last + 1 < beyond)
        {
            var middle = (last + beyond) / 2;
            if (await FindAsync(shop, middle).ConfigureAwait(false) is not null) last = middle;
            else beyond = middle;
        }

        if (last == 0) throw new NoSystemException("the feed has no posts: nothing to look at");
        var first = Season.Needed(await shop.FeedAsync(null, 1, page => Sound.Posts(page, 1)).ConfigureAwait(false));
        var counts = first.Next is { } next && FeedPlace.CountsPosts(next);
        List<FeedStart> starts = [];
        for (var i = 0; i < Places; i++)
        {
            var before = (int)(i * (last - 1) / (Places - 1));
            if (await FindAsync(shop, last - before).ConfigureAwait(false) is not { } post) continue;
            // Where places are counted, posts that came meanwhile shift them, so it isn't known behind which a page begins.
            starts.Add(counts ? new FeedStart(FeedPlace.BehindSoMany(before + 1), null) : new FeedStart(FeedPlace.Behind(post), post));
        }

        // Were cursors of another form by now, it is better said here than by every deep page of the run.
        var deepest = starts[^1];
        Season.Needed(await shop.FeedAsync(deepest.Cursor, 1, page => Sound.Posts(page, 1, deepest.Behind)).ConfigureAwait(false));
        return new FeedPlaces(starts, (int)last);
    }

    /// <summary>A place: the first is behind the newest post.</summary>
    public FeedStart OneOf(Keys keys, Random random) => _starts[keys.Index(_starts.Count, random)];

    /// <summary>The id of a seeded post: the first is the newest.</summary>
    public long PostOf(Keys keys, Random random) => _posts - keys.Index(_posts, random);

    private static async Task<Post?> FindAsync(ShopClient shop, long id)
    {
        var answer = await shop.PostAsync(null, id, post => Sound.Post(post, id)).ConfigureAwait(false);
        return answer.Code == "404 no-such-post" ? null : Season.Needed(answer);
    }
}

/// <summary>From where on to read the feed.</summary>
/// <param name="Cursor">What the shop is asked.</param>
/// <param name="Behind">The post behind which that is; null where that isn't known.</param>
internal sealed record FeedStart(string Cursor, Post? Behind);
