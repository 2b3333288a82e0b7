using System.Text.Json;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Operators;

/// <summary>
/// What operators did, newest first, to all games or to one; see <see cref="OperatorActs"/>. For operators. Read from the
/// primary, so an act is there at once. 200, or 400 <c>invalid</c> for a limit or cursor that can't be read.
/// </summary>
public static class ListActs
{
    /// <summary>One act.</summary>
    /// <param name="Id">Its number; a later act has a higher one.</param>
    /// <param name="At">When, UTC.</param>
    /// <param name="AccountId">Who.</param>
    /// <param name="Act">What, such as <c>change-game</c>.</param>
    /// <param name="GameId">To which game; null where it was about none.</param>
    /// <param name="Before">What it was before; null where there was nothing.</param>
    /// <param name="After">What it was then.</param>
    public sealed record ActItem(long Id, DateTime At, long AccountId, string Act, long? GameId, JsonElement? Before, JsonElement After);

    /// <summary>Answers the request.</summary>
    public static async Task<Results<Ok<Page<ActItem>>, Problem>> Handle(
        long? gameId, string? after, int? limit, Databases databases, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, limit, out var from) is { } refusal)
            return refusal;

        var length = limit ?? Cursor.DefaultLimit;
        var sql = $"""
            SELECT id AS Id, acted_at AS At, account_id AS AccountId, act AS Act, game_id AS GameId, state_before AS StateBefore, state_after AS StateAfter
            FROM operator_acts
            WHERE TRUE {(gameId is null ? "" : "AND game_id = @gameId")} {(from is null ? "" : "AND id < @LastId")}
            ORDER BY id DESC LIMIT @rows
            """;
        await using var connection = await databases.OpenPrimaryAsync(cancellation);
        var rows = await connection.QueryAsync<Row>(new(sql, new { gameId, LastId = from?.Id, rows = length + 1 }, cancellationToken: cancellation));
        List<ActItem> acts = [.. rows.Select(row => new ActItem(
            row.Id, row.At.Utc(), row.AccountId, row.Act, row.GameId, row.StateBefore is { } before ? Json(before) : null, Json(row.StateAfter)))];
        return TypedResults.Ok(Page.Of(acts, length, act => Cursor.At(act.At, act.Id)));
    }

    private static JsonElement Json(string state) => JsonElement.Parse(state);

    private sealed record Row(long Id, DateTime At, long AccountId, string Act, long? GameId, string? StateBefore, string StateAfter);
}
