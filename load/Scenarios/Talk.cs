using Dugout.Load.Checks.Histories;
using Dugout.Load.Client;

namespace Dugout.Load.Scenarios;

/// <summary>
/// The talk board. A reader requests the first page of its list and the next one, a post, and its comments. A writer writes a post, and likes and comments
/// another fan's post.
/// </summary>
internal sealed class Talk : IScenario
{
    /// <summary>The name under which the scenario is run.</summary>
    public const string Name = "talk";

    /// <summary>The default percentage of iterations that write.</summary>
    public const int UsualWrites = 20;

    private const int PageLength = 20;
    private const int LongestPage = 100;

    private long[] _posts = [];
    private Roles _roles = null!;

    public int Steps => 4;

    /// <summary>Reads a long page of posts to respond to.</summary>
    /// <exception cref="NoSystemException">The board is empty.</exception>
    public async Task PrepareAsync(Lab lab)
    {
        _roles = new Roles(lab.Options.Callers, lab.Options.WritePercent);
        var page = Season.Needed(await lab.Shop.TalkAsync(null, LongestPage, shown => Sound.Talk(shown, LongestPage)));
        _posts = page.Items is [_, ..] ? [.. page.Items.Select(post => post.PostId)] : throw new NoSystemException("the talk board has no posts: start with a volume that has some, such as report-003");
    }

    public async Task RunAsync(Visit visit)
    {
        var fan = await visit.Lab.Fans.ForAsync(visit);
        var writes = _roles.Take(visit.Random);
        try
        {
            if (writes) await WriteAsync(visit, fan);
            else await ReadAsync(visit);
        }
        finally
        {
            _roles.GiveBack(writes);
        }
    }

    private static async Task ReadAsync(Visit visit)
    {
        var shop = visit.Lab.Shop;
        var page = await visit.AskAsync("1 list", Repeat.Read, () => shop.TalkAsync(null, PageLength, shown => Sound.Talk(shown, PageLength)));
        if (page.Next is { } next)
            await visit.AskAsync("2 next page", Repeat.Read, () => shop.TalkAsync(next, PageLength, shown => Sound.Talk(shown, PageLength, page.Items[^1].PostId)));
        if (visit.Lab.Options.Keys.OneOf(page.Items, visit.Random) is not { } listed) return;
        await visit.AskAsync("3 post", Repeat.Read, () => shop.TalkPostAsync(listed.PostId, shown => Sound.TalkPost(shown, listed)));
        await visit.AskAsync("4 comments", Repeat.Read, () => shop.TalkCommentsAsync(listed.PostId, PageLength, shown => Sound.TalkComments(shown, PageLength)));
    }

    private async Task WriteAsync(Visit visit, Fan fan)
    {
        var (shop, book, keys) = (visit.Lab.Shop, visit.Lab.Writings, visit.Lab.Options.Keys);
        // The board has no idempotency keys, so a request without a response is not retried: the post would be there twice.
        var body = $"9회말에 다시 살아난다. {Guid.NewGuid():N}";
        await visit.WriteAsync("5 post", Repeat.Write, book.Begin(WritingKind.TalkPost, fan.Account, null, body), post => post.PostId,
            () => shop.WriteTalkAsync(fan.Token, "오늘 경기", body, Sound.WrittenTalkPost));

        var liked = _posts[keys.Index(_posts.Length, visit.Random)];
        await visit.WriteAsync("6 like", Repeat.Keyed, book.Begin(WritingKind.TalkLike, fan.Account, liked, ""), _ => null, () => shop.LikeTalkAsync(fan.Token, liked));

        var (about, comment) = (_posts[keys.Index(_posts.Length, visit.Random)], $"내일은 이긴다. {Guid.NewGuid():N}");
        await visit.WriteAsync("7 comment", Repeat.Write, book.Begin(WritingKind.TalkComment, fan.Account, about, comment), said => said.CommentId,
            () => shop.CommentTalkAsync(fan.Token, about, comment, Sound.WrittenTalkComment));
    }
}
