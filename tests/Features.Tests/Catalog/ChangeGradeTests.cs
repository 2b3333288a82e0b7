using System.Net;
using System.Text;
using Xunit;

namespace Dugout.Features.Tests.Catalog;

public sealed class ChangeGradeTests(Shop shop)
{
    [Fact]
    public async Task A_new_price_applies_on_every_replica_a_second_later_but_not_to_held_seats()
    {
        var by = await shop.NextOperatorAsync();
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var grade = Shop.Grade(game);
        var held = (await fans[0].HoldAsync(game, 1)).Number("holdId");

        var changed = await PatchAsync(by, game, grade, """{"price":51000}""");

        Assert.Equal((HttpStatusCode.OK, """{"name":"테이블석","price":51000,"seatsPerAccount":4}"""), (changed.Status, changed.Body));
        foreach (var replica in shop.Replicas)
        {
            await Until.TrueAsync(() => replica.GetAnswerAsync($"/api/games/{game}/grades/{grade}"), answer => answer.Number("price") == 51_000);
            await Until.TrueAsync(() => replica.GetAnswerAsync($"/api/games/{game}/grades"), answer =>
                answer.Json.GetProperty("items")[0].GetProperty("price").GetInt64() == 51_000);
        }

        Assert.Equal(51_000, (await fans[1].HoldAsync(game, 2)).Json.GetProperty("seats")[0].GetProperty("price").GetInt64());
        Assert.Equal(50_000, (await fans[0].ReserveAsync(game, held)).Number("total"));
    }

    [Fact]
    public async Task The_limit_of_a_grade_applies_to_that_grade_only()
    {
        var by = await shop.NextOperatorAsync();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        Assert.Equal(HttpStatusCode.Created, (await fan.TryHoldAsync(shop.Http, game, Shop.Grade(game), 1, 2)).Status);

        await PatchAsync(by, game, Shop.Grade(game), """{"seatsPerAccount":1}""");

        await Until.TrueAsync(() => shop.Http.GetAnswerAsync($"/api/games/{game}/grades/{Shop.Grade(game)}"), answer => answer.Number("seatsPerAccount") == 1);
        await Until.TrueAsync(() => fan.TryHoldAsync(shop.Http, game, Shop.Grade(game), 1, 2), answer => answer.Code == "limit-reached");
        Assert.Equal(HttpStatusCode.Created, (await fan.HoldAsync(shop.Http, game, Shop.Grade(game, 2), 1, 2)).Status);
    }

    [Theory]
    [InlineData("{}", 400, "invalid")]
    [InlineData("""{"price":null}""", 400, "invalid")]
    [InlineData("""{"price":-1}""", 400, "invalid")]
    [InlineData("""{"price":10000001}""", 400, "invalid")]
    [InlineData("""{"price":1.5}""", 400, "invalid")]
    [InlineData("""{"seatsPerAccount":0}""", 400, "invalid")]
    [InlineData("""{"price":"x"}""", 400, "invalid")]
    [InlineData("""{"capacity":5}""", 400, "invalid")]
    [InlineData("""{"name":"블루석"}""", 409, "name-taken")]
    public async Task An_invalid_change_is_rejected_and_changes_nothing(string body, int status, string code)
    {
        var by = await shop.NextOperatorAsync();
        var game = shop.NextGame();

        var refused = await PatchAsync(by, game, Shop.Grade(game), body);

        Assert.Equal((status, code), ((int)refused.Status, refused.Code));
        Assert.Equal("테이블석 50000 4", await shop.QueryAsync<string>(
            "SELECT CONCAT_WS(' ', name, price, seats_per_account) FROM grades WHERE id = @grade", new { grade = Shop.Grade(game) }));
        Assert.Equal(0, await shop.QueryAsync<long>("SELECT COUNT(*) FROM operator_acts WHERE account_id = @Id", new { by.Id }));
    }

    [Fact]
    public async Task A_grade_of_another_game_cannot_be_changed()
    {
        var by = await shop.NextOperatorAsync();
        var game = shop.NextGame();

        var refused = await PatchAsync(by, game, Shop.Grade(game + 1), """{"price":1}""");

        Assert.Equal((HttpStatusCode.NotFound, "no-such-grade"), (refused.Status, refused.Code));
    }

    [Fact]
    public async Task The_audit_record_has_the_grade_and_its_previous_state()
    {
        var by = await shop.NextOperatorAsync();
        var game = shop.NextGame();
        var grade = Shop.Grade(game, 2);

        await PatchAsync(by, game, grade, """{"name":"블루존","price":26000}""");

        var act = Assert.Single((await by.GetAsync(shop.Http, $"/api/admin/acts?gameId={game}")).Json.GetProperty("items").EnumerateArray());
        Assert.Equal(("change-grade", by.Id), (act.GetProperty("act").GetString(), act.GetProperty("accountId").GetInt64()));
        Assert.Equal($$$"""{"gradeId":{{{grade}}},"settings":{"name":"블루석","price":25000,"seatsPerAccount":4}}""", act.GetProperty("before").GetRawText());
        Assert.Equal($$$"""{"gradeId":{{{grade}}},"settings":{"name":"블루존","price":26000,"seatsPerAccount":4}}""", act.GetProperty("after").GetRawText());
    }

    private Task<Answer> PatchAsync(Fan by, long game, long grade, string body) =>
        by.SendAsync(shop.Http, HttpMethod.Patch, $"/api/admin/games/{game}/grades/{grade}", new StringContent(body, Encoding.UTF8, "application/json"));
}
