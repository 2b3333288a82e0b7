using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.WaitingRooms;

/// <summary>
/// A game's waiting room as its operators see it: the settings, the rate with its reason, and the counters. Operators only. Read from the primary, so a change is visible immediately; a
/// closed room is shown, too. Returns 200. Errors: 404 <c>no-waiting-room</c> if the game never had one.
/// </summary>
public static class MonitorWaitingRoom
{
    /// <summary>A game's waiting room, for its operators.</summary>
    /// <param name="State"><c>open</c>, <c>paused</c>, <c>draining</c> or <c>closed</c>, as an operator has set it; a room that was drained and one whose sale is over close by themselves.</param>
    /// <param name="MinRate">The lowest rate, in numbers a second.</param>
    /// <param name="MaxRate">The highest rate, in numbers a second.</param>
    /// <param name="MaxActive">The maximum number of active fans.</param>
    /// <param name="OpensAt">When the draw takes place and admission begins, UTC.</param>
    /// <param name="Rate">The mean rate of the last steps, in numbers a second, within the two limits. While no fan is admitted, it is the last one.</param>
    /// <param name="Reason">
    /// Why as many fans are admitted as are, or none. <c>new</c>: no worker has seen the room yet. <c>draw</c>: the draw has not taken place. <c>nobody-waits</c>: all tickets are admitted.
    /// <c>steady</c>: all who wait are admitted at once. <c>starting</c>: the shop has not been busy since the opening, and each fan who finishes makes room for two. <c>faster</c>: the shop copes, and more fans
    /// may be active. <c>highest</c>: the shop copes, and the rate is <c>maxRate</c>. <c>near</c>: the shop is nearly busy, and as many fans may be active as are. <c>slow</c>: holds and reservations
    /// are slow, and fewer fans may be active. <c>failing</c>: more than 1 % of them fail, and fewer may. <c>pool-wait</c>: replicas wait for database connections, and fewer may. <c>cpu</c>: their
    /// processors are used up, and fewer may. <c>unknown-load</c>: nothing is known of them, and as many may be active as are. <c>active</c>: as many fans are active as an operator allows.
    /// <c>sold-out</c>: all seats are sold. <c>paused</c> and <c>draining</c>: the state.
    /// </param>
    /// <param name="Tickets">Number of tickets.</param>
    /// <param name="Drawn">Number of tickets in the draw; null before it.</param>
    /// <param name="Admitted">All numbers below may be, or could be, exchanged for a pass.</param>
    /// <param name="Lapsed">All numbers below can no longer be exchanged.</param>
    /// <param name="Active">Number of active fans: those with a valid pass who have no seat of the game yet, and those admitted in the last seconds who have not fetched it.</param>
    /// <param name="IsSoldOut">Whether all seats were sold when fans last waited.</param>
    /// <param name="UpdatedAt">When a worker last moved the counters, UTC; when the room was made, if none has.</param>
    /// <example>{"state":"open","minRate":20,"maxRate":400,"maxActive":5000,"opensAt":"2027-03-25T02:00:00Z","rate":95.5,"reason":"faster","tickets":21040,"drawn":18250,"admitted":6120,"lapsed":310,"active":2874,"isSoldOut":false,"updatedAt":"2027-03-25T02:01:04Z"}</example>
    public sealed record MonitoredRoom(
        string State, int MinRate, int MaxRate, int MaxActive, DateTime OpensAt, double Rate, string Reason, int Tickets, [property: Number(0, int.MaxValue)] int? Drawn, int Admitted, int Lapsed, int Active,
        bool IsSoldOut, DateTime UpdatedAt);

    /// <summary>Handles the request.</summary>
    internal static async Task<Results<Ok<MonitoredRoom>, Problem>> Handle(long gameId, Reads reads, TicketQueries tickets, CancellationToken cancellation)
    {
        if (await reads.QueryPrimaryAsync(
            database => database.Set<WaitingRoomRow>().SingleOrDefaultAsync(room => room.GameId == gameId, CancellationToken.None), cancellation) is not { } row)
            return WaitingRoomsProblems.NoWaitingRoom;
        var active = await tickets.CountActiveAsync(gameId, cancellation);
        return TypedResults.Ok(new MonitoredRoom(
            row.State, row.MinRate, row.MaxRate, row.MaxActive, row.OpensAt.Utc(), (double)row.Rate, row.Reason, row.Tickets, row.Drawn, row.Admitted, row.Lapsed, active, row.IsSoldOut, row.UpdatedAt.Utc()));
    }
}
