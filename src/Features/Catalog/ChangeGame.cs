using System.Text.Json.Serialization;
using Dapper;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using MySqlConnector;

namespace Dugout.Features.Catalog;

/// <summary>
/// Changes a game: its title, start, sale window or limit. Operators only. Omitted members stay unchanged. Every replica applies the new terms within a
/// second; held and sold seats are unaffected, and accounts with seats are notified of a changed start. Returns 200 with the changed game. Errors: 400
/// <c>invalid</c>, 404 <c>no-such-game</c>, 409 <c>stadium-taken</c>.
/// </summary>
public static class ChangeGame
{
    /// <summary>The changes; see <see cref="GameSettings"/>.</summary>
    /// <param name="Title">The new title, 1 to 120 characters; omitted to keep it.</param>
    /// <param name="StartsAt">The new time of the first pitch, UTC; omitted to keep it.</param>
    /// <param name="SaleOpensAt">The new start of the sale, UTC, inclusive; omitted to keep it.</param>
    /// <param name="SaleClosesAt">The new end of the sale, UTC, exclusive; omitted to keep it.</param>
    /// <param name="SeatsPerAccount">The new maximum number of seats per account, 1 to 100; omitted to keep it.</param>
    /// <example>{"startsAt":"2027-04-01T10:00:00Z","seatsPerAccount":6}</example>
    public sealed record ChangeGameRequest(
        [property: Text(GameSettings.LongestTitle), JsonConverter(typeof(NeverNull<string>))] string? Title = null,
        [property: Time, JsonConverter(typeof(NeverNull<DateTime?>))] DateTime? StartsAt = null,
        [property: Time, JsonConverter(typeof(NeverNull<DateTime?>))] DateTime? SaleOpensAt = null,
        [property: Time, JsonConverter(typeof(NeverNull<DateTime?>))] DateTime? SaleClosesAt = null,
        [property: Number(1, GameSettings.HighestLimit), JsonConverter(typeof(NeverNull<int?>))] int? SeatsPerAccount = null);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<GameSettings>, Problem>> Handle(
        long gameId, ChangeGameRequest request, CurrentAccount account, OperatorActs acts, TimeProvider clock, CancellationToken cancellation)
    {
        if (request == new ChangeGameRequest())
            return Problem.InvalidField("body", "Give at least one member to change.");

        var changed = await acts.DoAsync(account, "change-game", connection => ChangeAsync(connection, gameId, request, clock.GetUtcNow().UtcDateTime), ProblemOf, cancellation);
        return changed.Value is { } settings ? TypedResults.Ok(settings) : changed.Problem!;
    }

    private static async Task<Result<OperatorAct<GameSettings>>> ChangeAsync(LeasedConnection connection, long gameId, ChangeGameRequest request, DateTime now)
    {
        const string Sql = """
            UPDATE games
            SET title = COALESCE(@Title, title), starts_at = COALESCE(@StartsAt, starts_at), sale_opens_at = COALESCE(@SaleOpensAt, sale_opens_at),
                sale_closes_at = COALESCE(@SaleClosesAt, sale_closes_at), seats_per_account = COALESCE(@SeatsPerAccount, seats_per_account)
            WHERE id = @gameId
            """;
        if (await GameSettings.ReadAsync(connection, gameId) is not { } before)
            return CatalogProblems.NoSuchGame;
        await connection.ExecuteAsync(
            Sql, new { gameId, request.Title, request.StartsAt, request.SaleOpensAt, request.SaleClosesAt, request.SeatsPerAccount });
        var after = (await GameSettings.ReadAsync(connection, gameId))!;
        if (after.StartsAt != before.StartsAt)
        {
            var values = new DynamicParameters();
            await connection.ExecuteAsync(OutboxWriter.Publish(values, $"game:{gameId}", new CatalogQueries.GameMoved(gameId, after.Title), now), values);
        }

        return new OperatorAct<GameSettings>(gameId, before, after, new AnswersChanged(CatalogResponses.OfGame(gameId)));
    }

    private static Problem? ProblemOf(MySqlException error) => error switch
    {
        // A valid request can violate only this check: it gave one end of the window, or both in the wrong order.
        _ when error.IsCheckViolated() => GameSettings.ClosesTooEarly,
        _ when error.IsDuplicateKey() => CatalogProblems.StadiumTaken,
        _ => null,
    };
}
