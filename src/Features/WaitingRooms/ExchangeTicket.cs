using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.WaitingRooms;

/// <summary>
/// Exchanges the signed-in account's ticket for the access pass of the game, when its number is up. A repeat gets the same pass, and a longer one while the account holds seats of the game.
/// Send it in the header <c>X-Access-Pass</c> when seats are held or reserved. Returns 201. Errors: 404 <c>no-such-ticket</c> or <c>no-waiting-room</c>, 409 <c>not-admitted-yet</c> or
/// <c>number-lapsed</c>, 503 <c>busy</c>.
/// </summary>
public static class ExchangeTicket
{
    /// <summary>The ticket to exchange.</summary>
    /// <param name="Ticket">The signed ticket.</param>
    /// <example>{"ticket":"CfDJ8Hk2vX0"}</example>
    public sealed record ExchangeRequest([property: Characters(1, SignedTickets.Longest)] string Ticket);

    /// <summary>The pass.</summary>
    /// <param name="Pass">The signed pass.</param>
    /// <param name="ExpiresAt">Until when it is valid, UTC.</param>
    /// <example>{"pass":"CfDJ8Hk2vX1","expiresAt":"2027-03-25T02:11:00Z"}</example>
    public sealed record PassAnswer(string Pass, DateTime ExpiresAt);

    /// <summary>Handles the request.</summary>
    internal static async Task<Results<Created<PassAnswer>, Problem>> Handle(
        long gameId, ExchangeRequest request, CurrentAccount account, SignedTickets signed, WaitingTickets tickets, CancellationToken cancellation)
    {
        if (signed.Read(request.Ticket) is not { } ticket || ticket.GameId != gameId || ticket.AccountId != account.Id)
            return WaitingRoomsProblems.NoSuchTicket;
        var exchanged = await tickets.ExchangeAsync(ticket, cancellation);
        return exchanged.Value is { } pass ? TypedResults.Created($"/api/games/{gameId}/waiting-room", pass) : exchanged.Problem!;
    }
}
