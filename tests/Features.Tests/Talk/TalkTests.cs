using System.Net;
using System.Text.Json;
using Xunit;

namespace Dugout.Features.Tests.Talk;

public sealed class TalkTests(Shop shop)
{
    [Fact]
    public async Task A_post_is_shown_with_its_text_and_author()
    {
        var fan = await shop.NextFanAsync();

        var written = await Board.TryWriteAsync(fan, "선발 이야기", "6이닝 무실점", teamId: 3);

        Assert.Equal(HttpStatusCode.Created, written.Status);
        Assert.True(written.Headers.Contains("X-Consistency-Token"));
        var shown = await Board.ShowAsync(shop, written.Number("postId"), _ => true);
        Assert.Equal("6이닝 무실점", shown.GetProperty("body").GetString());
        var post = shown.GetProperty("post");
        Assert.Equal(["postId", "teamId", "author", "title", "likes", "comments", "writtenAt", "editedAt"], post.EnumerateObject().Select(member => member.Name));
        Assert.Equal((3, "선발 이야기", 0, 0), (post.GetProperty("teamId").GetInt64(), post.GetProperty("title").GetString(),
            post.GetProperty("likes").GetInt32(), post.GetProperty("comments").GetInt32()));
        Assert.Equal((fan.Id, $"fan{fan.Id}"), (post.GetProperty("author").GetProperty("id").GetInt64(), post.GetProperty("author").GetProperty("nickname").GetString()));
        Assert.Equal(written.Json.GetProperty("writtenAt").GetString(), post.GetProperty("writtenAt").GetString());
        Assert.Equal(JsonValueKind.Null, post.GetProperty("editedAt").ValueKind);
    }

    /// <summary>In this class only the test above also writes to this team's board; ids distinguish its posts.</summary>
    [Fact]
    public async Task The_board_of_a_team_has_exactly_its_posts_newest_first()
    {
        var fan = await shop.NextFanAsync();
        List<long> mine = [];
        for (var n = 0; n < 5; n++)
            mine.Add(await Board.WriteAsync(fan, teamId: 7));
        var elsewhere = await Board.WriteAsync(fan, teamId: 8);
        var nowhere = await Board.WriteAsync(fan);
        await Board.ShowAsync(shop, nowhere, _ => true);

        var board = await Board.ListAsync(shop, $"{Board.Posts}?teamId=7&", "postId", limit: 2);
        var all = await Board.ListAsync(shop, $"{Board.Posts}?", "postId", limit: 100);

        mine.Reverse();
        Assert.Equal(mine, board.Where(mine.Contains));
        Assert.DoesNotContain(elsewhere, board);
        Assert.DoesNotContain(nowhere, board);
        Assert.Equal(board.OrderDescending(), board);
        Assert.Equal([nowhere, elsewhere, .. mine], all.Where(id => mine.Contains(id) || id == elsewhere || id == nowhere));
    }

    [Fact]
    public async Task No_talk_post_is_skipped_or_repeated_while_others_write()
    {
        var fan = await shop.NextFanAsync();
        List<long> mine = [];
        for (var n = 0; n < 9; n++)
            mine.Add(await Board.WriteAsync(fan, teamId: 9));
        await Board.ShowAsync(shop, mine[^1], _ => true);

        var listed = await Board.ListAsync(shop, $"{Board.Posts}?teamId=9&", "postId", limit: 2, betweenPages: () => Board.WriteAsync(fan, teamId: 9));

        mine.Reverse();
        Assert.Distinct(listed);
        Assert.Equal(mine, listed.Where(mine.Contains));
    }

    [Fact]
    public async Task Comments_are_listed_oldest_first_in_pages_and_are_counted()
    {
        var fans = await shop.NextFansAsync(2);
        var post = await Board.WriteAsync(fans[0]);
        List<long> said = [];
        for (var n = 0; n < 5; n++)
            said.Add(await Board.CommentAsync(fans[n % 2], post));
        await Board.ShowAsync(shop, post, shown => shown.GetProperty("comments").GetInt32() == 5);

        var listed = await Board.ListAsync(shop, $"{Board.Posts}/{post}/comments?", "commentId", limit: 2);

        Assert.Equal(said, listed);
    }

