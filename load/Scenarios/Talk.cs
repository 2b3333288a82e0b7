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
        var page = Season.Needed(await lab.Shop.TalkAsync(null, LongestPage, shown => ResponseChecks.Talk(shown, LongestPage)));
        _posts = page.Items is [_, ..] ? [.. page.Items.Select(post => post.PostId)] : throw new NoSystemException("the talk board has no posts: start with a volume that has some, such as report-003");
    }

    public async Task RunAsync(Iteration iteration)
    {
        var fan = await iteration.Lab.Fans.ForAsync(iteration);
        var writes = _roles.Take(iteration.Random);
        try
        {
            if (writes) await WriteAsync(iteration, fan);
            else await ReadAsync(iteration);
        }
        finally
        {
            _roles.GiveBack(writes);
        }
    }

    private static async Task ReadAsync(Iteration iteration)
    {
        var shop = iteration.Lab.Shop;
        var page = await iteration.StepAsync("1 list", Repeat.Read, () => shop.TalkAsync(null, PageLength, shown => ResponseChecks.Talk(shown, PageLength)));
        if (page.Next is { } next)
            await iteration.StepAsync("2 next page", Repeat.Read, () => shop.TalkAsync(next, PageLength, shown => ResponseChecks.Talk(shown, PageLength, page.Items[^1].PostId)));
        if (iteration.Lab.Options.Keys.OneOf(page.Items, iteration.Random) is not { } listed) return;
        await iteration.StepAsync("3 post", Repeat.Read, () => shop.TalkPostAsync(listed.PostId, shown => ResponseChecks.TalkPost(shown, listed)));
        await iteration.StepAsync("4 comments", Repeat.Read, () => shop.TalkCommentsAsync(listed.PostId, PageLength, shown => ResponseChecks.TalkComments(shown, PageLength)));
    }

    private async Task WriteAsync(Iteration iteration, Fan fan)
    {
        var (shop, writings, keys) = (iteration.Lab.Shop, iteration.Lab.Writings, iteration.Lab.Options.Keys);
        // The board has no idempotency keys, so a request without a response is not retried: the post would be there twice.
        var body = $"9회말에 다시 살아난다. {Guid.NewGuid():N}";
        await iteration.WriteAsync("5 post", Repeat.Write, writings.Begin(WritingKind.TalkPost, fan.Account, null, body), post => post.PostId,
            () => shop.WriteTalkAsync(fan.Token, "오늘 경기", body, ResponseChecks.WrittenTalkPost));

        var liked = _posts[keys.Index(_posts.Length, iteration.Random)];
        await iteration.WriteAsync("6 like", Repeat.Keyed, writings.Begin(WritingKind.TalkLike, fan.Account, liked, ""), _ => null, () => shop.LikeTalkAsync(fan.Token, liked));

        var (about, comment) = (_posts[keys.Index(_posts.Length, iteration.Random)], $"내일은 이긴다. {Guid.NewGuid():N}");
        await iteration.WriteAsync("7 comment", Repeat.Write, writings.Begin(WritingKind.TalkComment, fan.Account, about, comment), said => said.CommentId,
            () => shop.CommentTalkAsync(fan.Token, about, comment, ResponseChecks.WrittenTalkComment));
    }
}
