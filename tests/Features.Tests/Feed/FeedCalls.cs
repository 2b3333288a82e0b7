using System.Net;
using System.Text.Json;
using Xunit;

namespace Dugout.Features.Tests.Feed;

/// <summary>What fans do in the feed, and how its lists are read.</summary>
internal static class FeedCalls
{
    private static long _lastOld = 500_000_000;
    private static int _lastTag;

    /// <summary>A unique word.</summary>
    public static string NewTag() => $"시험{Interlocked.Increment(ref _lastTag)}";

    /// <summary>Writes a post.</summary>
    /// <returns>Its id.</returns>
    public static async Task<long> WriteAsync(
        this Fan fan, string text = "오늘도 이겼다", string[]? tags = null, long[]? teamIds = null, long[]? pictureIds = null, HttpClient? replica = null) =>
        (await fan.PostAsync(replica ?? fan.Shop.Http, "/api/posts", new { text, tags, teamIds, pictureIds }, NewKey())).Number("postId");

    public static Task<Answer> CommentAsync(this Fan fan, long post, string text = "좋네요", string? key = null, HttpClient? replica = null) =>
        fan.PostAsync(replica ?? fan.Shop.Http, $"/api/posts/{post}/comments", new { text }, key ?? NewKey());

    public static Task<Answer> LikeAsync(this Fan fan, long post, HttpClient? replica = null) =>
        fan.SendAsync(replica ?? fan.Shop.Http, HttpMethod.Put, $"/api/posts/{post}/like");

    public static Task<Answer> UnlikeAsync(this Fan fan, long post, HttpClient? replica = null) => fan.DeleteAsync(replica ?? fan.Shop.Http, $"/api/posts/{post}/like");

    public static Task<Answer> FollowAsync(this Fan fan, string kind, long id, HttpClient? replica = null) =>
        fan.SendAsync(replica ?? fan.Shop.Http, HttpMethod.Put, $"/api/followings/{kind}/{id}");

    /// <summary>A post as its readers see it, from a server that has the fan's last write.</summary>
    public static async Task<JsonElement> ShowAsync(this Fan fan, long post)
    {
        var answer = await fan.GetAsync(fan.Shop.Replicas[1], $"/api/posts/{post}");
        Assert.True(answer.Status == HttpStatusCode.OK, answer.Body);
        return answer.Json;
    }

    /// <summary>Puts posts into the feed that were written long ago, four at the same moment each, with a tag and a team, and waits until replicas have them.</summary>
    /// <returns>Their ids, in the order a list has them in.</returns>
    public static async Task<IReadOnlyList<long>> RememberAsync(this Fan fan, int count, string tag, long team)
    {
        var begin = new DateTime(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc);
        var rows = Enumerable.Range(0, count).Select(n => new { id = Interlocked.Increment(ref _lastOld), account = fan.Id, at = begin.AddMinutes(n / 4), tag, team }).ToList();
        await fan.Shop.ChangeAsync(
            """
            INSERT INTO posts (id, account_id, text, posted_at) VALUES (@id, @account, 'x', @at);
            INSERT INTO post_tags (post_id, tag, posted_at) VALUES (@id, @tag, @at);
            INSERT INTO post_teams (post_id, team_id, posted_at) VALUES (@id, @team, @at)
            """, rows);
        await fan.Shop.Servers.CaughtUpAsync(TestContext.Current.CancellationToken);
        return [.. rows.OrderByDescending(row => row.at).ThenByDescending(row => row.id).Select(row => row.id)];
    }

    /// <summary>Reads a list to its end, page after page.</summary>
    /// <returns>The ids of its posts.</returns>
    public static async Task<List<long>> WalkAsync(Func<string, Task<Answer>> ask, string path, int limit)
    {
        List<long> ids = [];
        for (string? next = "", after = ""; next is not null; after = $"&after={next}")
        {
            var page = await ask($"{path}?limit={limit}{after}");
            Assert.True(page.Status == HttpStatusCode.OK, page.Body);
            var found = Ids(page);
            Assert.InRange(found.Count, 0, limit);
            ids.AddRange(found);
            next = page.Json.GetProperty("next").GetString();
        }

        return ids;
    }

    public static List<long> Ids(Answer page) => [.. page.Json.GetProperty("items").EnumerateArray().Select(post => post.GetProperty("postId").GetInt64())];

    private static string NewKey() => Guid.NewGuid().ToString();
}
