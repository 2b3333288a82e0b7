using System.Net;
using System.Text.Json;
using Xunit;

namespace Dugout.Features.Tests.Catalog;

public sealed class ListGamesTests(Shop shop)
{
    [Fact]
    public async Task A_season_has_720_games_and_a_month_is_one_page()
    {
        var year = await SeasonAsync();
        var counts = new List<int>();
        for (var month = 4; month <= 10; month++)
            counts.Add((await GamesAsync($"month={year}-{month:D2}")).Count);

        Assert.Equal([103, 103, 103, 103, 103, 103, 102], counts);
    }

    [Fact]
    public async Task Pages_neither_skip_nor_repeat_a_game()
    {
        var month = $"{await SeasonAsync()}-05";
        var whole = Ids(await GamesAsync($"month={month}"));

        var paged = new List<long>();
        string? after = null;
        do
        {
            var page = (await shop.Http.GetAnswerAsync($"/api/games?month={month}&limit=25{(after is null ? "" : $"&after={after}")}")).Json;
            paged.AddRange(Ids([.. page.GetProperty("items").EnumerateArray()]));
            after = page.GetProperty("next").GetString();
        }
        while (after is not null);

        Assert.Equal(whole, paged);
    }

    [Fact]
    public async Task Games_of_a_team_are_its_home_and_away_games()
    {
        var games = await GamesAsync($"month={await SeasonAsync()}-06&teamId=3");

        Assert.NotEmpty(games);
        Assert.All(games, game => Assert.Contains(3, (long[])[
            game.GetProperty("homeTeam").GetProperty("id").GetInt64(), game.GetProperty("awayTeam").GetProperty("id").GetInt64()]));
    }

    [Fact]
    public async Task Games_of_a_stadium_are_played_there()
    {
        var games = await GamesAsync($"month={await SeasonAsync()}-06&stadiumId=7");

        Assert.NotEmpty(games);
        Assert.All(games, game => Assert.Equal(7, game.GetProperty("stadium").GetProperty("id").GetInt64()));
    }

    [Theory]
    [InlineData("", "month")]
    [InlineData("month=", "month")]
    [InlineData("month=2027", "month")]
    [InlineData("month=2027-13", "month")]
    [InlineData("month=0001-01", "month")]
    [InlineData("month=9999-12", "month")]
    [InlineData("month=2027-04&after=_____________________w", "after")]
    [InlineData("month=2027-04&after=f_________8AAAAAAAAAAQ", "after")]
    [InlineData("month=2027-04&limit=0", "limit")]
    [InlineData("month=2027-04&limit=101", "limit")]
    [InlineData("month=2027-04&limit=many", "limit")]
    [InlineData("month=2027-04&teamId=LG", "teamId")]
    [InlineData("month=2027-04&limit=&teamId=LG", "teamId")]
    [InlineData("month=2027-04&teamId=&limit=many", "limit")]
    [InlineData("month=2027-04&after=!!", "after")]
    [InlineData("month=2027-04&after=AAAA", "after")]
    public async Task An_invalid_parameter_is_rejected_with_its_name(string query, string field)
    {
        var answer = await shop.Http.GetAnswerAsync($"/api/games?{query}");

        Assert.Equal((HttpStatusCode.BadRequest, "invalid"), (answer.Status, answer.Code));
        Assert.True(answer.Json.GetProperty("errors").TryGetProperty(field, out _), answer.Body);
    }

    private async Task<int> SeasonAsync() => await shop.QueryAsync<int>("SELECT CAST(year AS SIGNED) FROM seasons");

    private async Task<List<JsonElement>> GamesAsync(string query) =>
        [.. (await shop.Http.GetAnswerAsync($"/api/games?{query}")).Json.GetProperty("items").EnumerateArray()];

    private static List<long> Ids(List<JsonElement> games) => games.ConvertAll(game => game.GetProperty("id").GetInt64());
}
