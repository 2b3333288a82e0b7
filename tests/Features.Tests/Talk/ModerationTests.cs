using System.Net;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Talk;

/// <summary>Operators take posts and comments off the board, and no act of theirs is without its record.</summary>
public sealed class ModerationTests(Shop shop)
{
    private const string Acts = "/api/admin/acts?limit=100";

    [Fact]
    public async Task A_removed_post_is_gone_and_the_audit_record_has_the_operator_and_the_text()
    {
        var by = await shop.NextOperatorAsync();
        var fan = await shop.NextFanAsync();
        var post = await Board.WriteAsync(fan, "지울 글");

        Assert.Equal(HttpStatusCode.NoContent, (await by.DeleteAsync(shop.Http, $"/api/admin/talk/posts/{post}")).Status);
        Assert.Equal("no-such-post", (await by.DeleteAsync(shop.Http, $"/api/admin/talk/posts/{post}")).Code);

        Assert.Equal(0, await shop.QueryAsync<long>("SELECT COUNT(*) FROM talk_posts WHERE id = @post", new { post }));
        var act = Assert.Single((await by.GetAsync(shop.Replicas[1], Acts)).Json.GetProperty("items").EnumerateArray(), one => one.GetProperty("accountId").GetInt64() == by.Id);
        Assert.Equal(("remove-talk-post", System.Text.Json.JsonValueKind.Null), (act.GetProperty("act").GetString(), act.GetProperty("gameId").ValueKind));
        Assert.Equal((post, fan.Id, "지울 글"), (act.GetProperty("before").GetProperty("postId").GetInt64(), act.GetProperty("before").GetProperty("authorId").GetInt64(),
            act.GetProperty("before").GetProperty("title").GetString()));
    }

    [Fact]
    public async Task A_removed_comment_does_not_count_and_is_recorded()
    {
        var by = await shop.NextOperatorAsync();
        var fan = await shop.NextFanAsync();
        var (post, other) = (await Board.WriteAsync(fan), await Board.WriteAsync(fan));
        var comment = await Board.CommentAsync(fan, post);

        Assert.Equal("no-such-comment", (await by.DeleteAsync(shop.Http, $"/api/admin/talk/posts/{other}/comments/{comment}")).Code);
        Assert.Equal(HttpStatusCode.NoContent, (await by.DeleteAsync(shop.Http, $"/api/admin/talk/posts/{post}/comments/{comment}")).Status);

        Assert.Equal((0, 0, 0, 0), await Board.RowsAsync(shop, post));
        var act = Assert.Single((await by.GetAsync(shop.Http, Acts)).Json.GetProperty("items").EnumerateArray(), one => one.GetProperty("accountId").GetInt64() == by.Id);
        Assert.Equal((comment, "저도요"), (act.GetProperty("before").GetProperty("commentId").GetInt64(), act.GetProperty("before").GetProperty("body").GetString()));
    }

    [Fact]
    public async Task Of_concurrent_author_and_moderators_one_removes_it_and_only_an_operator_act_is_recorded()
    {
        var by = await shop.NextOperatorAsync();
        var fan = await shop.NextFanAsync();
        var post = await Board.WriteAsync(fan);

        var answers = await Together.RunAsync(20, caller => caller == 0
            ? fan.DeleteAsync(shop.Replicas[0], $"{Board.Posts}/{post}")
            : by.DeleteAsync(shop.Replicas[caller % 2], $"/api/admin/talk/posts/{post}"));

        Assert.Single(answers, answer => answer.Status == HttpStatusCode.NoContent);
        Assert.All(answers, answer => Assert.True(answer.Status is HttpStatusCode.NoContent || answer.Code is "no-such-post" or "busy", answer.Body));
        var acts = await shop.QueryAsync<long>("SELECT COUNT(*) FROM operator_acts WHERE account_id = @Id", new { by.Id });
        Assert.Equal(answers.Skip(1).Count(answer => answer.Status == HttpStatusCode.NoContent), acts);
    }
}
