using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;

namespace Dugout.Load.Scenarios;

/// <summary>
/// The feed. A reader requests its first page and the next one as a guest does, a page somewhere deep in it, and the reader's own feed. A writer uploads a picture,
/// writes a post that shows it, checks that the post is there, and likes and comments another fan's post. In <c>home-feed</c> all iterations read unless
/// <c>--writes</c> changes that; in <c>post-write</c> all write.
/// </summary>
internal sealed class HomeFeed : IScenario
{
    /// <summary>The scenario name of its readers.</summary>
    public const string Name = "home-feed";

    /// <summary>The scenario name of its writers.</summary>
    public const string WritersName = "post-write";

    private const int PageLength = 20;

    private static readonly string[] Tags = ["직관", "load_lab"];

    private FeedPlaces _places = null!;
    private Roles _roles = null!;
    private long[] _teams = [];

    public int Steps => 5;

    /// <summary>Finds positions in the feed, and makes every account follow a fan and a team.</summary>
    /// <exception cref="NoSystemException">The feed is empty, or an account cannot follow.</exception>
    public async Task PrepareAsync(Lab lab)
    {
        _roles = new Roles(lab.Options.Callers, lab.Options.WritePercent);
        _places = await FeedPlaces.FindAsync(lab.Shop);
        _teams = [.. Season.Needed(await lab.Shop.TeamsAsync(lab.Fans.Scout.Token, Sound.Teams)).Items.Select(team => team.Id)];
        foreach (var (index, fan) in lab.Fans.SignedIn.Index())
        {
            var other = lab.Fans.SignedIn[(index + 1) % lab.Fans.SignedIn.Count];
            if (other != fan) Season.Needed(await lab.Shop.FollowAsync(fan.Token, "fans", other.Account));
            Season.Needed(await lab.Shop.FollowAsync(fan.Token, "teams", _teams[index % _teams.Length]));
        }
    }

    public async Task RunAsync(Visit visit)
    {
        var fan = await visit.Lab.Fans.ForAsync(visit);
        var writes = _roles.Take(visit.Random);
        try
        {
            if (writes) await WriteAsync(visit, fan);
            else await ReadAsync(visit, fan);
        }
        finally
        {
            _roles.GiveBack(writes);
        }
    }

    private async Task ReadAsync(Visit visit, Fan fan)
    {
        var shop = visit.Lab.Shop;
        var first = await visit.AskAsync("1 first page", Repeat.Read, () => shop.FeedAsync(null, PageLength, page => Sound.Posts(page, PageLength)));
        if (first.Next is { } next)
            await visit.AskAsync("2 next page", Repeat.Read, () => shop.FeedAsync(next, PageLength, page => Sound.Posts(page, PageLength, first.Items[^1])));

        var place = _places.OneOf(visit.Lab.Options.Keys, visit.Random);
        await visit.AskAsync("3 deep page", Repeat.Read, () => shop.FeedAsync(place.Cursor, PageLength, page => Sound.Posts(page, PageLength, place.Behind)));
        await visit.AskAsync("4 my feed", Repeat.Read, () => shop.MyFeedAsync(fan.Token, PageLength, page => Sound.Posts(page, PageLength)));
    }

    private async Task WriteAsync(Visit visit, Fan fan)
    {
        var (shop, book) = (visit.Lab.Shop, visit.Lab.Writings);
        var picture = await visit.AskAsync("5 picture", Repeat.Write, () => shop.UploadAsync(fan.Token, SmallPicture.Gif, Sound.Uploaded));

        var key = Guid.NewGuid().ToString("N");
        var asked = new PostRequest($"오늘도 직관! {key}", Tags, [_teams[visit.Random.Next(_teams.Length)]], [picture.PictureId]);
        var written = await visit.WriteAsync("6 post", Repeat.Keyed, book.Begin(WritingKind.Post, fan.Account, null, asked.Text), post => post.PostId,
            () => shop.WritePostAsync(fan.Token, asked, key, Sound.WrittenPost));
        await visit.AskAsync("7 own post", Repeat.Read, () => shop.PostAsync(fan.Token, written.PostId, post => Sound.OwnPost(post, written, fan.Account, asked)));

        var liked = _places.PostOf(visit.Lab.Options.Keys, visit.Random);
        await visit.WriteAsync("8 like", Repeat.Keyed, book.Begin(WritingKind.Like, fan.Account, liked, ""), _ => null, () => shop.LikePostAsync(fan.Token, liked));

        var (about, keyOfComment) = (_places.PostOf(visit.Lab.Options.Keys, visit.Random), Guid.NewGuid().ToString("N"));
        var text = $"나도! {keyOfComment}";
        await visit.WriteAsync("9 comment", Repeat.Keyed, book.Begin(WritingKind.Comment, fan.Account, about, text), comment => comment.CommentId,
            () => shop.CommentPostAsync(fan.Token, about, text, keyOfComment, comment => Sound.WrittenComment(comment, about)));
    }
}
