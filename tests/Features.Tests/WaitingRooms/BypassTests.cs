using System.Net;
using Xunit;

namespace Dugout.Features.Tests.WaitingRooms;

/// <summary>Attempts to buy without waiting, each rejected.</summary>
[Collection(WaitingRoomTests.Name)]
public sealed class BypassTests(Shop shop)
{
    [Fact]
    public async Task Passes_and_tickets_of_others_or_of_other_games_or_altered_or_made_up_are_rejected()
    {
        var (fans, games) = (await shop.NextFansAsync(2), new[] { shop.NextGame(), shop.NextGame() });
        var by = await shop.NextOperatorAsync();
        foreach (var game in games)
            await shop.SetRoomAsync(by, game);
        await using var admission = shop.StartAdmission();
        var pass = await fans[0].PassAsync(games[0]);
        var ticket = (await fans[0].TakeTicketAsync(shop.Http, games[0])).Text("ticket");
        await fans[1].TakeTicketAsync(shop.Http, games[0]);

        string[] wrong = [Altered(pass), ticket, "made-up", "", $"{pass} {pass}", new('a', 600)];
        foreach (var replica in shop.Replicas)
        {
            foreach (var one in wrong)
                Assert.Equal("waiting-room", (await fans[0].HoldWithPassAsync(replica, games[0], one, 1)).Code);
            Assert.Equal("waiting-room", (await fans[1].HoldWithPassAsync(replica, games[0], pass, 1)).Code);
            Assert.Equal("waiting-room", (await fans[0].HoldWithPassAsync(replica, games[1], pass, 1)).Code);
        }

        foreach (var one in (string?[])[Altered(ticket), pass, "made-up"])
            Assert.Equal((HttpStatusCode.NotFound, "no-such-ticket"), await RoomRig.CodeOf(fans[0].ExchangeAsync(shop.Http, games[0], one)));
        Assert.Equal("no-such-ticket", (await fans[1].ExchangeAsync(shop.Http, games[0], ticket)).Code);
        Assert.Equal("no-such-ticket", (await fans[0].ExchangeAsync(shop.Http, games[1], ticket)).Code);
        Assert.Equal(HttpStatusCode.Created, (await fans[0].HoldWithPassAsync(shop.Http, games[0], pass, 1)).Status);
    }

    /// <summary>The clock of a replica is an hour slow or fast: what a pass allows is decided by the primary's time.</summary>
    [Theory]
    [InlineData(-1)]
    [InlineData(1)]
    public async Task A_replica_whose_clock_is_wrong_accepts_what_the_others_accept(int hours)
    {
        var (fans, game) = (await shop.NextFansAsync(2), shop.NextGame());
        await shop.SetRoomAsync(await shop.NextOperatorAsync(), game);
        await using var admission = shop.StartAdmission();
        await using var wrong = shop.Replica(("WaitingRooms:PassSeconds", "1")).By(new MovedClock { Ahead = TimeSpan.FromHours(hours) });
        using var http = wrong.CreateClient();

        // By that clock the sale may not have opened yet: that is another question.
        Assert.NotEqual("waiting-room", (await fans[0].HoldWithPassAsync(http, game, await fans[0].PassAsync(game), 1)).Code);

        var ticket = (await fans[1].TakeTicketAsync(shop.Http, game)).Text("ticket");
        var pass = (await Until.TrueAsync(() => fans[1].ExchangeAsync(http, game, ticket), answer => answer.Status == HttpStatusCode.Created)).Text("pass");
        await Until.TrueAsync(() => fans[1].HoldWithPassAsync(http, game, pass, 2), answer => answer.Code == "waiting-room");
    }

    [Fact]
    public async Task A_pass_is_useless_after_a_sign_out()
    {
        var (fan, game) = (await shop.NextFanAsync(), shop.NextGame());
        await shop.SetRoomAsync(await shop.NextOperatorAsync(), game);
        await using var admission = shop.StartAdmission();
        var pass = await fan.PassAsync(game);

        Assert.Equal(HttpStatusCode.NoContent, (await fan.DeleteAsync(shop.Http, "/api/sessions/current")).Status);

        Assert.Equal("not-signed-in", (await fan.HoldWithPassAsync(shop.Http, game, pass, 1)).Code);
    }

    /// <summary>Another letter in the middle: the last ones may carry no bits.</summary>
    private static string Altered(string signed) => signed[..40] + (signed[40] == 'A' ? 'B' : 'A') + signed[41..];
}
