using System.Net;
using System.Text.Json;
using Xunit;

namespace Dugout.Features.Tests.Seats;

/// <summary>Which games a list of games calls sold out.</summary>
public sealed class ListSoldOutTests(Shop shop)
{
    [Fact]
    public async Task A_game_is_sold_out_from_its_last_seat_until_one_comes_back()
    {
        var (one, another) = (await shop.NextFanAsync(), await shop.NextFanAsync());
        var game = shop.NextGame();
        // One seat in each of its five grades.
        await shop.ChangeAsync("UPDATE grades SET capacity = 1 WHERE game_id = @game", new { game });
        await BuyAsync(one, game, 1, 2, 3);
        await BuyAsync(another, game, 4);
        Assert.DoesNotContain(game, await SoldOutAsync());

        var last = await BuyAsync(another, game, 5);
        Assert.Contains(game, await SoldOutAsync());
        await another.DeleteAsync(shop.Http, $"/api/reservations/{last}");

        Assert.DoesNotContain(game, await SoldOutAsync());
    }

    [Fact]
    public async Task A_held_seat_is_not_sold()
    {
        var fan = await shop.NextFanAsync();
        var game = shop.NextGame();
        await shop.ChangeAsync("UPDATE grades SET capacity = 1 WHERE game_id = @game", new { game });

        foreach (var n in (int[])[1, 2, 3, 4])
            Assert.Equal(HttpStatusCode.Created, (await fan.HoldAsync(shop.Http, game, Shop.Grade(game, n), 1)).Status);
        Assert.Equal(HttpStatusCode.Created, (await (await shop.NextFanAsync()).HoldAsync(shop.Http, game, Shop.Grade(game, 5), 1)).Status);

        Assert.DoesNotContain(game, await SoldOutAsync());
    }

    /// <summary>Of a replica that has not been asked before.</summary>
    private async Task<IReadOnlyList<long>> SoldOutAsync()
    {
        await shop.Servers.CaughtUpAsync(TestContext.Current.CancellationToken);
        await using var replica = shop.Replica();
        using var http = replica.CreateClient();
        var answer = await http.GetAnswerAsync("/api/games/sold-out");
        Assert.True(answer.Status == HttpStatusCode.OK, answer.Body);
        Assert.Equal(JsonValueKind.Null, answer.Json.GetProperty("next").ValueKind);
        return [.. answer.Json.GetProperty("items").EnumerateArray().Select(item => item.GetProperty("gameId").GetInt64())];
    }

    private async Task<long> BuyAsync(Fan fan, long game, params int[] grades)
    {
        var hold = await fan.PostAsync(shop.Http, $"/api/games/{game}/holds", new { seats = grades.Select(n => new { gradeId = Shop.Grade(game, n), number = 1 }) });
        return (await fan.ReserveAsync(game, hold.Number("holdId"))).Number("reservationId");
    }
}
