using System.Net;
using Dugout.Tests.Support;
using Xunit;

namespace Dugout.Features.Tests.WaitingRooms;

/// <summary>A waiting room bounds the fans who choose seats at the same time.</summary>
[Collection(WaitingRoomTests.Name)]
public sealed class ActiveFansTests(Shop shop) : IAsyncLifetime
{
    public async ValueTask InitializeAsync() => await shop.CloseRoomsAsync();

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    [Fact]
    public async Task No_more_fans_are_active_than_an_operator_allows_and_who_buys_makes_room_for_the_next()
    {
        var (by, fans, game) = (await shop.NextOperatorAsync(), await shop.NextFansAsync(4), shop.NextGame());
        Assert.Equal((HttpStatusCode.BadRequest, "invalid"), await RoomRig.CodeOf(shop.TrySetRoomAsync(by, game, maxActive: 0)));
        await shop.SetRoomAsync(by, game, maxActive: 2);
        foreach (var fan in fans)
            await fan.TakeTicketAsync(shop.Http, game);
        await using var admission = shop.StartAdmission(("WaitingRooms:ReactSeconds", "300"));

        // Twice: before and after the fans have fetched their passes.
        Assert.Equal(2, await AdmittedAsync());
        // The replica that exchanges them has it a moment later.
        await shop.RoomAsync(game, room => room.Number("admitted") == 2);
        var passes = new List<(Fan Fan, string Pass)>();
        foreach (var fan in fans)
        {
            if (await fan.ExchangeAsync(shop.Http, game, (await fan.TakeTicketAsync(shop.Http, game)).Text("ticket")) is { Status: HttpStatusCode.Created } exchanged)
                passes.Add((fan, exchanged.Text("pass")));
        }

        Assert.Equal(2, passes.Count);
        Assert.Equal(2, await AdmittedAsync());

        var (buyer, pass) = passes[0];
        var hold = await buyer.HoldWithPassAsync(shop.Http, game, pass, 1);
        Assert.Equal(2, await AdmittedAsync());
        Assert.Equal(HttpStatusCode.Created, (await buyer.SendWithPassAsync(shop.Http, "/api/reservations", new { gameId = game, holdId = hold.Number("holdId") }, pass, $"active-{game}")).Status);
        await shop.RoomAsync(game, room => room.Number("admitted") == 3);
        Assert.Equal(3, await AdmittedAsync());
        // A change of something else keeps the maximum.
        await shop.SetRoomAsync(by, game, rate: 7);
        Assert.Equal(2, await shop.QueryAsync<int>("SELECT max_active FROM waiting_rooms WHERE game_id = @game", new { game }));

        // The counter, after two more steps that admitted no fan because of the maximum.
        async Task<int> AdmittedAsync()
        {
            List<DateTime> steps = [];
            await Wait.UntilAsync("two steps later", async () =>
            {
                var at = await shop.QueryAsync<DateTime>("SELECT updated_at FROM waiting_rooms WHERE game_id = @game AND reason = 'active'", new { game });
                if (at != default && !steps.Contains(at))
                    steps.Add(at);
                return steps.Count == 3;
            });
            return await shop.QueryAsync<int>("SELECT admitted FROM waiting_rooms WHERE game_id = @game", new { game });
        }
    }
}
