using System.Net;
using Dugout.Features.Tests.WaitingRooms;
using Xunit;

namespace Dugout.Features.Tests.Platform;

/// <content>A waiting room, of a game in which nothing else is sold.</content>
internal sealed partial class EveryOperation
{
    private async Task WaitAsync()
    {
        const string Exchange = "POST /api/games/{gameId}/waiting-room/passes";
        var other = fan.Shop.NextGame();
        _values["waiting-room/gameId"] = Text(other);
        await SendAsync(by, "PUT /api/admin/games/{gameId}/waiting-room", HttpStatusCode.OK, new { state = "open", minRate = 1, maxRate = 2 });
        await SendAsync(by, "PUT /api/admin/games/{gameId}/waiting-room", HttpStatusCode.OK, new { state = "open", minRate = 1, maxRate = 3 });
        var ticket = (await SendAsync(fan, "POST /api/games/{gameId}/waiting-room/tickets", HttpStatusCode.Created)).Json.GetProperty("ticket").GetString();
        await Until.TrueAsync(() => fan.ExchangeAsync(replica, other, ticket), answer => answer.Status == HttpStatusCode.Created);
        var pass = (await SendAsync(fan, Exchange, HttpStatusCode.Created, new { ticket })).Json.GetProperty("pass").GetString();
        Assert.Equal(HttpStatusCode.Created, (await fan.HoldWithPassAsync(replica, other, pass, 1)).Status);
        await SendAsync(fan, Exchange, HttpStatusCode.Created, new { ticket });
        await fan.Shop.ChangeAsync("UPDATE waiting_tickets SET pass_until = UTC_TIMESTAMP(6) WHERE game_id = @other", new { other });
        await SendAsync(fan, "POST /api/games/{gameId}/waiting-room/tickets", HttpStatusCode.Created);
        await fan.Shop.ChangeAsync("UPDATE waiting_rooms SET admitted = tickets, lapsed = tickets WHERE game_id = @other", new { other });
        await SendAsync(fan, "POST /api/games/{gameId}/waiting-room/tickets", HttpStatusCode.Created);
    }
}
