using System.Net;
using Xunit;

namespace Dugout.Features.Tests.Catalog;

public sealed class ListTeamsTests(Shop shop)
{
    [Fact]
    public async Task There_are_ten_teams_in_nine_stadiums()
    {
        var answer = await shop.Http.GetAnswerAsync("/api/teams");

        Assert.Equal(HttpStatusCode.OK, answer.Status);
        var teams = answer.Json.GetProperty("items").EnumerateArray().ToList();
        Assert.Equal(10, teams.Count);
        Assert.Equal(9, teams.Select(team => team.GetProperty("stadium").GetProperty("id").GetInt64()).Distinct().Count());
        Assert.Contains(teams, team => team.GetProperty("code").GetString() == "LG" && team.GetProperty("name").GetString() == "LG 트윈스");
        Assert.Equal(System.Text.Json.JsonValueKind.Null, answer.Json.GetProperty("next").ValueKind);
    }

    [Fact]
    public async Task Korean_names_are_sent_as_UTF_8_and_not_as_escapes() =>
        Assert.Contains("\"LG 트윈스\"", (await shop.Http.GetAnswerAsync("/api/teams")).Body, StringComparison.Ordinal);

    [Fact]
    public async Task Every_response_names_its_replica()
    {
        foreach (var (replica, index) in shop.Replicas.Select((replica, index) => (replica, index)))
        {
            var answer = await replica.GetAnswerAsync("/api/teams");
            Assert.Equal([$"api-{index + 1}"], answer.Headers.GetValues("X-Served-By"));
        }
    }
}