    [Fact]
    public async Task An_edited_post_is_marked_and_keeps_its_likes_and_comments()
    {
        var fans = await shop.NextFansAsync(2);
        var post = await Board.WriteAsync(fans[0]);
        await Board.LikeAsync(fans[1], post);
        await Board.CommentAsync(fans[1], post);

        var edited = await fans[0].PutAsync(shop.Http, $"{Board.Posts}/{post}", new { title = "새 제목", body = "새 글" });

        Assert.Equal(HttpStatusCode.NoContent, edited.Status);
        var shown = await Board.ShowAsync(shop, post, one => one.GetProperty("title").GetString() == "새 제목");
        Assert.Equal("새 글", shown.GetProperty("body").GetString());
        Assert.Equal((1, 1), (shown.GetProperty("post").GetProperty("likes").GetInt32(), shown.GetProperty("post").GetProperty("comments").GetInt32()));
        Assert.NotEqual(JsonValueKind.Null, shown.GetProperty("post").GetProperty("editedAt").ValueKind);
    }

    [Fact]
    public async Task Only_its_author_changes_a_post_or_a_comment()
    {
        var fans = await shop.NextFansAsync(2);
        var post = await Board.WriteAsync(fans[0]);
        var comment = await Board.CommentAsync(fans[0], post);

        foreach (var refused in (Answer[])
            [await fans[1].PutAsync(shop.Http, $"{Board.Posts}/{post}", new { title = "x", body = "x" }), await fans[1].DeleteAsync(shop.Http, $"{Board.Posts}/{post}"),
             await fans[1].DeleteAsync(shop.Http, $"{Board.Posts}/{post}/comments/{comment}")])
            Assert.Equal((HttpStatusCode.Forbidden, "not-allowed"), (refused.Status, refused.Code));

        Assert.Equal("오늘 경기", await shop.QueryAsync<string>("SELECT title FROM talk_posts WHERE id = @post", new { post }));
        Assert.Equal((0, 0, 1, 1), await Board.RowsAsync(shop, post));
    }

    [Fact]
    public async Task A_deleted_post_leaves_no_comments_or_likes()
    {
        var fans = await shop.NextFansAsync(2);
        var post = await Board.WriteAsync(fans[0]);
        await Board.LikeAsync(fans[1], post);
        var comment = await Board.CommentAsync(fans[1], post);

        Assert.Equal(HttpStatusCode.NoContent, (await fans[0].DeleteAsync(shop.Http, $"{Board.Posts}/{post}")).Status);

        Assert.Equal(0, await shop.QueryAsync<long>(
            "SELECT (SELECT COUNT(*) FROM talk_comments WHERE post_id = @post) + (SELECT COUNT(*) FROM talk_likes WHERE post_id = @post)", new { post }));
        await Until.TrueAsync(() => shop.Http.GetAnswerAsync($"{Board.Posts}/{post}"), answer => answer.Code == "no-such-post");
        await Until.TrueAsync(() => shop.Http.GetAnswerAsync($"{Board.Posts}/{post}/comments"), answer => answer.Code == "no-such-post");
        foreach (var refused in (Answer[])
            [await fans[0].DeleteAsync(shop.Http, $"{Board.Posts}/{post}"), await fans[0].PutAsync(shop.Http, $"{Board.Posts}/{post}", new { title = "x", body = "x" }),
             await Board.LikeAsync(fans[1], post), await Board.UnlikeAsync(fans[1], post), await Board.TryCommentAsync(fans[1], post)])
            Assert.Equal((HttpStatusCode.NotFound, "no-such-post"), (refused.Status, refused.Code));
        Assert.Equal("no-such-comment", (await fans[1].DeleteAsync(shop.Http, $"{Board.Posts}/{post}/comments/{comment}")).Code);
    }

