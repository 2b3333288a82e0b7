using System.Net;
using System.Text;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>Seats blocked and unblocked by operators.</summary>
public sealed class BlockSeatsTests(Shop shop)
{
    [Fact]
    public async Task A_blocked_seat_is_gone_on_every_replica_and_counts_as_not_remaining()
    {
        var by = await shop.NextOperatorAsync();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();

        Assert.Equal(HttpStatusCode.NoContent, (await BlockAsync(by, game, 3, 1)).Status);

        foreach (var replica in shop.Replicas)
        {
            var refused = await fan.HoldAsync(replica, game, Shop.Grade(game), 1, 2, 3);
            Assert.Equal($$"""[{"gradeId":{{Shop.Grade(game)}},"number":1,"reason":"blocked"},{"gradeId":{{Shop.Grade(game)}},"number":3,"reason":"blocked"}]""",
                refused.Json.GetProperty("seats").GetRawText());
            Assert.Equal("[1,3]", (await replica.GetAnswerAsync($"/api/games/{game}/grades/{Shop.Grade(game)}/taken")).Json.GetProperty("taken").GetRawText());
            Assert.Equal(998, (await replica.GetAnswerAsync($"/api/games/{game}/grades")).Json.GetProperty("items")[0].GetProperty("remaining").GetInt32());
        }
    }

    [Fact]
    public async Task An_unblocked_seat_is_sold_like_any_other()
    {
        var by = await shop.NextOperatorAsync();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        await BlockAsync(by, game, 1, 2);

        Assert.Equal(HttpStatusCode.NoContent, (await UnblockAsync(by, game, 2)).Status);

        Assert.True(await fan.BuyAsync(game, 2) > 0);
        Assert.Equal("seat-taken", (await fan.HoldAsync(game, 1)).Code);
        Assert.Equal("[1,2]", (await shop.Http.GetAnswerAsync($"/api/games/{game}/grades/{Shop.Grade(game)}/taken")).Json.GetProperty("taken").GetRawText());
    }

    [Fact]
    public async Task Seats_are_blocked_all_or_none_and_a_sold_one_stays_sold()
    {
        var by = await shop.NextOperatorAsync();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        await fan.BuyAsync(game, 2);
        await BlockAsync(by, game, 4);

        var refused = await BlockAsync(by, game, 1, 2, 3, 4);

        Assert.Equal((HttpStatusCode.Conflict, "seat-taken"), (refused.Status, refused.Code));
        Assert.Equal([(2, "sold"), (4, "blocked")], refused.Json.GetProperty("seats").EnumerateArray()
            .Select(seat => (seat.GetProperty("number").GetInt32(), seat.GetProperty("reason").GetString()!)).Order());
        Assert.Equal(2, await shop.QueryAsync<long>("SELECT COUNT(*) FROM seat_claims WHERE game_id = @game", new { game }));
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM operator_acts WHERE game_id = @game", new { game }));
    }

    [Theory]
    [InlineData(1)] // free
    [InlineData(2)] // sold
    public async Task Seats_are_unblocked_all_or_none(int notBlocked)
    {
        var by = await shop.NextOperatorAsync();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        await fan.BuyAsync(game, 2);
        await BlockAsync(by, game, 3);

        var refused = await UnblockAsync(by, game, 3, notBlocked);

        Assert.Equal((HttpStatusCode.Conflict, "not-blocked"), (refused.Status, refused.Code));
        Assert.Equal(2, await shop.QueryAsync<long>("SELECT COUNT(*) FROM seat_claims WHERE game_id = @game", new { game }));
        Assert.Equal(1, await shop.QueryAsync<long>("SELECT COUNT(*) FROM operator_acts WHERE game_id = @game", new { game }));
    }

