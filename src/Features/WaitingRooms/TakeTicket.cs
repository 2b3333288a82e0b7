using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.WaitingRooms;

/// <summary>
/// Takes the signed-in account's ticket of a game's waiting room; a repeat, from whatever device, gets the same one. Tickets taken before the opening take part in the draw, later ones get the
/// next number. Who has missed the number gets a place near the front, once and within a limited time, otherwise one at the end; so does a fan whose pass has expired. Returns 201. Errors: 404
/// <c>no-waiting-room</c>.
/// </summary>
public static class TakeTicket
{
    /// <summary>The ticket.</summary>
    /// <param name="Ticket">The signed ticket, for exchanging it for a pass.</param>
    /// <param name="Index">The place by arrival, from 0.</param>
    /// <param name="Number">The number; null before the draw. It follows from <c>index</c> and the public document.</param>
    /// <param name="ExpiresAt">When the pass of the ticket ends, UTC; null before the exchange.</param>
    /// <example>{"ticket":"CfDJ8Hk2vX0","index":412,"number":7703,"expiresAt":null}</example>
    public sealed record TicketAnswer(string Ticket, int Index, [property: Number(0, int.MaxValue)] int? Number, DateTime? ExpiresAt);

    /// <summary>Handles the request.</summary>
    internal static async Task<Results<Created<TicketAnswer>, Problem>> Handle(
        long gameId, CurrentAccount account, WaitingTickets tickets, CancellationToken cancellation)
    {
        var taken = await tickets.TakeAsync(gameId, account.Id, cancellation);
        return taken.Value is { } ticket ? TypedResults.Created($"/api/games/{gameId}/waiting-room", ticket) : taken.Problem!;
    }
}
