using System.Globalization;

namespace Dugout.Migrator.Seed;

/// <summary>
/// The seeded talk board: posts with comments and likes; a higher number is a later post. A pure function of the number and the day, so that
/// the same number is the same post on every machine. A fifth of the posts are on no team's board; of ten posts five have comments, and eight have likes.
/// </summary>
internal static class TalkTopics
{
    /// <summary>One post.</summary>
    public sealed record Post(long Id, long AccountId, long? TeamId, string Title, string Body, DateTime WrittenAt, IReadOnlyList<Comment> Comments, IReadOnlyList<Like> Likes);

    /// <summary>A comment on a post.</summary>
    public sealed record Comment(long Id, long AccountId, string Body, DateTime WrittenAt);

    /// <summary>A like of a post.</summary>
    public sealed record Like(long AccountId, DateTime LikedAt);

    /// <summary>Size of the largest volume: its last post is written at the start of the day of the seed, and the others before it, one after the other.</summary>
    private const int Largest = 200_000;

    /// <summary>Seconds between two posts: all of the largest volume lie within about 23 days.</summary>
    private const int StepSeconds = 10;

    /// <summary>Number of comment ids reserved per post, of which it uses the first.</summary>
    private const int CommentsAPost = 8;

    /// <summary>One post in this number is on no team's board.</summary>
    private const int Boards = 5;

    /// <summary>Distance between the fans of two successive rows. Primes, so that the fans of one post differ as long as there are more fans than likes.</summary>
    private const long AuthorStride = 7_919;

    private const long TalkerStride = 104_729;

    private static readonly string[] Subjects = ["오늘 선발", "불펜 이야기", "직관 후기", "응원가", "유니폼", "순위 싸움", "홈런 영상", "수비 칭찬", "트레이드 소문", "원정 응원"];

    private static readonly string[] Openings = ["어떻게 보셨나요", "같이 이야기해요", "저만 그런가요", "정말 대단했어요", "아쉬웠습니다", "내일이 기대돼요"];

    private static readonly string[] Answers = ["동감입니다", "저도 봤어요", "다음엔 이길 거예요", "그건 좀 아니죠"];

    /// <summary>Returns the posts of a range of numbers, both ends included.</summary>
    /// <param name="first">The lowest number, from 1 on.</param>
    /// <param name="last">The highest number.</param>
    /// <param name="accounts">Number of fans, with ids from 1 on.</param>
    /// <param name="today">The day of the seed.</param>
    public static IEnumerable<Post> Between(int first, int last, int accounts, DateTime today) =>
        Enumerable.Range(first, Math.Max(0, last - first + 1)).Select(number => Of(number, accounts, today));

    private static Post Of(int number, int accounts, DateTime today)
    {
        var writtenAt = today.AddSeconds((number - Largest) * (double)StepSeconds);
        var comments = number % 2 == 0 ? 1 + (number / 2 % 3) : 0;
        var likes = Math.Min(accounts, number % 5 == 0 ? 0 : 1 + (number % 3));
        return new(
            number, Fan(number * AuthorStride), number % Boards == 0 ? null : League.Teams[number / Boards % League.Teams.Count].Id,
            string.Create(CultureInfo.InvariantCulture, $"{Subjects[number % Subjects.Length]} {number}"),
            $"{Subjects[number % Subjects.Length]}, {Openings[number % Openings.Length]}.", writtenAt,
            [.. Enumerable.Range(0, comments).Select(place => new Comment(
                ((long)number * CommentsAPost) + place, Fan((number + place) * TalkerStride), Answers[(number + place) % Answers.Length], writtenAt.AddSeconds(1 + place)))],
            [.. Enumerable.Range(0, likes).Select(place => new Like(Fan(number + place), writtenAt.AddSeconds(1 + place)))]);

        long Fan(long spread) => 1 + (spread % accounts);
    }
}
