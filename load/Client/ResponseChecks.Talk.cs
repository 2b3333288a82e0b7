namespace Dugout.Load.Client;

/// <summary>Response checks of the talk board, the rankings and the recommendations.</summary>
internal static partial class ResponseChecks
{
    private const int MostRecommended = 5;

    /// <summary>A page of the talk board.</summary>
    /// <param name="page">The page.</param>
    /// <param name="limit">The maximum number of posts.</param>
    /// <param name="behind">The id of the post the page begins after; null for the first page.</param>
    public static string? Talk(Page<TalkPost> page, int limit, long? behind = null) =>
        page.Items.Length > limit ? $"{page.Items.Length} posts where at most {limit} were requested"
        : page.Items.Length < limit && page.Next is not null ? "a short page with a next page"
        : !Ascending(page.Items.Select(post => -post.PostId).Prepend(-(behind ?? long.MaxValue))) ? $"posts not the newest first{(behind is null ? "" : $" behind {behind}")}, or one twice"
        : page.Items.FirstOrDefault(post => post is not { PostId: > 0, Author.Id: > 0, Title.Length: > 0, Likes: >= 0, Comments: >= 0 }) is { } odd ? $"post {odd.PostId} has no author or title, or negative likes or comments"
        : null;

    public static string? TalkPost(TalkDetail shown, TalkPost listed) =>
        (shown.Post.PostId, shown.Post.Author.Id, shown.Post.WrittenAt) != (listed.PostId, listed.Author.Id, listed.WrittenAt) ? "not the post as it was listed"
        : string.IsNullOrWhiteSpace(shown.Body) ? "a post without text"
        : null;

    public static string? TalkComments(Page<TalkComment> page, int limit) =>
        page.Items.Length > limit ? $"{page.Items.Length} comments where at most {limit} were requested"
        : !Ascending(page.Items.Select(comment => comment.CommentId)) ? "comments not in the order of their ids"
        : page.Items.Any(comment => comment.Author.Id < 1 || string.IsNullOrWhiteSpace(comment.Body)) ? "a comment without author or text"
        : null;

    public static string? WrittenTalkPost(WrittenTalkPost written) => written.PostId < 1 ? "no post id" : null;

    public static string? WrittenTalkComment(WrittenTalkComment written) => written.CommentId < 1 ? "no comment id" : null;

    /// <summary>A ranking: it starts with the first place unless it is empty, and entries with equal points are ordered by ascending id.</summary>
    public static string? Ranking(RankingResponse response, string ranking, string window, TimeSpan length) =>
        (response.Ranking, response.Window) != (ranking, window) ? $"{response.Ranking} of a {response.Window} instead of {ranking} of a {window}"
        : response.Until - response.From != length ? $"a {window} that lasts {response.Until - response.From}"
        : !response.Items.Select(place => place.Place).SequenceEqual(Enumerable.Range(1, response.Items.Length)) ? "positions that do not count from 1"
        : response.Items.DistinctBy(place => place.Id).Count() != response.Items.Length ? "one item in two positions"
        : response.Items.Any(place => place.Points < 1 || place.Name.Length == 0) ? "a position without points or name"
        : response.Items.Zip(response.Items.Skip(1)).Any(pair => pair.First.Points < pair.Second.Points || (pair.First.Points == pair.Second.Points && pair.First.Id > pair.Second.Id)) ? "positions not in the order of their points"
        : null;

    public static string? Recommended(Recommended shown) =>
        shown.Picks.Length > MostRecommended || shown.Series.Length > MostRecommended ? $"more than {MostRecommended} of a kind"
        : !Ascending(shown.Picks.Select(pick => -pick.PickId)) ? "picks not the newest first"
        : shown.Picks.FirstOrDefault(pick => pick.Name.Length == 0 || (pick.GameId is null) == (pick.ProductId is null)) is { } odd ? $"pick {odd.PickId} has no name, or isn't of one game or one product"
        : shown.Series.Zip(shown.Series.Skip(1)).Any(pair => pair.First.EndedAt < pair.Second.EndedAt) ? "series not in the order of their ends"
        : null;
}
