using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;

namespace Dugout.Features.Seats;

/// <summary>
/// The state of every seat of a game on sale, and its changes as they happen, as server-sent events. Anonymous access. Returns 200 with the event <c>snapshot</c>
/// <c>{version,grades:[{gradeId,capacity,seats}]}</c>, where <c>seats</c> is Base64 with two bits a seat, the lowest bits of the first byte for seat 1: 0 free, 1 held, 2 sold, 3 blocked; then
/// events <c>delta</c> <c>{version,changes:[[gradeId,number,state]]}</c>, and <c>heartbeat</c> <c>{version}</c> every 15 seconds. The id of each event is its version: a client that sends it as
/// <c>Last-Event-ID</c> gets what it missed, or a snapshot. A slow client's stream ends instead of being buffered for. A stream also ends when the sale closes, when the session it was opened with is
/// revoked, and when the replica stops. Errors: 404 <c>no-such-game</c>, 409 <c>sale-not-open</c> or <c>sale-closed</c>, 429 <c>too-many-requests</c> if an address, an account or the replica has too many streams.
/// </summary>
public static class StreamSeatChanges
{
    /// <summary>Name of the header with the id of the last event that a client has received.</summary>
    public const string LastEventId = "Last-Event-ID";

    /// <summary>Handles the request.</summary>
    internal static async Task<Results<ServerSentEventsResult<byte[]>, Problem>> Handle(
        long gameId, [FromHeader(Name = LastEventId)] string? last, HttpContext context, CatalogQueries catalog, SeatStreams streams, TimeProvider clock, CancellationToken cancellation)
    {
        if (await catalog.SaleTermsAsync(gameId, cancellation) is not { } terms)
            return CatalogProblems.NoSuchGame;
        if (SeatsProblems.OfSale(terms, clock.GetUtcNow().UtcDateTime) is { } error)
            return error;
        return await streams.OpenAsync(gameId, terms, last, context) is { } stream
            ? TypedResults.ServerSentEvents(stream.ReadAsync(cancellation))
            : SeatsProblems.TooManyStreams;
    }
}
