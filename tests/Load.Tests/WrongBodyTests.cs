using Microsoft.AspNetCore.Http;
using Xunit;

namespace Dugout.Load.Tests;

public sealed class WrongBodyTests : IAsyncLifetime
{
    private FakeShop _shop = null!;

    public async ValueTask InitializeAsync() => _shop = await FakeShop.StartAsync();

    public ValueTask DisposeAsync() => _shop.DisposeAsync();

    public static TheoryData<string, string, string> WrongBodies => new()
    {
        { "2 teams", """{"items":[],"next":null}""", "no teams" },
        { "2 teams", """{"items":[null],"next":null}""", "null in a list" },
        { "3 games", """{"items":[]}""", "next" },
        { "4 game", """{"id":7,"title":"","homeTeam":{"id":1,"name":""},"awayTeam":{"id":2,"name":""},"seatsPerAccount":4}""", "game 7 instead of" },
        { "5 grades", """{"items":[{"gradeId":1,"name":"","price":1,"capacity":10,"remaining":11}],"next":null}""", "remaining is not between" },
        { "6 grade", """{"gradeId":1,"name":"","price":1,"capacity":10,"seatsPerAccount":4,"blocks":[]}""", "grade 1 instead of" },
        { "7 taken", """{"version":1,"taken":[2,1]}""", "taken seats not ascending" },
        { "7 taken", """{"version":1,"taken":null}""", "taken" },
        { "7 taken", "<html>", "'<' is an invalid start" },
    };

    [Theory]
    [MemberData(nameof(WrongBodies))]
    public async Task A_wrong_body_with_a_right_status_has_failed(string step, string body, string said)
    {
        // Before the measurement the program probes the gateway and reads teams and months on sale: these responses are correct.
        _shop.Instead = (at, _) => Task.FromResult<IResult?>(at == step && _shop.Requests["2 teams"] > 2 ? TypedResults.Text(body, "application/json") : null);

        var run = await LoadRun.Ticketing(_shop);

        Assert.Equal(1, run.Code);
        Assert.Equal("10", run.Cells(step)[3]);
        Assert.Contains("failed wrong-body 10", run.Output);
        Assert.Contains(said, run.Output);
    }

    [Fact]
    public async Task Seats_that_were_not_requested_are_a_wrong_body()
    {
        _shop.Instead = (at, _) => Task.FromResult<IResult?>(at != "8 hold" ? null : TypedResults.Json(new { holdId = 1, gameId = 1, expiresAt = DateTimeOffset.MaxValue, seats = Array.Empty<object>() }, statusCode: 201));

        var run = await LoadRun.Ticketing(_shop);

        Assert.Equal(1, run.Code);
        Assert.Equal(["0", "0", "0", "10"], run.Cells("8 hold"));
    }
}
