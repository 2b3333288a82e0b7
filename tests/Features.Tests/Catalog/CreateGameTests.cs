using System.Globalization;
using System.Net;
using System.Text.Json.Nodes;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Catalog;

public sealed class CreateGameTests(Shop shop)
{
    private static int _lastHour;

    [Fact]
    public async Task A_new_game_is_shown_and_sold_on_every_replica()
    {
        var by = await shop.NextOperatorAsync();

        var made = await by.PostAsync(shop.Http, "/api/admin/games", Game());

        var game = made.Number("id");
        Assert.Equal((HttpStatusCode.Created, $"/api/games/{game}"), (made.Status, made.Headers.Location?.ToString()));
        var grade = made.Json.GetProperty("grades")[0].GetProperty("gradeId").GetInt64();
        var fans = await shop.NextFansAsync(shop.Replicas.Count);
        foreach (var (index, replica) in shop.Replicas.Index())
        {
            var shown = await Until.TrueAsync(() => replica.GetAnswerAsync($"/api/games/{game}"), answer => answer.Status == HttpStatusCode.OK);
            Assert.Equal(("LG 트윈스 vs 두산 베어스", 1), (Text(shown, "title"), shown.Json.GetProperty("stadium").GetProperty("id").GetInt64()));
            var hold = await fans[index].HoldAsync(replica, game, grade, index + 1);
            Assert.Equal(HttpStatusCode.Created, (await fans[index].ReserveAsync(replica, game, hold.Number("holdId"))).Status);
        }

        Assert.Equal(1_000 - shop.Replicas.Count, (await shop.Http.GetAnswerAsync($"/api/games/{game}/grades")).Json.GetProperty("items")[0].GetProperty("remaining").GetInt32());
    }

    [Fact]
    public async Task Given_members_apply_and_omitted_ones_have_their_defaults()
    {
        var by = await shop.NextOperatorAsync();
        var given = Game();
        given["title"] = "올스타전";
        given["stadiumId"] = 7;
        given["seatsPerAccount"] = 2;
        given["startsAt"] = "2061-05-05T05:00:00.1234567Z";

        var made = await by.PostAsync(shop.Http, "/api/admin/games", given);

        Assert.Equal(
            """{"title":"올스타전","startsAt":"2061-05-05T05:00:00.123456Z","saleOpensAt":"2026-01-01T00:00:00Z","saleClosesAt":"2060-01-01T00:00:00Z","seatsPerAccount":2}""",
            made.Json.GetProperty("game").GetRawText());
        var grades = made.Json.GetProperty("grades").EnumerateArray().Select(grade =>
            (grade.GetProperty("name").GetString(), grade.GetProperty("price").GetInt64(), grade.GetProperty("capacity").GetInt32(), grade.GetProperty("seatsPerAccount").GetInt32()));
        Assert.Equal([("테이블석", 50_000, 1_000, 4), ("블루석", 0, 3_000, 1)], grades);
    }

