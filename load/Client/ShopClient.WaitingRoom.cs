using System.Net;
using System.Net.Http.Json;

namespace Dugout.Load.Client;

/// <summary>Waiting rooms, and what an operator does to set one up.</summary>
internal sealed partial class ShopClient
{
    private const string NotAdmittedYet = "not-admitted-yet";

    public Task<ShopResponse<WaitingRoom>> WaitingRoomAsync(long game) =>
        RequestAsync(HttpMethod.Get, $"api/games/{game}/waiting-room", null, ShopJson.Default.WaitingRoom, ResponseChecks.WaitingRoom);

    public Task<ShopResponse<WaitingTicket>> TakeTicketAsync(string token, long game) =>
        RequestAsync(HttpMethod.Post, $"api/games/{game}/waiting-room/tickets", token, ShopJson.Default.WaitingTicket, ResponseChecks.WaitingTicket,
            JsonContent.Create(new { }), HttpStatusCode.Created);

    /// <summary>Exchanges a ticket for a pass. The response "not yet" is none of an error: it is a pass without text.</summary>
    public async Task<ShopResponse<AccessPass>> ExchangeTicketAsync(string token, long game, string ticket)
    {
        var response = await RequestAsync(HttpMethod.Post, $"api/games/{game}/waiting-room/passes", token, ShopJson.Default.AccessPass, ResponseChecks.AccessPass,
            JsonContent.Create(new TicketExchange(ticket), ShopJson.Default.TicketExchange), HttpStatusCode.Created);
        return response.Code == NotAdmittedYet ? response with { Outcome = Outcome.Ok, Body = AccessPass.NotYet } : response;
    }

    public Task<ShopResponse<Page<Stand>>> StandsAsync(string token) => RequestAsync(HttpMethod.Get, "api/admin/stands", token, ShopJson.Default.PageStand, _ => null);

    public Task<ShopResponse<CreatedGame>> CreateGameAsync(string token, NewGame game) =>
        RequestAsync(HttpMethod.Post, "api/admin/games", token, ShopJson.Default.CreatedGame, _ => null, JsonContent.Create(game, ShopJson.Default.NewGame), HttpStatusCode.Created);

    public Task<ShopResponse<Done>> BlockAsync(string token, long game, Seat[] seats) =>
        DoAsync(HttpMethod.Post, $"api/admin/games/{game}/blocks", token, JsonContent.Create(new HoldRequest(seats), ShopJson.Default.HoldRequest));

    public Task<ShopResponse<WaitingRoomSetting>> SetWaitingRoomAsync(string token, long game, WaitingRoomSetting room) =>
        RequestAsync(HttpMethod.Put, $"api/admin/games/{game}/waiting-room", token, ShopJson.Default.WaitingRoomSetting, _ => null,
            JsonContent.Create(room, ShopJson.Default.WaitingRoomSetting));
}
