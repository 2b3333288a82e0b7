using System.Net;
using Dugout.Features.Tests.Platform;
using Xunit;

namespace Dugout.Features.Tests.Talk;

/// <summary>The exact cost of each step on the servers, counted on the wire. A change of cost must change this table.</summary>
public sealed class TalkBudgets(Shop shop)
{
    [Fact]
    public async Task Every_step_stays_within_its_query_budget_for_any_number_of_likes_and_comments()
    {
        Assert.SkipWhen(Shop.IsOnMySql, "The budgets are MariaDB's; the run on MariaDB counts them.");
        await using var bill = new Bill(shop);
        var http = bill.Http;
        var fans = await shop.NextFansAsync(3);
        var post = await Board.WriteAsync(fans[0], teamId: 10, replica: http);
        foreach (var fan in fans)
        {
            await Board.LikeAsync(fan, post);
            await Board.CommentAsync(fan, post);
        }

        await Board.ShowAsync(shop, post, shown => shown.GetProperty("comments").GetInt32() == 3);
        var comment = 0L;

        await bill.AddAsync("list", () => http.GetAnswerAsync($"{Board.Posts}?limit=100"));
        await bill.AddAsync("list of a team", () => http.GetAnswerAsync($"{Board.Posts}?teamId=10"));
        await bill.AddAsync("post", () => http.GetAnswerAsync($"{Board.Posts}/{post}"));
        await bill.AddAsync("comments", () => http.GetAnswerAsync($"{Board.Posts}/{post}/comments"));
        await bill.AddAsync("write", () => Board.TryWriteAsync(fans[0], "x", "x", replica: http));
        await bill.AddAsync("edit", () => fans[0].PutAsync(http, $"{Board.Posts}/{post}", new { title = "y", body = "y" }));
        await bill.AddAsync("edit another fan's", () => fans[1].PutAsync(http, $"{Board.Posts}/{post}", new { title = "z", body = "z" }), HttpStatusCode.Forbidden);
        await bill.AddAsync("unlike", () => Board.UnlikeAsync(fans[1], post, http));
        await bill.AddAsync("like", () => Board.LikeAsync(fans[1], post, http));
        await bill.AddAsync("comment", async () =>
        {
            var said = await Board.TryCommentAsync(fans[1], post, http);
            comment = said.Number("commentId");
            return said;
        });
        await bill.AddAsync("delete comment", () => fans[1].DeleteAsync(http, $"{Board.Posts}/{post}/comments/{comment}"));
        await bill.AddAsync("delete", () => fans[0].DeleteAsync(http, $"{Board.Posts}/{post}"));

        // What is written ends with two looks: at what it came to, and at its place in the primary's history.
        Assert.Equal<Cost>(
        [
            new("list", 1, 1, 0),
            new("list of a team", 1, 1, 0),
            new("post", 1, 1, 0),
            new("comments", 1, 1, 0),
            new("write", 3, 1, 0),
            new("edit", 3, 1, 0),
            new("edit another fan's", 4, 2, 0),
            new("unlike", 5, 1, 0),
            new("like", 4, 1, 0),
            new("comment", 4, 1, 0),
            new("delete comment", 5, 1, 0),
            new("delete", 3, 1, 0),
        ], bill.Costs);
    }
}
