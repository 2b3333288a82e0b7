using System.Net;
using System.Text.Encodings.Web;
using System.Text.Json;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Feed;

/// <summary>What a post is, who may change it, and what becomes of what belongs to it.</summary>
public sealed class WritePostTests(Shop shop)
{
    /// <summary>Korean letters may come escaped.</summary>
    private static readonly JsonSerializerOptions Unescaped = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    [Fact]
    public async Task A_post_is_stored_as_sent()
    {
        var fan = await shop.NextFanAsync();
        var tag = FeedCalls.NewTag();
        var post = await fan.WriteAsync("끝내기 홈런! '\\\"; -- 😀", [tag, "직관"], [2, 1]);

        var shown = await fan.ShowAsync(post);

        Assert.Equal("끝내기 홈런! '\\\"; -- 😀", shown.GetProperty("text").GetString());
        Assert.Equal((fan.Id, $"fan{fan.Id}"), (shown.GetProperty("author").GetProperty("fanId").GetInt64(), shown.GetProperty("author").GetProperty("nickname").GetString()));
        Assert.Equal(((string[])[tag, "직관"]).Order(StringComparer.Ordinal), shown.GetProperty("tags").EnumerateArray().Select(one => one.GetString()!));
        Assert.Equal("[1,2] [] 0 0 null", $"{Raw(shown, "teamIds")} {Raw(shown, "pictureIds")} {Raw(shown, "likes")} {Raw(shown, "comments")} {Raw(shown, "editedAt")}");
        Assert.EndsWith("Z", shown.GetProperty("postedAt").GetString(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("""{}""", "text")]
    [InlineData("""{"text":""}""", "text")]
    [InlineData("""{"text":"  "}""", "text")]
    [InlineData("""{"text":null}""", "text")]
    [InlineData("""{"text":"x","likes":7}""", "likes")]
    [InlineData("""{"text":"x","accountId":7}""", "accountId")]
    [InlineData("""{"text":"x","tags":["a","b","c","d","e","f"]}""", "tags")]
    [InlineData("""{"text":"x","tags":["a","A"]}""", "tags")]
    [InlineData("""{"text":"x","tags":["with blank"]}""", "tags")]
    [InlineData("""{"text":"x","tags":[null]}""", "tags")]
    [InlineData("""{"text":"x","teamIds":[1,2,3,4]}""", "teamIds")]
    [InlineData("""{"text":"x","teamIds":[1,1]}""", "teamIds")]
    [InlineData("""{"text":"x","pictureIds":[1,2,3,4,5,6]}""", "pictureIds")]
    [InlineData("""{"text":"x","pictureIds":[1,1]}""", "pictureIds")]
    public async Task An_invalid_post_is_rejected_with_its_field(string body, string field)
    {
        var fan = await shop.NextFanAsync();
        using var content = new StringContent(body, null, "application/json");
        var before = await CountAsync(fan);

        var refused = await fan.PostAsync(shop.Http, "/api/posts", content, "key");

        Assert.Equal((HttpStatusCode.BadRequest, "invalid"), (refused.Status, refused.Code));
        Assert.True(refused.Json.GetProperty("errors").TryGetProperty(field, out _), refused.Body);
        Assert.Equal(before, await CountAsync(fan));
    }

    [Fact]
    public async Task The_longest_text_fits_and_one_letter_more_does_not()
    {
        var fan = await shop.NextFanAsync();
        var post = await fan.WriteAsync(new string('가', 2_000));

        var longer = await fan.PostAsync(shop.Http, "/api/posts", new { text = new string('가', 2_001) }, "key");

        Assert.Equal(2_000, (await fan.ShowAsync(post)).GetProperty("text").GetString()!.Length);
        Assert.Equal("invalid", longer.Code);
        Assert.Equal("invalid", (await fan.CommentAsync(post, new string('가', 501))).Code);
        Assert.Equal(HttpStatusCode.Created, (await fan.CommentAsync(post, new string('가', 500))).Status);
    }

    [Fact]
    public async Task A_post_with_an_unknown_reference_is_rejected_and_nothing_is_stored()
    {
        var (fan, other) = (await shop.NextFanAsync(), await shop.NextFanAsync());
        var shown = await PictureOfAsync(fan);
        await fan.WriteAsync(pictureIds: [shown]);
        var before = await CountAsync(fan);
        (object Body, string Code)[] wishes =
        [
            (new { text = "x", teamIds = new[] { 1, 99 } }, "no-such-team"),
            (new { text = "x", pictureIds = new[] { 1L } }, "no-such-picture"),
            (new { text = "x", pictureIds = new[] { shown } }, "no-such-picture"),
            (new { text = "x", pictureIds = new[] { await PictureOfAsync(other) } }, "no-such-picture"),
            (new { text = "x", pictureIds = new[] { await PictureOfAsync(fan), 1L } }, "no-such-picture"),
            (new { text = "x", pictureIds = new[] { await PictureOfAsync(fan, isStored: false) } }, "no-such-picture"),
        ];

        foreach (var (body, code) in wishes)
        {
            var refused = await fan.PostAsync(shop.Http, "/api/posts", body, "key");
            Assert.Equal((HttpStatusCode.NotFound, code), (refused.Status, refused.Code));
        }

        Assert.Equal(before, await CountAsync(fan));
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM pictures WHERE account_id = @Id AND post_id IS NOT NULL", new { fan.Id }));
    }

    [Fact]
    public async Task Pictures_are_shown_in_the_order_they_were_given_in()
    {
        var fan = await shop.NextFanAsync();
        long[] pictures = [await PictureOfAsync(fan), await PictureOfAsync(fan), await PictureOfAsync(fan)];
        long[] order = [pictures[2], pictures[0], pictures[1]];

        var post = await fan.WriteAsync(pictureIds: order);

        Assert.Equal(order, (await fan.ShowAsync(post)).GetProperty("pictureIds").EnumerateArray().Select(picture => picture.GetInt64()));
    }

    [Fact]
    public async Task A_repeat_with_the_same_key_returns_the_same_post()
    {
        var fan = await shop.NextFanAsync();
        var before = await CountAsync(fan);
        var first = await fan.PostAsync(shop.Replicas[0], "/api/posts", new { text = "한 번" }, "same");
        var again = await fan.PostAsync(shop.Replicas[1], "/api/posts", new { text = "한 번" }, "same");

        Assert.Equal((HttpStatusCode.Created, first.Body), (again.Status, again.Body));
        Assert.Equal("idempotency-key-reused", (await fan.PostAsync(shop.Http, "/api/posts", new { text = "두 번" }, "same")).Code);
        Assert.Equal("idempotency-key-missing", (await fan.PostAsync(shop.Http, "/api/posts", new { text = "두 번" })).Code);
        Assert.Equal(before + 1, await CountAsync(fan));
    }

    [Fact]
    public async Task Only_the_author_edits_and_deletes_a_post()
    {
        var (author, other) = (await shop.NextFanAsync(), await shop.NextFanAsync());
        var (tag, later) = (FeedCalls.NewTag(), FeedCalls.NewTag());
        var post = await author.WriteAsync(tags: [tag]);
        var path = $"/api/posts/{post}";

        Assert.Equal("not-allowed", (await other.PatchAsync(shop.Http, path, new { text = "내 것" })).Code);
        Assert.Equal("not-allowed", (await other.DeleteAsync(shop.Http, path)).Code);
        Assert.Equal("no-such-post", (await author.PatchAsync(shop.Http, "/api/posts/1000000000", new { text = "x" })).Code);
        Assert.Equal("invalid", (await author.PatchAsync(shop.Http, path, new { })).Code);
        Assert.Equal(HttpStatusCode.NoContent, (await author.PatchAsync(shop.Http, path, new { tags = new[] { later } })).Status);
        var retagged = await author.ShowAsync(post);
        Assert.Equal(HttpStatusCode.NoContent, (await author.PatchAsync(shop.Http, path, new { text = "고쳤다" })).Status);
        var edited = await author.ShowAsync(post);

        Assert.Equal(("오늘도 이겼다", $"[\"{later}\"]"), (retagged.GetProperty("text").GetString(), Tags(retagged)));
        Assert.Equal(("고쳤다", $"[\"{later}\"]"), (edited.GetProperty("text").GetString(), Tags(edited)));
        Assert.NotEqual("null", Raw(edited, "editedAt"));
        Assert.Equal(Raw(retagged, "postedAt"), Raw(edited, "postedAt"));
        Assert.Empty(FeedCalls.Ids(await author.GetAsync(shop.Http, $"/api/tags/{tag}/posts")));
        Assert.Equal(post, Assert.Single(FeedCalls.Ids(await author.GetAsync(shop.Http, $"/api/tags/{later}/posts"))));

        static string Tags(JsonElement shown) => JsonSerializer.Serialize(
            shown.GetProperty("tags").EnumerateArray().Select(one => one.GetString()), Unescaped);
    }

    [Fact]
    public async Task A_deleted_post_leaves_only_its_pictures()
    {
        var (author, other) = (await shop.NextFanAsync(), await shop.NextFanAsync());
        var tag = FeedCalls.NewTag();
        var picture = await PictureOfAsync(author);
        var post = await author.WriteAsync(tags: [tag], teamIds: [1], pictureIds: [picture]);
        await other.LikeAsync(post);
        await other.CommentAsync(post);

        Assert.Equal(HttpStatusCode.NoContent, (await author.DeleteAsync(shop.Http, $"/api/posts/{post}")).Status);

        Assert.Equal("no-such-post", (await author.DeleteAsync(shop.Http, $"/api/posts/{post}")).Code);
        Assert.Equal("no-such-post", (await author.GetAsync(shop.Http, $"/api/posts/{post}")).Code);
        Assert.Equal("no-such-post", (await author.GetAsync(shop.Http, $"/api/posts/{post}/comments")).Code);
        Assert.Equal("no-such-post", (await other.LikeAsync(post)).Code);
        Assert.Equal("no-such-post", (await other.CommentAsync(post)).Code);
        foreach (var table in (string[])["post_tags", "post_teams", "post_likes", "post_comments", "pictures"])
            Assert.Equal((table, 0L), (table, await shop.QueryAsync<long>($"SELECT COUNT(*) FROM {table} WHERE post_id = @post", new { post })));
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM pictures WHERE id = @picture", new { picture }));
    }

    [Fact]
    public async Task Only_its_author_deletes_a_comment_and_a_like_counts_once()
    {
        var (author, other) = (await shop.NextFanAsync(), await shop.NextFanAsync());
        var post = await author.WriteAsync();
        var comment = (await other.CommentAsync(post, "첫 댓글")).Number("commentId");
        await author.CommentAsync(post, "고마워요");
        await other.LikeAsync(post);
        await other.LikeAsync(post);

        Assert.Equal("not-allowed", (await author.DeleteAsync(shop.Http, $"/api/posts/{post}/comments/{comment}")).Code);
        var shown = await other.ShowAsync(post);
        Assert.Equal("1 2", $"{Raw(shown, "likes")} {Raw(shown, "comments")}");
        var comments = await author.GetAsync(shop.Http, $"/api/posts/{post}/comments");
        Assert.Equal("고마워요 첫 댓글", string.Join(' ', comments.Json.GetProperty("items").EnumerateArray().Select(one => one.GetProperty("text").GetString())));

        Assert.Equal(HttpStatusCode.NoContent, (await other.DeleteAsync(shop.Http, $"/api/posts/{post}/comments/{comment}")).Status);
        Assert.Equal("no-such-comment", (await other.DeleteAsync(shop.Http, $"/api/posts/{post}/comments/{comment}")).Code);
        Assert.Equal(HttpStatusCode.NoContent, (await author.UnlikeAsync(post)).Status);
        Assert.Equal(HttpStatusCode.NoContent, (await other.UnlikeAsync(post)).Status);
        Assert.Equal(HttpStatusCode.NoContent, (await other.UnlikeAsync(post)).Status);
        shown = await other.ShowAsync(post);
        Assert.Equal("0 1", $"{Raw(shown, "likes")} {Raw(shown, "comments")}");
    }

    [Fact]
    public async Task Followings_are_listed_and_can_be_removed()
    {
        var (fan, other) = (await shop.NextFanAsync(), await shop.NextFanAsync());

        Assert.Equal("no-such-fan", (await fan.FollowAsync("fans", 8_999_999)).Code);
        Assert.Equal("no-such-team", (await fan.FollowAsync("teams", 11)).Code);
        Assert.Equal("invalid", (await fan.FollowAsync("fans", fan.Id)).Code);
        Assert.Equal("invalid", (await fan.FollowAsync("players", 1)).Code);
        foreach (var (kind, id) in ((string, long)[])[("teams", 7), ("fans", other.Id), ("fans", other.Id)])
            Assert.Equal(HttpStatusCode.NoContent, (await fan.FollowAsync(kind, id)).Status);
        Assert.Equal($"fan {other.Id}, team 7", await ListAsync());
        for (var twice = 0; twice < 2; twice++)
            Assert.Equal(HttpStatusCode.NoContent, (await fan.DeleteAsync(shop.Http, $"/api/followings/fans/{other.Id}")).Status);
        Assert.Equal("team 7", await ListAsync());
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT CAST(followings AS SIGNED) FROM feed_readers WHERE account_id = @Id", new { fan.Id }));

        async Task<string> ListAsync() => string.Join(", ", (await fan.GetAsync(shop.Replicas[1], "/api/followings")).Json.GetProperty("items").EnumerateArray()
            .Select(one => $"{one.GetProperty("kind").GetString()} {one.GetProperty("followedId").GetInt64()}"));
    }

    /// <summary>A picture as its upload leaves it, in the database alone.</summary>
    private async Task<long> PictureOfAsync(Fan fan, bool isStored = true)
    {
        var id = Dice.Shared.NextInt64(1_000_000_000, 2_000_000_000);
        await shop.ChangeAsync(
            "INSERT INTO pictures (id, account_id, kind, size, begun_at, stored_at) VALUES (@id, @account, 'png', 1, UTC_TIMESTAMP(6), IF(@isStored, UTC_TIMESTAMP(6), NULL))",
            new { id, account = fan.Id, isStored });
        return id;
    }

    /// <summary>How many posts a fan has, those among them that were seeded.</summary>
    private Task<long> CountAsync(Fan fan) => shop.QueryAsync<long>("SELECT COUNT(*) FROM posts WHERE account_id = @Id", new { fan.Id });

    private static string Raw(JsonElement post, string member) => post.GetProperty(member).GetRawText();
}