    [Fact]
    public async Task A_comment_is_deleted_once_and_only_under_its_own_post()
    {
        var fan = await shop.NextFanAsync();
        var (post, other) = (await Board.WriteAsync(fan), await Board.WriteAsync(fan));
        var comment = await Board.CommentAsync(fan, post);

        Assert.Equal("no-such-comment", (await fan.DeleteAsync(shop.Http, $"{Board.Posts}/{other}/comments/{comment}")).Code);
        Assert.Equal((0, 0, 1, 1), await Board.RowsAsync(shop, post));
        Assert.Equal(HttpStatusCode.NoContent, (await fan.DeleteAsync(shop.Http, $"{Board.Posts}/{post}/comments/{comment}")).Status);
        Assert.Equal("no-such-comment", (await fan.DeleteAsync(shop.Http, $"{Board.Posts}/{post}/comments/{comment}")).Code);

        Assert.Equal((0, 0, 0, 0), await Board.RowsAsync(shop, post));
    }

    [Fact]
    public async Task A_like_counts_once_and_can_be_removed_once()
    {
        var fans = await shop.NextFansAsync(2);
        var post = await Board.WriteAsync(fans[0]);

        foreach (var fan in (Fan[])[fans[0], fans[1], fans[1]])
            Assert.Equal(HttpStatusCode.NoContent, (await Board.LikeAsync(fan, post)).Status);
        Assert.Equal((2, 2, 0, 0), await Board.RowsAsync(shop, post));
        for (var n = 0; n < 2; n++)
            Assert.Equal(HttpStatusCode.NoContent, (await Board.UnlikeAsync(fans[1], post)).Status);

        Assert.Equal((1, 1, 0, 0), await Board.RowsAsync(shop, post));
    }

    [Theory]
    [InlineData("""{"title":"","body":"x"}""", "title")]
    [InlineData("""{"title":"  ","body":"x"}""", "title")]
    [InlineData("""{"title":"x","body":" "}""", "body")]
    [InlineData("""{"title":"x"}""", "body")]
    [InlineData("""{"title":null,"body":"x"}""", "title")]
    [InlineData("""{"title":"x","body":"x","likes":9}""", "likes")]
    [InlineData("""{"title":"x","body":"x","teamId":"1"}""", "teamId")]
    public async Task Invalid_text_is_rejected_with_its_field(string body, string field)
    {
        var fan = await shop.NextFanAsync();
        using var content = new StringContent(body, null, "application/json");

        var refused = await fan.PostAsync(shop.Http, Board.Posts, content);

        Assert.Equal((HttpStatusCode.BadRequest, "invalid"), (refused.Status, refused.Code));
        Assert.True(refused.Json.GetProperty("errors").TryGetProperty(field, out _), refused.Body);
    }

    [Fact]
    public async Task Texts_have_a_maximum_length_and_boards_belong_to_teams()
    {
        var fan = await shop.NextFanAsync();
        var post = await Board.WriteAsync(fan, new string('가', 100));

        Assert.Equal("invalid", (await Board.TryWriteAsync(fan, new string('가', 101), "x")).Code);
        Assert.Equal(HttpStatusCode.Created, (await Board.TryWriteAsync(fan, "x", new string('가', 4_000))).Status);
        Assert.Equal("invalid", (await Board.TryWriteAsync(fan, "x", new string('가', 4_001))).Code);
        Assert.Equal("no-such-team", (await Board.TryWriteAsync(fan, "x", "x", teamId: 11)).Code);
        Assert.Equal("invalid", (await fan.PostAsync(shop.Http, $"{Board.Posts}/{post}/comments", new { body = new string('가', 1_001) })).Code);
        Assert.Equal("invalid", (await fan.PutAsync(shop.Http, $"{Board.Posts}/{post}", new { title = new string('가', 101), body = "x" })).Code);
    }
}
