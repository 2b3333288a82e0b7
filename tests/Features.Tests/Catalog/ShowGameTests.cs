using System.Net;
using Xunit;

namespace Dugout.Features.Tests.Catalog;

public sealed class ShowGameTests(Shop shop)
{
    [Fact]
    public async Task A_game_has_its_sale_times_and_its_limit_of_seats_per_fan()
    {
        var id = shop.NextGame();
        var game = (await shop.Http.GetAnswerAsync($"/api/games/{id}")).Json;

        Assert.Equal(id, game.GetProperty("id").GetInt64());
        Assert.Equal(4, game.GetProperty("seatsPerAccount").GetInt32());
        Assert.EndsWith("Z", game.GetProperty("startsAt").GetString(), StringComparison.Ordinal);
        Assert.Equal(game.GetProperty("startsAt").GetString(), game.GetProperty("saleClosesAt").GetString());
        Assert.NotEqual(game.GetProperty("homeTeam").GetProperty("id").GetInt64(), game.GetProperty("awayTeam").GetProperty("id").GetInt64());
    }

    [Theory]
    [InlineData("0", HttpStatusCode.NotFound, "no-such-game")]
    [InlineData("-1", HttpStatusCode.NotFound, "no-such-game")]
    [InlineData("100721", HttpStatusCode.NotFound, "no-such-game")]
    [InlineData("9223372036854775807", HttpStatusCode.NotFound, "no-such-game")]
    [InlineData("9223372036854775808", HttpStatusCode.BadRequest, "invalid")]
    [InlineData("first", HttpStatusCode.BadRequest, "invalid")]
    public async Task An_unknown_game_is_not_found(string id, HttpStatusCode status, string code)
    {
        foreach (var path in (string[])[$"/api/games/{id}", $"/api/games/{id}/grades", $"/api/games/{id}/grades/1", $"/api/games/{id}/grades/1/taken"])
        {
            var answer = await shop.Http.GetAnswerAsync(path);
            Assert.Equal((path, status, code), (path, answer.Status, answer.Code));
        }
    }
}