    [Fact]
    public async Task Blocking_a_held_seat_removes_it_from_its_hold()
    {
        var by = await shop.NextOperatorAsync();
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        var hold = (await fans[0].HoldAsync(game, 1, 2)).Number("holdId");

        await BlockAsync(by, game, 1);

        Assert.Contains("\"reason\":\"blocked\"", (await fans[1].HoldAsync(game, 1)).Body, StringComparison.Ordinal);
        Assert.Equal("hold-expired", (await fans[0].SendAsync(shop.Http, HttpMethod.Post, $"/api/games/{game}/holds/{hold}/renewals")).Code);
        Assert.Equal("hold-expired", (await fans[0].ReserveAsync(game, hold)).Code);
        Assert.Equal(HttpStatusCode.NoContent, (await fans[0].DeleteAsync(shop.Http, $"/api/games/{game}/holds/{hold}")).Status);
        Assert.Equal(HttpStatusCode.Created, (await fans[1].HoldAsync(game, 2)).Status);
        Assert.Contains("\"reason\":\"blocked\"", (await fans[1].HoldAsync(game, 1)).Body, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_whole_block_is_blocked_at_once_and_listed_in_order()
    {
        var by = await shop.NextOperatorAsync();
        var game = shop.NextGame();
        var numbers = Enumerable.Range(1, 500).ToArray();

        Assert.Equal(HttpStatusCode.NoContent, (await BlockAsync(by, game, numbers)).Status);

        List<int> listed = [];
        string? next = "";
        while (next is not null)
        {
            var page = (await by.GetAsync(shop.Http, $"/api/admin/games/{game}/blocks?limit=99{next}")).Json;
            listed.AddRange(page.GetProperty("items").EnumerateArray().Select(seat => seat.GetProperty("number").GetInt32()));
            next = page.GetProperty("next").GetString() is { } cursor ? $"&after={cursor}" : null;
        }

        Assert.Equal(numbers, listed);
        Assert.Equal(HttpStatusCode.NoContent, (await UnblockAsync(by, game, numbers)).Status);
        Assert.Equal(0, await shop.QueryAsync<long>("SELECT COUNT(*) FROM seat_claims WHERE game_id = @game", new { game }));
    }

    [Theory]
    [InlineData("""{"seats":[]}""", 400, "invalid")]
    [InlineData("""{"seats":null}""", 400, "invalid")]
    [InlineData("""{"seats":[{"gradeId":GRADE,"number":1},{"gradeId":GRADE,"number":1}]}""", 400, "invalid")]
    [InlineData("""{"seats":[{"gradeId":GRADE,"number":1},{"gradeId":GRADE,"number":1001}]}""", 404, "no-such-seat")]
    [InlineData("""{"seats":[{"gradeId":999999,"number":1}]}""", 404, "no-such-seat")]
    public async Task Invalid_seats_are_rejected(string body, int status, string code)
    {
        var by = await shop.NextOperatorAsync();
        var game = shop.NextGame();

        foreach (var act in (string[])["blocks", "releases"])
        {
            using var content = new StringContent(body.Replace("GRADE", $"{Shop.Grade(game)}", StringComparison.Ordinal), Encoding.UTF8, "application/json");
            var refused = await by.PostAsync(shop.Http, $"/api/admin/games/{game}/{act}", content);
            Assert.Equal((act, status, code), (act, (int)refused.Status, refused.Code));
        }

        Assert.Equal(0, await shop.QueryAsync<long>("SELECT COUNT(*) FROM seat_claims WHERE game_id = @game", new { game }));
    }

    [Fact]
    public async Task Too_many_seats_and_an_unknown_game_are_rejected()
    {
        var by = await shop.NextOperatorAsync();

        Assert.Equal("invalid", (await BlockAsync(by, shop.NextGame(), [.. Enumerable.Range(1, 501)])).Code);
        Assert.Equal("no-such-game", (await BlockAsync(by, 999_999, 1)).Code);
        Assert.Equal("no-such-game", (await UnblockAsync(by, 999_999, 1)).Code);
        Assert.Equal("no-such-game", (await by.GetAsync(shop.Http, "/api/admin/games/999999/blocks")).Code);
    }

    /// <summary>The act is committed; no request is rejected because Redis missed it, and no fan gets a blocked seat.</summary>
    [Fact]
    public async Task Seats_can_be_blocked_and_unblocked_without_Redis()
    {
        await using var redis = shop.BeforeRedis();
        await using var replica = shop.Replica([.. shop.Through(redis: redis), ("Redis:DeadlineMilliseconds", "200")]);
        using var http = replica.CreateClient();
        var by = await shop.NextOperatorAsync();
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        await BlockAsync(by, game, 2);
        redis.Freeze();

        Assert.Equal(HttpStatusCode.NoContent, (await PostAsync(http, by, game, "blocks", 1)).Status);
        Assert.Equal(HttpStatusCode.NoContent, (await PostAsync(http, by, game, "releases", 2)).Status);

        Assert.Contains("\"reason\":\"blocked\"", (await fan.HoldAsync(game, 1)).Body, StringComparison.Ordinal);
        Assert.Equal(2, await shop.QueryAsync<long>("SELECT COUNT(*) FROM operator_acts WHERE account_id = @Id AND game_id = @game AND state_after LIKE '%blocked%'", new { by.Id, game }));
    }

    [Fact]
    public async Task Both_acts_are_recorded_with_the_state_before_and_after()
    {
        var by = await shop.NextOperatorAsync();
        var game = shop.NextGame();
        await BlockAsync(by, game, 7);
        await UnblockAsync(by, game, 7);

        var acts = (await by.GetAsync(shop.Replicas[1], $"/api/admin/acts?gameId={game}")).Json.GetProperty("items");

        var seats = $$"""[{"gradeId":{{Shop.Grade(game)}},"number":7}]""";
        Assert.Equal([("unblock-seats", "blocked", "free"), ("block-seats", "free", "blocked")], acts.EnumerateArray().Select(act =>
            (act.GetProperty("act").GetString(), act.GetProperty("before").GetProperty("state").GetString(), act.GetProperty("after").GetProperty("state").GetString())));
        Assert.All(acts.EnumerateArray(), act => Assert.Equal(
            (by.Id, seats, seats), (act.GetProperty("accountId").GetInt64(), act.GetProperty("before").GetProperty("seats").GetRawText(), act.GetProperty("after").GetProperty("seats").GetRawText())));
    }

    private Task<Answer> BlockAsync(Fan by, long game, params int[] numbers) => PostAsync(shop.Http, by, game, "blocks", numbers);

    private Task<Answer> UnblockAsync(Fan by, long game, params int[] numbers) => PostAsync(shop.Http, by, game, "releases", numbers);

    private static Task<Answer> PostAsync(HttpClient replica, Fan by, long game, string act, params int[] numbers) =>
        by.PostAsync(replica, $"/api/admin/games/{game}/{act}", new { seats = numbers.Select(number => new { gradeId = Shop.Grade(game), number }) });
}
