using System.Net;
using Xunit;

namespace Dugout.Features.Tests.Seats;

public sealed class HoldBestSeatsTests(Shop shop)
{
    /// <summary>The seats of a row and of a block, as the seed has them.</summary>
    private const int Row = 25;
    private const int Block = 20 * Row;

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(4)]
    public async Task The_first_caller_gets_adjacent_seats_in_the_middle_of_a_first_row(int count)
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();

        var hold = await BestAsync(fan, game, count);

        var numbers = NumbersOf(hold);
        Assert.Equal(HttpStatusCode.Created, hold.Status);
        Assert.Equal(Enumerable.Range(numbers[0], count), numbers);
        Assert.InRange((numbers[0] - 1) % Block, 12 - count, 12);
        Assert.Equal(hold.Body, (await fan.GetAsync(shop.Http, $"/api/games/{game}/holds")).Json.GetProperty("items")[0].GetRawText());
        Assert.Equal(HttpStatusCode.Created, (await fan.ReserveAsync(game, hold.Number("holdId"))).Status);
    }

    [Fact]
    public async Task A_better_row_comes_before_a_worse_one()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        await BlockAsync(game, exceptFor: [.. Enumerable.Range(Row + 1, 5), .. Enumerable.Range(Block + (5 * Row) + 1, 10)]);

        Assert.All(NumbersOf(await BestAsync(fan, game, 3)), number => Assert.InRange(number, Row + 1, Row + 5));
    }

    /// <summary>Of three free seats two would leave a single one; a worse row with four free seats leaves two.</summary>
    [Fact]
    public async Task No_single_seat_is_left_while_a_row_allows_that()
    {
        var fans = await shop.NextFansAsync(3);
        var game = shop.NextGame();
        await BlockAsync(game, exceptFor: [3, 4, 5, Row + 3, Row + 4, Row + 5, Row + 6]);

        var worse = NumbersOf(await BestAsync(fans[0], game, 2));
        var rest = NumbersOf(await BestAsync(fans[1], game, 2));
        var single = NumbersOf(await BestAsync(fans[2], game, 2));

        Assert.Equal([Row + 3, Row + 4, Row + 5, Row + 6], worse.Concat(rest).Order());
        Assert.Contains(single[0], (int[])[3, 4]);
    }

    [Fact]
    public async Task Where_only_scattered_seats_are_left_they_are_offered()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        await BlockAsync(game, exceptFor: [1, 3, Row, Row + 1, Block + 7]);

        var refused = await BestAsync(fan, game, 3);

        Assert.Equal((HttpStatusCode.Conflict, "not-adjacent"), (refused.Status, refused.Code));
        Assert.Equal(3, SeatsOf(refused).Distinct().Count());
        Assert.Empty(SeatsOf(refused).Except([1, 3, Row, Row + 1, Block + 7]));
        Assert.Equal(HttpStatusCode.Created, (await fan.HoldAsync(game, [.. SeatsOf(refused)])).Status);
    }

    /// <summary>The last seat of a row and the first of the next have adjacent numbers.</summary>
    [Fact]
    public async Task Adjacent_numbers_of_two_rows_are_not_adjacent_seats()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        await BlockAsync(game, exceptFor: [Row, Row + 1]);

        Assert.Equal("not-adjacent", (await BestAsync(fan, game, 2)).Code);
    }

    [Fact]
    public async Task A_sold_out_grade_offers_nothing()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        await BlockAsync(game, exceptFor: []);

        var refused = await BestAsync(fan, game, 1);

        Assert.Equal("not-adjacent", refused.Code);
        Assert.Empty(SeatsOf(refused));
    }

    /// <summary>Redis lost its data: the seats that are sold by then are known again before one is chosen.</summary>
    [Fact]
    public async Task Seats_that_Redis_has_forgotten_are_not_chosen()
    {
        var fans = await shop.NextFansAsync(2);
        var game = shop.NextGame();
        await BlockAsync(game, exceptFor: [1, 2, 3, 4]);
        await fans[0].BuyAsync(game, 1, 2);
        await SeatAvailabilityTests.ForgetAsync(shop, game);

        Assert.Equal([3, 4], NumbersOf(await BestAsync(fans[1], game, 2)));
    }

    [Fact]
    public async Task The_limits_of_an_account_apply_and_nothing_stays_held()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();

        var refused = await BestAsync(fan, game, 5);

        Assert.Equal((HttpStatusCode.Conflict, "limit-reached"), (refused.Status, refused.Code));
        Assert.Empty((await fan.GetAsync(shop.Http, $"/api/games/{game}/holds")).Json.GetProperty("items").EnumerateArray());
    }

    [Theory]
    [InlineData("""{"gradeId":1,"count":0}""", "count")]
    [InlineData("""{"gradeId":1,"count":9}""", "count")]
    [InlineData("""{"gradeId":1}""", "count")]
    [InlineData("""{"gradeId":1,"count":1,"row":1}""", "row")]
    public async Task A_malformed_request_is_rejected_with_its_field(string body, string field)
    {
        var fan = await shop.NextFanAsync();

        var refused = await fan.PostAsync(shop.Http, $"/api/games/{shop.NextGame()}/holds/best", new StringContent(body, new System.Net.Http.Headers.MediaTypeHeaderValue("application/json")));

        Assert.Equal((HttpStatusCode.BadRequest, "invalid"), (refused.Status, refused.Code));
        Assert.True(refused.Json.GetProperty("errors").TryGetProperty(field, out _), refused.Body);
    }

    [Fact]
    public async Task Unknown_games_and_grades_and_closed_sales_are_errors()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();

        Assert.Equal("no-such-game", (await PostAsync(fan, 999_999, Shop.Grade(game))).Code);
        Assert.Equal("no-such-grade", (await PostAsync(fan, game, Shop.Grade(game + 1))).Code);
        Assert.Equal("sale-not-open", (await PostAsync(fan, 1, Shop.Grade(1))).Code);
        Assert.Equal("sale-closed", (await PostAsync(fan, 2, Shop.Grade(2))).Code);
    }

    private Task<Answer> BestAsync(Fan fan, long game, int count) => PostAsync(fan, game, Shop.Grade(game), count);

    private Task<Answer> PostAsync(Fan fan, long game, long grade, int count = 1) =>
        fan.PostAsync(shop.Http, $"/api/games/{game}/holds/best", new { gradeId = grade, count });

    /// <summary>Blocks all seats of the first grade but some.</summary>
    private Task BlockAsync(long game, int[] exceptFor) => shop.ChangeAsync(
        "INSERT INTO seat_claims (game_id, grade_id, number) VALUES "
        + string.Join(',', Enumerable.Range(1, 2 * Block).Except(exceptFor).Select(number => $"({game}, {Shop.Grade(game)}, {number})")), new { });

    private static List<int> NumbersOf(Answer hold)
    {
        Assert.True(hold.Status == HttpStatusCode.Created, hold.Body);
        return SeatsOf(hold);
    }

    internal static List<int> SeatsOf(Answer answer) =>
        [.. answer.Json.GetProperty("seats").EnumerateArray().Select(seat => seat.GetProperty("number").GetInt32())];
}
