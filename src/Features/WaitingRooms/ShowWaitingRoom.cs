using System.Globalization;
using System.Text.Json;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Json;
using Microsoft.Extensions.Options;

namespace Dugout.Features.WaitingRooms;

/// <summary>
/// The public state of a game's waiting room: the same for everybody, and all that a waiting fan needs. Who holds number n waits for n - admitted others, and the rate says for how long.
/// Anonymous access. Up to two seconds old; <c>admitted</c> never goes back, whichever replica of a gateway responds. Returns 200, also for a game without a waiting room.
/// </summary>
public static class ShowWaitingRoom
{
    private const string Public = "public, max-age=1";

    /// <summary>The state.</summary>
    /// <param name="State"><c>none</c>: the game needs no pass. <c>before</c>: tickets take part in the draw. <c>draw</c>: it takes place now. <c>open</c>, <c>paused</c>, <c>draining</c>, <c>soldOut</c>.</param>
    /// <param name="Drawn">Number of tickets in the draw, which have the numbers below; 0 before it.</param>
    /// <param name="Admitted">All numbers below may be exchanged for a pass.</param>
    /// <param name="Rate">Numbers admitted a second at present; 0 while no fan is admitted.</param>
    /// <param name="SeedHash">SHA-256 of the draw's seed, known from the beginning; null without a waiting room.</param>
    /// <param name="Seed">The seed, with which everybody can compute all numbers again; null before the draw.</param>
    /// <param name="UpdatedAt">When the state was last changed, UTC; null without a waiting room.</param>
    /// <example>{"state":"open","drawn":18250,"admitted":6120,"rate":95.5,"seedHash":"66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925","seed":"0000000000000000000000000000000000000000000000000000000000000000","updatedAt":"2027-03-25T02:01:04Z"}</example>
    public sealed record WaitingRoomState(string State, int Drawn, int Admitted, double Rate, string? SeedHash, string? Seed, DateTime? UpdatedAt)
    {
        internal static WaitingRoomState None { get; } = new("none", 0, 0, 0, SeedHash: null, Seed: null, UpdatedAt: null);

        internal static WaitingRoomState Of(WaitingRoom room)
        {
            var (row, state) = (room.Row, room.State);
            return new(
                state, row.Drawn ?? 0, row.Admitted, state is WaitingRoom.Open or WaitingRoom.Draining ? (double)Math.Round(row.Rate, 1) : 0,
                Draw.HashOf(row.Seed), row.Drawn is null ? null : row.Seed, row.UpdatedAt.Utc());
        }
    }

    /// <summary>Handles the request.</summary>
    internal static async Task<CachedResponse<WaitingRoomState>> Handle(
        long gameId, RoomCopies rooms, IOptions<JsonOptions> json, HttpContext context, CancellationToken cancellation)
    {
        _ = long.TryParse(context.Request.Headers[SharedCacheHeaders.Version], NumberStyles.None, CultureInfo.InvariantCulture, out var version);
        var state = await rooms.FindAsync(gameId, new(Math.Min(version, DateTime.MaxValue.Ticks)), cancellation) is { Room: var room } ? WaitingRoomState.Of(room) : WaitingRoomState.None;
        if (state.UpdatedAt is { } updatedAt)
            context.Response.Headers[SharedCacheHeaders.Version] = updatedAt.Ticks.ToString(CultureInfo.InvariantCulture);
        if (!context.Request.QueryString.HasValue)
            SharedCacheHeaders.Permit(context.Response.Headers, "waiting-rooms", seconds: 1);
        return new(new(JsonSerializer.SerializeToUtf8Bytes(state, json.Value.SerializerOptions), cacheControl: Public));
    }
}
