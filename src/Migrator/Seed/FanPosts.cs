namespace Dugout.Migrator.Seed;

/// <summary>
/// The seeded feed: posts, three a minute with equal times, so that time alone does not determine the order; and comments on some of them. A pure function
/// of the number and of how many fans there are, so that each post is the same on every machine. Of four posts the first has three comments and the second one, until
/// the comments are used up.
/// </summary>
internal static class FanPosts
{
    /// <summary>One post.</summary>
    /// <param name="Id">Its id.</param>
    /// <param name="AccountId">Its author.</param>
    /// <param name="Text">Its text.</param>
    /// <param name="Tags">One or two words.</param>
    /// <param name="TeamId">The team it is about.</param>
    /// <param name="Comments">Number of its comments.</param>
    /// <param name="PostedAt">When it was written, UTC.</param>
    public sealed record Post(long Id, long AccountId, string Text, IReadOnlyList<string> Tags, long TeamId, int Comments, DateTime PostedAt);

    /// <summary>One comment.</summary>
    public sealed record Comment(long Id, long PostId, long AccountId, string Text, DateTime CommentedAt);

    /// <summary>Posts above this number have no comments: it is the maximum number of comments of a volume.</summary>
    public const int MostComments = 200_000;

    private const int AtOnce = 3;
    private const int InAGroup = 4;

    /// <summary>Distance between the authors of two successive posts; see <see cref="CouponCampaigns"/>.</summary>
    private const long Stride = 7_919;

    private static readonly DateTime First = new(2024, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    private static readonly string[] Words =
    [
        "직관", "승리요정", "홈런", "만루홈런", "끝내기", "선발", "불펜", "키스톤", "응원가", "치맥",
        "유니폼", "굿즈", "원정", "비더레전드", "가을야구", "신인왕", "골든글러브", "올스타", "시구", "우천취소",
    ];

    private static readonly string[] Sayings =
    [
        "오늘 경기는 정말 끝까지 봐야 했다.", "9회말에 다시 살아난다.", "이 맛에 야구를 본다.", "응원석이 들썩였다.", "내일은 이긴다.",
        "처음 간 직관인데 이겼다!", "비가 와도 자리를 지켰다.", "선발이 잘 버텨 주었다.", "수비 하나로 분위기가 바뀌었다.", "다음 주 원정 같이 가실 분?",
    ];

    /// <summary>Returns the number of comments for a number of posts.</summary>
    /// <param name="posts">A multiple of four.</param>
    public static int CommentsAmong(int posts) => Math.Min(posts, MostComments);

    /// <summary>Returns posts of a range of numbers.</summary>
    /// <param name="after">The number before the first post.</param>
    /// <param name="posts">The number of the last post.</param>
    /// <param name="accounts">Number of fans, at least one.</param>
    public static IEnumerable<Post> After(int after, int posts, int accounts)
    {
        for (var number = after + 1; number <= posts; number++)
        {
            var (word, other) = (Words[number % Words.Length], Words[number * 7 % Words.Length]);
            yield return new(
                number, FanOf(number, accounts), $"{Sayings[number * 3 % Sayings.Length]} #{word}", word == other ? [word] : [word, other],
                League.Teams[number % League.Teams.Count].Id, CommentsOn(number), First.AddMinutes(number / AtOnce));
        }
    }

    /// <summary>Returns comments of a range of numbers, each written half a minute after its post.</summary>
    public static IEnumerable<Comment> CommentsAfter(int after, int comments, int accounts)
    {
        for (var number = after + 1; number <= comments; number++)
        {
            var place = (number - 1) % InAGroup;
            var post = number - place + (place == InAGroup - 1 ? 1 : 0);
            yield return new(number, post, FanOf(number + 1, accounts), Sayings[number * 7 % Sayings.Length], First.AddMinutes(post / AtOnce).AddSeconds(30));
        }
    }

    private static int CommentsOn(int post) => post > MostComments ? 0 : (post % InAGroup) switch
    {
        1 => InAGroup - 1,
        2 => 1,
        _ => 0,
    };

    private static long FanOf(int number, int accounts) => 1 + (number * Stride % accounts);
}
