using System.Net;
using Microsoft.AspNetCore.Mvc.Testing;
using Xunit;

namespace Dugout.Features.Tests.Feed;

/// <summary>The first page of the guest feed is cached and correct. Alone, since posts of other tests would push a post off it.</summary>
[Collection(nameof(Alone))]
public sealed class GuestFeedTests(Shop shop)
{
    /// <summary>One process writes, another has the page cached.</summary>
    [Theory]
    [InlineData(CacheMode.Memory)]
    [InlineData(CacheMode.Redis)]
    [InlineData(CacheMode.Both)]
    public async Task A_cached_page_shows_every_change_at_once(CacheMode mode)
    {
        await using var keeping = Keeping(mode);
        using var http = keeping.CreateClient();
        await Until.HeardAsync(keeping.Services);
        var (fan, other) = (await shop.NextFanAsync(), await shop.NextFanAsync());
        await http.GetAnswerAsync("/api/feed?limit=100");

        var post = await fan.WriteAsync("새 글");
        await SeenAsync(page => Shown(page, post) == "새 글 0 0");
        await other.LikeAsync(post);
        await SeenAsync(page => Shown(page, post) == "새 글 1 0");
        var comment = (await other.CommentAsync(post)).Number("commentId");
        await SeenAsync(page => Shown(page, post) == "새 글 1 1");
        await fan.PatchAsync(shop.Http, $"/api/posts/{post}", new { text = "고친 글" });
        await SeenAsync(page => Shown(page, post) == "고친 글 1 1");
        await other.UnlikeAsync(post);
        await other.DeleteAsync(shop.Http, $"/api/posts/{post}/comments/{comment}");
        await SeenAsync(page => Shown(page, post) == "고친 글 0 0");
        await fan.DeleteAsync(shop.Http, $"/api/posts/{post}");
        await SeenAsync(page => Shown(page, post) is null);

        Task SeenAsync(Predicate<Answer> isRight) => Until.TrueAsync(() => http.GetAnswerAsync("/api/feed?limit=100"), isRight);
    }

    [Theory]
    [InlineData(CacheMode.None)]
    [InlineData(CacheMode.Memory)]
    [InlineData(CacheMode.Both)]
    public async Task Each_page_length_is_cached_separately(CacheMode mode)
    {
        await using var keeping = Keeping(mode);
        using var http = keeping.CreateClient();
        if (mode != CacheMode.None)
            await Until.HeardAsync(keeping.Services);

        Assert.Equal([3, 5, 20, 3, 5, 20], await LengthsAsync(http));
    }

    private static async Task<IEnumerable<int>> LengthsAsync(HttpClient http)
    {
        List<int> lengths = [];
        foreach (var query in (string[])["?limit=3", "?limit=5", "", "?limit=3", "?limit=5", ""])
        {
            var page = await http.GetAnswerAsync($"/api/feed{query}");
            Assert.Equal(HttpStatusCode.OK, page.Status);
            lengths.Add(FeedCalls.Ids(page).Count);
        }

        return lengths;
    }

    /// <summary>A post on a page as text; null where it is missing.</summary>
    private static string? Shown(Answer page, long post) => page.Json.GetProperty("items").EnumerateArray().Where(one => one.GetProperty("postId").GetInt64() == post)
        .Select(one => $"{one.GetProperty("text").GetString()} {one.GetProperty("likes").GetInt32()} {one.GetProperty("comments").GetInt32()}").SingleOrDefault();

    private WebApplicationFactory<Program> Keeping(CacheMode mode, params (string Name, string Value)[] settings) => shop.Replica([.. settings, ("Cache:Mode", $"{mode}")]);
}
