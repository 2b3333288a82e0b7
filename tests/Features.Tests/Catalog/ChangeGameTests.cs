using System.Net;
using System.Text;
using System.Text.Json;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.Catalog;

public sealed class ChangeGameTests(Shop shop)
{
    [Fact]
    public async Task A_sale_closes_on_every_replica_within_a_second_and_can_reopen()
    {
        var by = await shop.NextOperatorAsync();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        foreach (var replica in shop.Replicas)
            Assert.Equal(HttpStatusCode.Created, (await fan.TryHoldAsync(replica, game, Shop.Grade(game), 1)).Status);

        await ChangeAsync(by, game, new { saleOpensAt = "2090-01-01T00:00:00Z", saleClosesAt = "2091-01-01T00:00:00Z" });
        foreach (var replica in shop.Replicas)
        {
            await Until.TrueAsync(() => fan.TryHoldAsync(replica, game, Shop.Grade(game), 1), answer => answer.Code == "sale-not-open");
            await Until.TrueAsync(() => replica.GetAnswerAsync($"/api/games/{game}"), answer =>
                answer.Json.GetProperty("saleOpensAt").GetString() == "2090-01-01T00:00:00Z");
        }

        await ChangeAsync(by, game, new { saleOpensAt = "2026-01-01T00:00:00Z" });
        foreach (var replica in shop.Replicas)
            await Until.TrueAsync(() => fan.TryHoldAsync(replica, game, Shop.Grade(game), 1), answer => answer.Status == HttpStatusCode.Created);
    }

    [Fact]
    public async Task A_lower_limit_applies_to_the_next_purchase_and_not_to_earlier_ones()
    {
        var by = await shop.NextOperatorAsync();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        await fan.BuyAsync(game, 1, 2, 3);

        Assert.Equal(2, (await ChangeAsync(by, game, new { seatsPerAccount = 2 })).Json.GetProperty("seatsPerAccount").GetInt32());

        foreach (var replica in shop.Replicas)
            await Until.TrueAsync(() => replica.GetAnswerAsync($"/api/games/{game}"), answer => answer.Number("seatsPerAccount") == 2);
        await Until.TrueAsync(() => fan.TryHoldAsync(shop.Http, game, Shop.Grade(game), 4), answer => answer.Code == "limit-reached");
        Assert.Equal(3, await shop.QueryAsync<long>("SELECT COUNT(*) FROM seat_claims WHERE game_id = @game", new { game }));
    }

    [Theory]
    [InlineData("{}", "body")]
    [InlineData("""{"saleClosesAt":null}""", "saleClosesAt")]
    [InlineData("""{"title":null}""", "title")]
    [InlineData("""{"seatsPerAccount":"x"}""", "seatsPerAccount")]
    [InlineData("""{"startsAt":"x"}""", "startsAt")]
    [InlineData("""{"seatsPerAccount":0}""", "seatsPerAccount")]
    [InlineData("""{"seatsPerAccount":101}""", "seatsPerAccount")]
    [InlineData("""{"saleOpensAt":"2099-01-01T00:00:00Z"}""", "saleClosesAt")]
    [InlineData("""{"saleOpensAt":"2026-01-01T00:00:00"}""", "saleOpensAt")]
    [InlineData("""{"homeTeamId":1}""", "homeTeamId")]
    public async Task An_invalid_change_is_rejected_and_changes_nothing(string body, string field)
    {
        var by = await shop.NextOperatorAsync();
        var game = shop.NextGame();
        var before = (await shop.Http.GetAnswerAsync($"/api/games/{game}")).Body;

        var refused = await by.SendAsync(shop.Http, HttpMethod.Patch, $"/api/admin/games/{game}", new StringContent(body, Encoding.UTF8, "application/json"));

        Assert.Equal((HttpStatusCode.BadRequest, "invalid"), (refused.Status, refused.Code));
        Assert.Equal(field, Assert.Single(refused.Json.GetProperty("errors").EnumerateObject()).Name);
        Assert.Equal(before, (await shop.Http.GetAnswerAsync($"/api/games/{game}")).Body);
        Assert.Equal(0, await shop.QueryAsync<long>("SELECT COUNT(*) FROM operator_acts WHERE account_id = @Id", new { by.Id }));
    }

    [Fact]
    public async Task Two_games_cannot_start_in_one_stadium_at_one_time_and_an_unknown_game_cannot_be_changed()
    {
        var by = await shop.NextOperatorAsync();
        var game = shop.NextGame();
        var starts = await shop.QueryAsync<DateTime>(
            "SELECT MAX(other.starts_at) FROM games other JOIN games game ON other.stadium_id = game.stadium_id AND other.id <> game.id WHERE game.id = @game", new { game });

        var taken = await PatchAsync(by, shop.Http, game, new { startsAt = DateTime.SpecifyKind(starts, DateTimeKind.Utc) });
        var missing = await PatchAsync(by, shop.Http, 999_999, new { seatsPerAccount = 3 });

        Assert.Equal((HttpStatusCode.Conflict, "stadium-taken"), (taken.Status, taken.Code));
        Assert.Equal((HttpStatusCode.NotFound, "no-such-game"), (missing.Status, missing.Code));
    }

    /// <summary>Each act names the state it found, and that is the state the act before it left.</summary>
    [Fact]
    public async Task The_audit_records_of_fifty_concurrent_changes_form_one_chain()
    {
        var by = await shop.NextOperatorAsync();
        var game = shop.NextGame();
        var first = (await shop.Http.GetAnswerAsync($"/api/games/{game}")).Json.GetProperty("seatsPerAccount").GetInt32();

        var answers = await Together.RunAsync(50, async caller =>
        {
            // Fifty requests wait for one row: those shed are retried.
            Answer answer;
            do
                answer = await PatchAsync(by, shop.Replicas[caller % shop.Replicas.Count], game, new { seatsPerAccount = 10 + caller });
            while (answer.Status == HttpStatusCode.ServiceUnavailable);
            return answer;
        });

        Assert.All(answers, answer => Assert.Equal(HttpStatusCode.OK, answer.Status));
        var acts = (await by.GetAsync(shop.Http, $"/api/admin/acts?gameId={game}&limit=100")).Json.GetProperty("items").EnumerateArray().Reverse().ToList();
        Assert.Equal(50, acts.Count);
        Assert.Equal([first, .. acts.SkipLast(1).Select(act => Limit(act, "after"))], acts.Select(act => Limit(act, "before")));
        Assert.Equal(Enumerable.Range(10, 50), acts.Select(act => Limit(act, "after")).Order());
        Assert.Equal(Limit(acts[^1], "after"), await shop.QueryAsync<int>("SELECT seats_per_account FROM games WHERE id = @game", new { game }));
    }

    private static int Limit(JsonElement act, string state) => act.GetProperty(state).GetProperty("seatsPerAccount").GetInt32();

    private async Task<Answer> ChangeAsync(Fan by, long game, object change)
    {
        var answer = await PatchAsync(by, shop.Http, game, change);
        Assert.Equal(HttpStatusCode.OK, answer.Status);
        return answer;
    }

    private static Task<Answer> PatchAsync(Fan by, HttpClient replica, long game, object change) =>
        by.PatchAsync(replica, $"/api/admin/games/{game}", change);
}
