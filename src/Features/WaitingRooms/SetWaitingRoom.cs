using System.ComponentModel.DataAnnotations;
using Dugout.Features.Catalog;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.WaitingRooms;

/// <summary>
/// Makes a game's waiting room, or changes it: its opening before the draw, its state and its limits at any time. The change is in force everywhere within two seconds. Operators
/// only. Returns 200 with the new settings. Errors: 400 <c>invalid</c>, 404 <c>no-such-game</c>, 409 <c>already-drawn</c> for another opening after the draw.
/// </summary>
public static class SetWaitingRoom
{
    /// <summary>The highest rate that can be set, in numbers a second.</summary>
    private const int HighestRate = 10_000;

    /// <summary>The maximum number of active fans of a new room, unless its operator gives another.</summary>
    private const int UsualActive = 5_000;

    /// <summary>The highest such maximum that can be set.</summary>
    private const int MostActive = 1_000_000;

    private const string Find = """
        SELECT opens_at AS OpensAt, state AS State, min_rate AS MinRate, max_rate AS MaxRate, max_active AS MaxActive, drawn AS Drawn FROM waiting_rooms WHERE game_id = @gameId FOR UPDATE
        """;

    private const string Insert = """
        INSERT INTO waiting_rooms (game_id, opens_at, state, min_rate, max_rate, max_active, seed, rate, reason, held_until, updated_at)
        VALUES (@gameId, @opensAt, @State, @MinRate, @MaxRate, @maxActive, @seed, @MinRate, 'new', UTC_TIMESTAMP(6), UTC_TIMESTAMP(6))
        """;

    private const string Update = """
        UPDATE waiting_rooms
        SET opens_at = @opensAt, state = @State, rate = LEAST(@MaxRate, GREATEST(@MinRate, rate)), min_rate = @MinRate, max_rate = @MaxRate, max_active = @maxActive
        WHERE game_id = @gameId AND (drawn IS NULL OR opens_at = @opensAt)
        """;

    /// <summary>The settings of a waiting room.</summary>
    /// <param name="State"><c>open</c>; <c>paused</c>: no fan is admitted; <c>draining</c>: everybody is admitted at the highest rate, then the room closes; <c>closed</c>: no pass is needed.</param>
    /// <param name="MinRate">The lowest rate, in numbers a second; also the first.</param>
    /// <param name="MaxRate">The highest rate, in numbers a second.</param>
    /// <param name="OpensAt">When the draw takes place and admission begins, UTC; omitted for the start of the sale, or to keep it.</param>
    /// <param name="MaxActive">The maximum number of active fans, who have a valid pass and no seat of the game yet; omitted for 5,000, or to keep it.</param>
    /// <example>{"state":"open","minRate":20,"maxRate":400,"opensAt":"2027-03-25T02:00:00Z","maxActive":5000}</example>
    public sealed record WaitingRoomSettings(
        [property: AllowedValues(WaitingRoom.Open, WaitingRoom.Paused, WaitingRoom.Draining, WaitingRoom.Closed, ErrorMessage = "Give open, paused, draining or closed.")] string State,
        [property: Number(1, HighestRate)] int MinRate,
        [property: Number(1, HighestRate)] int MaxRate,
        [property: Time] DateTime? OpensAt = null,
        [property: Number(1, MostActive)] int? MaxActive = null);

    /// <summary>A game's waiting room in an operator's response and in the record of operator acts.</summary>
    /// <param name="GameId">The game.</param>
    /// <param name="State">Its state.</param>
    /// <param name="MinRate">The lowest rate, in numbers a second.</param>
    /// <param name="MaxRate">The highest rate, in numbers a second.</param>
    /// <param name="MaxActive">The maximum number of active fans.</param>
    /// <param name="OpensAt">When the draw takes place, UTC.</param>
    /// <example>{"gameId":3,"state":"open","minRate":20,"maxRate":400,"maxActive":5000,"opensAt":"2027-03-25T02:00:00Z"}</example>
    public sealed record WaitingRoomSet(long GameId, string State, int MinRate, int MaxRate, int MaxActive, DateTime OpensAt);

    private sealed record Found(DateTime OpensAt, string State, int MinRate, int MaxRate, int MaxActive, int? Drawn);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<WaitingRoomSet>, Problem>> Handle(
        long gameId, WaitingRoomSettings request, CurrentAccount account, CatalogQueries catalog, OperatorActs acts, CancellationToken cancellation)
    {
        if (request.MinRate > request.MaxRate)
            return Problem.InvalidField("maxRate", "Give at least minRate.");
        if (await catalog.SaleTermsAsync(gameId, cancellation) is not { } terms)
            return CatalogProblems.NoSuchGame;
        var set = await acts.DoAsync(account, "set-waiting-room", connection => SetAsync(connection, gameId, request, terms), _ => null, cancellation);
        return set.Value is { } room ? TypedResults.Ok(room) : set.Problem!;
    }

    private static async Task<Result<OperatorAct<WaitingRoomSet>>> SetAsync(
        LeasedConnection connection, long gameId, WaitingRoomSettings wanted, CatalogQueries.SaleTerms terms)
    {
        var before = await connection.QuerySingleOrDefaultAsync<Found>(Find, new { gameId });
        var opensAt = wanted.OpensAt ?? before?.OpensAt.Utc() ?? terms.OpensAt;
        var maxActive = wanted.MaxActive ?? before?.MaxActive ?? UsualActive;
        var parameters = new { gameId, opensAt, wanted.State, wanted.MinRate, wanted.MaxRate, maxActive, seed = Draw.NewSeed() };
        if (await connection.ExecuteAsync(before is null ? Insert : Update, parameters) == 0)
            return WaitingRoomsProblems.AlreadyDrawn;
        return new OperatorAct<WaitingRoomSet>(
            gameId, before is null ? null : new(gameId, before.State, before.MinRate, before.MaxRate, before.MaxActive, before.OpensAt.Utc()),
            new(gameId, wanted.State, wanted.MinRate, wanted.MaxRate, maxActive, opensAt), Message: null);
    }
}
