using System.Net;
using System.Text.Json;
using Xunit;

namespace Dugout.Features.Tests.Talk;

/// <summary>Requests to the talk board. Reads after a write send its consistency token, as a client does.</summary>
internal static class Board
{
    public const string Posts = "/api/talk/posts";

    public static async Task<long> WriteAsync(Fan fan, string title = "오늘 경기", long? teamId = null, HttpClient? replica = null)
    {
        var answer = await TryWriteAsync(fan, title, "좋았어요", teamId, replica);
        Assert.Equal(HttpStatusCode.Created, answer.Status);
        return answer.Number("postId");
    }

    public static Task<Answer> TryWriteAsync(Fan fan, string title, string body, long? teamId = null, HttpClient? replica = null)
    {
        object request = teamId is null ? new { title, body } : new { title, body, teamId };
        return fan.PostAsync(replica ?? fan.Shop.Http, Posts, request);
    }

    public static async Task<long> CommentAsync(Fan fan, long post, HttpClient? replica = null) =>
        (await TryCommentAsync(fan, post, replica)).Number("commentId");

    public static Task<Answer> TryCommentAsync(Fan fan, long post, HttpClient? replica = null) =>
        fan.PostAsync(replica ?? fan.Shop.Http, $"{Posts}/{post}/comments", new { body = "저도요" });

    public static Task<Answer> LikeAsync(Fan fan, long post, HttpClient? replica = null) => fan.PutAsync(replica ?? fan.Shop.Http, $"{Posts}/{post}/like");

    public static Task<Answer> UnlikeAsync(Fan fan, long post, HttpClient? replica = null) => fan.DeleteAsync(replica ?? fan.Shop.Http, $"{Posts}/{post}/like");

    /// <summary>Reads until a replica has it: without a consistency token a read may be stale.</summary>
    public static async Task<JsonElement> ShowAsync(Shop shop, long post, Predicate<JsonElement> isRight) =>
        (await Until.TrueAsync(() => shop.Replicas[1].GetAnswerAsync($"{Posts}/{post}"), answer =>
            answer.Status == HttpStatusCode.OK && isRight(answer.Json.GetProperty("post")))).Json;

    /// <summary>What the post counts, and what there is of it, in the rows.</summary>
    public static async Task<(long Counted, long Likes, long CountedComments, long Comments)> RowsAsync(Shop shop, long post) => (
        await shop.QueryAsync<long>("SELECT likes FROM talk_posts WHERE id = @post", new { post }),
        await shop.QueryAsync<long>("SELECT COUNT(*) FROM talk_likes WHERE post_id = @post", new { post }),
        await shop.QueryAsync<long>("SELECT comments FROM talk_posts WHERE id = @post", new { post }),
        await shop.QueryAsync<long>("SELECT COUNT(*) FROM talk_comments WHERE post_id = @post", new { post }));

    /// <summary>The ids of a whole list, a page at a time from replicas in turn.</summary>
    public static async Task<List<long>> ListAsync(Shop shop, string path, string id, int limit, Func<Task>? betweenPages = null)
    {
        List<long> listed = [];
        var pages = 0;
        for (string? next = ""; next is not null;)
        {
            var page = (await shop.Replicas[pages++ % 2].GetAnswerAsync($"{path}limit={limit}{next}")).Json;
            listed.AddRange(page.GetProperty("items").EnumerateArray().Select(item => item.GetProperty(id).GetInt64()));
            next = page.GetProperty("next").GetString() is { } cursor ? $"&after={cursor}" : null;
            if (betweenPages is not null)
                await betweenPages();
        }

        return listed;
    }
}