    [Theory]
    [InlineData("homeTeamId", "99", 404, "no-such-team", null)]
    [InlineData("stadiumId", "99", 404, "no-such-stadium", null)]
    [InlineData("grades", """[{"standId":1,"name":"가","price":1},{"standId":99,"name":"나","price":1}]""", 404, "no-such-stand", null)]
    [InlineData("awayTeamId", "2", 400, "invalid", "awayTeamId")]
    [InlineData("startsAt", "\"2061-04-01T09:30:00\"", 400, "invalid", "startsAt")]
    [InlineData("startsAt", "\"2061-04-01T09:30:00+09:00\"", 400, "invalid", "startsAt")]
    [InlineData("startsAt", "\"1999-04-01T09:30:00Z\"", 400, "invalid", "startsAt")]
    [InlineData("saleClosesAt", "\"2026-01-01T00:00:00Z\"", 400, "invalid", "saleClosesAt")]
    [InlineData("title", "\"\"", 400, "invalid", "title")]
    [InlineData("seatsPerAccount", "0", 400, "invalid", "seatsPerAccount")]
    [InlineData("seatsPerAccount", "null", 400, "invalid", "seatsPerAccount")]
    [InlineData("grades", "[]", 400, "invalid", "grades")]
    [InlineData("grades", """[{"standId":1,"name":"가","price":1},{"standId":1,"name":"나","price":1}]""", 400, "invalid", "grades")]
    [InlineData("grades", """[{"standId":1,"name":"Ace","price":1},{"standId":2,"name":"ace","price":1}]""", 400, "invalid", "grades")]
    [InlineData("grades", """[{"standId":1,"name":"가","price":-1}]""", 400, "invalid", "grades[0].price")]
    [InlineData("grades", """[{"standId":1,"name":"","price":1}]""", 400, "invalid", "grades[0].name")]
    [InlineData("grades", "[null]", 400, "invalid", "grades[0]")]
    [InlineData("grades", """[{"standId":1,"name":"Cafe","price":1},{"standId":2,"name":"Café","price":1}]""", 409, "name-taken", null)]
    [InlineData("grades", """[{"standId":1,"name":"가"}]""", 400, "invalid", "grades[0].price")]
    public async Task An_invalid_game_is_rejected_and_leaves_no_rows(string member, string value, int status, string code, string? field)
    {
        var by = await shop.NextOperatorAsync();
        var given = Game();
        given[member] = JsonNode.Parse(value);

        var refused = await by.PostAsync(shop.Http, "/api/admin/games", given);

        Assert.Equal((status, code), ((int)refused.Status, refused.Code));
        if (field is not null)
            Assert.Equal(field, Assert.Single(refused.Json.GetProperty("errors").EnumerateObject()).Name);
        Assert.Equal(0, await shop.QueryAsync<long>("SELECT COUNT(*) FROM operator_acts WHERE account_id = @Id", new { by.Id }));
        Assert.Equal(0, await shop.QueryAsync<long>("SELECT COUNT(*) FROM games WHERE starts_at = @at", new { at = given["startsAt"]!.GetValue<string>()[..19] }));
    }

    [Fact]
    public async Task Of_fifty_operators_who_create_the_same_game_one_succeeds()
    {
        var by = await shop.NextOperatorAsync();
        var given = Game().ToJsonString();

        var answers = await Together.RunAsync(50, caller =>
            by.PostAsync(shop.Replicas[caller % shop.Replicas.Count], "/api/admin/games", JsonNode.Parse(given)!));

        var game = Assert.Single(answers, answer => answer.Status == HttpStatusCode.Created).Number("id");
        Assert.Equal(49, answers.Count(answer => answer is { Status: HttpStatusCode.Conflict, Code: "stadium-taken" }));
        Assert.Equal(game, await shop.QueryAsync<long>("SELECT game_id FROM operator_acts WHERE account_id = @Id", new { by.Id }));
        Assert.Equal(2, await shop.QueryAsync<long>("SELECT COUNT(*) FROM grades WHERE game_id = @game", new { game }));
    }

    [Fact]
    public async Task Operators_see_all_stands()
    {
        var by = await shop.NextOperatorAsync();

        var stands = (await by.GetAsync(shop.Http, "/api/admin/stands")).Json.GetProperty("items");

        Assert.Equal(5, stands.GetArrayLength());
        Assert.Equal("""{"id":1,"name":"테이블석","capacity":1000}""", stands[0].GetRawText());
    }

    /// <summary>A game at an hour no other test has.</summary>
    private static JsonObject Game() => new()
    {
        ["homeTeamId"] = 2,
        ["awayTeamId"] = 1,
        ["startsAt"] = new DateTime(2060, 1, 1).AddHours(Interlocked.Increment(ref _lastHour)).ToString("s", CultureInfo.InvariantCulture) + "Z",
        ["saleOpensAt"] = "2026-01-01T00:00:00Z",
        ["saleClosesAt"] = "2060-01-01T00:00:00Z",
        ["grades"] = JsonNode.Parse("""[{"standId":1,"name":"테이블석","price":50000},{"standId":2,"name":"블루석","price":0,"seatsPerAccount":1}]"""),
    };

    private static string? Text(Answer answer, string member) => answer.Json.GetProperty(member).GetString();
}
