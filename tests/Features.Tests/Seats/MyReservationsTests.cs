using System.Net;
using System.Text.Json;
using Xunit;

namespace Dugout.Features.Tests.Seats;

public sealed class MyReservationsTests(Shop shop)
{
    [Fact]
    public async Task Reservations_are_listed_newest_first_and_at_once_on_every_replica()
    {
        var fans = await shop.NextFansAsync(2);
        await fans[1].BuyAsync(shop.NextGame(), 1);
        var bought = new List<long>();
        for (var i = 0; i < 4; i++)
        {
            bought.Insert(0, await fans[0].BuyAsync(shop.NextGame(), 2, 1));
            foreach (var replica in shop.Replicas)
            {
                var page = await PageAsync(fans[0], replica, "");
                Assert.Equal(bought, Ids(page));
                Assert.Equal(JsonValueKind.Null, page.Json.GetProperty("next").ValueKind);
            }
        }
    }

    [Fact]
    public async Task A_reservation_is_listed_as_in_the_response_that_created_it()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        var hold = await fan.HoldAsync(game, 1, 2);
        var sold = await fan.ReserveAsync(game, hold.Number("holdId"));
        Assert.True(sold.Status == HttpStatusCode.Created, $"{sold.Status} {sold.Code}");

        var listed = (await PageAsync(fan, shop.Http, "")).Json.GetProperty("items")[0];

        foreach (var member in (string[])["reservationId", "number", "gameId", "total", "reservedAt"])
            Assert.Equal(sold.Json.GetProperty(member).GetRawText(), listed.GetProperty(member).GetRawText());
        Assert.Equal(JsonValueKind.Null, listed.GetProperty("cancelledAt").ValueKind);
        var grade = Shop.Grade(game);
        Assert.Equal(
            $$"""[{"gradeId":{{grade}},"number":1,"price":50000,"cancelledAt":null},{"gradeId":{{grade}},"number":2,"price":50000,"cancelledAt":null}]""",
            listed.GetProperty("seats").GetRawText());
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(6)]
    [InlineData(100)]
    public async Task Pages_neither_skip_nor_repeat_reservations_with_one_timestamp(int limit)
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        for (var number = 1; number <= 4; number++)
            await fan.BuyAsync(game, number);
        await fan.BuyAsync(shop.NextGame(), 1, 2);
        await fan.BuyAsync(shop.NextGame(), 1);
        // All but one at the same moment: then the id decides the order.
        await shop.ChangeAsync("UPDATE reservations SET reserved_at = '2026-01-01 00:00:00.123456' WHERE account_id = @Id AND total < 100000", new { fan.Id });
        var expected = Ids(await PageAsync(fan, shop.Http, "?limit=100"));
        Assert.Equal(expected[1..].OrderDescending(), expected[1..]);

        var seen = new List<long>();
        string? next = "";
        for (var page = 0; next is not null; page++)
        {
            var answer = await PageAsync(fan, shop.Replicas[page % 2], $"?limit={limit}{(next.Length > 0 ? $"&after={next}" : "")}");
            Assert.InRange(Ids(answer).Count, 1, limit);
            seen.AddRange(Ids(answer));
            next = answer.Json.GetProperty("next").GetString();
            await fan.BuyAsync(shop.NextGame(), 1);
        }

        Assert.Equal(expected, seen);
    }

    [Fact]
    public async Task A_page_has_twenty_by_default()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        foreach (var number in Enumerable.Range(1, 21))
        {
            await shop.ChangeAsync(
                """
                INSERT INTO reservations (id, account_id, game_id, total, reserved_at) VALUES (@id, @account, @game, 0, UTC_TIMESTAMP(6));
                INSERT INTO reservation_seats (reservation_id, grade_id, number, price) VALUES (@id, @grade, @number, 0);
                """, new { id = (fan.Id * 100) + number, account = fan.Id, game, grade = Shop.Grade(game), number });
        }


        var first = await PageAsync(fan, shop.Http, "");
        var second = await PageAsync(fan, shop.Http, $"?after={first.Json.GetProperty("next").GetString()}");

        Assert.Equal((20, 1), (Ids(first).Count, Ids(second).Count));
        Assert.Empty(Ids(first).Intersect(Ids(second)));
    }

    [Theory]
    [InlineData("limit=0", "limit")]
    [InlineData("limit=101", "limit")]
    [InlineData("limit=-1", "limit")]
    [InlineData("limit=2&limit=x", "limit")]
    [InlineData("after=", "after")]
    [InlineData("after=AAAA", "after")]
    [InlineData("after=_________________________", "after")]
    public async Task An_unreadable_limit_or_cursor_is_rejected(string query, string field)
    {
        var fan = await shop.NextFanAsync();

        var refused = await fan.GetAsync(shop.Http, $"/api/reservations?{query}");

        Assert.Equal((HttpStatusCode.BadRequest, "invalid"), (refused.Status, refused.Code));
        Assert.True(refused.Json.GetProperty("errors").TryGetProperty(field, out _), refused.Body);
    }

    [Fact]
    public async Task A_cursor_with_the_last_time_lists_everything_and_one_with_the_first_nothing()
    {
        var fan = await shop.NextFanAsync();
        var bought = await fan.BuyAsync(shop.NextGame(), 1);

        Assert.Equal([bought], Ids(await PageAsync(fan, shop.Http, $"?after={new Cursor(DateTime.MaxValue.Ticks, long.MaxValue)}")));
        Assert.Empty(Ids(await PageAsync(fan, shop.Http, $"?after={new Cursor(0, long.MinValue)}")));
    }

    [Fact]
    public async Task A_cursor_of_another_account_shows_none_of_its_rows()
    {
        var fans = await shop.NextFansAsync(2);
        for (var i = 0; i < 2; i++)
            await fans[0].BuyAsync(shop.NextGame(), 1);
        var cursor = (await PageAsync(fans[0], shop.Http, "?limit=1")).Json.GetProperty("next").GetString();

        Assert.Empty(Ids(await PageAsync(fans[1], shop.Http, $"?after={cursor}")));
    }

    [Fact]
    public async Task Reservations_can_be_listed_without_Redis_and_read_replicas()
    {
        await using var replica = shop.Replica(("ConnectionStrings:Redis", "127.0.0.1:9"), ("ConnectionStrings:Replica1", "Server=127.0.0.1;Port=9;User ID=app;Password=x;Database=dugout"));
        using var http = replica.CreateClient();
        var fan = await shop.NextFanAsync();
        var bought = await fan.BuyAsync(shop.NextGame(), 1);

        Assert.Equal([bought], Ids(await PageAsync(fan, http, "")));
    }

    private static async Task<Answer> PageAsync(Fan fan, HttpClient replica, string query)
    {
        var answer = await fan.GetAsync(replica, $"/api/reservations{query}");
        Assert.Equal(HttpStatusCode.OK, answer.Status);
        return answer;
    }

    private static List<long> Ids(Answer page) =>
        [.. page.Json.GetProperty("items").EnumerateArray().Select(item => item.GetProperty("reservationId").GetInt64())];
}
