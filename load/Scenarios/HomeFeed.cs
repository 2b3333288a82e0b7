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

    private FeedPositions _positions = null!;
    private Roles _roles = null!;
    private long[] _teams = [];

    public int Steps => 5;

    /// <summary>Finds positions in the feed, and makes every account follow a fan and a team.</summary>
    /// <exception cref="NoSystemException">The feed is empty, or an account cannot follow.</exception>
    public async Task PrepareAsync(Lab lab)
    {
        _roles = new Roles(lab.Options.Callers, lab.Options.WritePercent);
        _positions = await FeedPositions.FindAsync(lab.Shop);
        _teams = [.. Season.Needed(await lab.Shop.TeamsAsync(lab.Fans.Scout.Token, ResponseChecks.Teams)).Items.Select(team => team.Id)];
        foreach (var (index, fan) in lab.Fans.SignedIn.Index())
        {
            var other = lab.Fans.SignedIn[(index + 1) % lab.Fans.SignedIn.Count];
            if (other != fan) Season.Needed(await lab.Shop.FollowAsync(fan.Token, "fans", other.Account));
            Season.Needed(await lab.Shop.FollowAsync(fan.Token, "teams", _teams[index % _teams.Length]));
        }
    }

    public async Task RunAsync(Iteration iteration)
    {
        var fan = await iteration.Lab.Fans.ForAsync(iteration);
        var writes = _roles.Take(iteration.Random);
        try
        {
            if (writes) await WriteAsync(iteration, fan);
            else await ReadAsync(iteration, fan);
        }
        finally
        {
            _roles.GiveBack(writes);
        }
    }

    private async Task ReadAsync(Iteration iteration, Fan fan)
    {
        var shop = iteration.Lab.Shop;
        var first = await iteration.StepAsync("1 first page", Repeat.Read, () => shop.FeedAsync(null, PageLength, page => ResponseChecks.Posts(page, PageLength)));
        if (first.Next is { } next)
            await iteration.StepAsync("2 next page", Repeat.Read, () => shop.FeedAsync(next, PageLength, page => ResponseChecks.Posts(page, PageLength, first.Items[^1])));

        var start = _positions.OneOf(iteration.Lab.Options.Keys, iteration.Random);
        await iteration.StepAsync("3 deep page", Repeat.Read, () => shop.FeedAsync(start.Cursor, PageLength, page => ResponseChecks.Posts(page, PageLength, start.Behind)));
        await iteration.StepAsync("4 my feed", Repeat.Read, () => shop.MyFeedAsync(fan.Token, PageLength, page => ResponseChecks.Posts(page, PageLength)));
    }

    private async Task WriteAsync(Iteration iteration, Fan fan)
    {
        var (shop, writings) = (iteration.Lab.Shop, iteration.Lab.Writings);
        var picture = await iteration.StepAsync("5 picture", Repeat.Write, () => shop.UploadAsync(fan.Token, SmallPicture.Gif, ResponseChecks.Uploaded));

        var key = Guid.NewGuid().ToString("N");
        var request = new PostRequest($"오늘도 직관! {key}", Tags, [_teams[iteration.Random.Next(_teams.Length)]], [picture.PictureId]);
        var written = await iteration.WriteAsync("6 post", Repeat.Keyed, writings.Begin(WritingKind.Post, fan.Account, null, request.Text), post => post.PostId,
            () => shop.WritePostAsync(fan.Token, request, key, ResponseChecks.WrittenPost));
        await iteration.StepAsync("7 own post", Repeat.Read, () => shop.PostAsync(fan.Token, written.PostId, post => ResponseChecks.OwnPost(post, written, fan.Account, request)));

        var liked = _positions.PostOf(iteration.Lab.Options.Keys, iteration.Random);
        await iteration.WriteAsync("8 like", Repeat.Keyed, writings.Begin(WritingKind.Like, fan.Account, liked, ""), _ => null, () => shop.LikePostAsync(fan.Token, liked));

        var (about, keyOfComment) = (_positions.PostOf(iteration.Lab.Options.Keys, iteration.Random), Guid.NewGuid().ToString("N"));
        var text = $"나도! {keyOfComment}";
        await iteration.WriteAsync("9 comment", Repeat.Keyed, writings.Begin(WritingKind.Comment, fan.Account, about, text), comment => comment.CommentId,
            () => shop.CommentPostAsync(fan.Token, about, text, keyOfComment, comment => ResponseChecks.WrittenComment(comment, about)));
    }
}
