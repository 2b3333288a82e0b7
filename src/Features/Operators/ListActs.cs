using System.ComponentModel;
using System.Text.Json;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.EntityFrameworkCore;

namespace Dugout.Features.Operators;

/// <summary>
/// The operator acts, newest first, of all games or of one; see <see cref="OperatorActs"/>. Operators only. Read from the
/// primary, so a new act is visible immediately. Returns 200. Errors: 400 <c>invalid</c> for an invalid limit or cursor.
/// </summary>
public static class ListActs
{
    /// <summary>One act.</summary>
    /// <param name="Id">Its number; numbers ascend with time.</param>
    /// <param name="At">Time, UTC.</param>
    /// <param name="AccountId">The operator.</param>
    /// <param name="Act">The kind of act, such as <c>change-game</c>.</param>
    /// <param name="GameId">The game; null if the act concerns none.</param>
    /// <param name="Before">The state before; null if there was none.</param>
    /// <param name="After">The state after.</param>
    /// <example>{"id":17,"at":"2027-03-24T06:00:00Z","accountId":1001,"act":"change-grade","gameId":3,"before":{"name":"블루석","price":25000,"seatsPerAccount":4},"after":{"name":"블루석","price":27000,"seatsPerAccount":4}}</example>
    public sealed record ActItem(long Id, DateTime At, long AccountId, string Act, long? GameId, JsonElement? Before, JsonElement After);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<Ok<Page<ActItem>>, Problem>> Handle(
        [Description("Only acts that concern this game; omitted for all.")] long? gameId,
        string? after, [Limit] int? limit, Reads reads, CancellationToken cancellation)
    {
        if (Cursor.ErrorOf(after, out var from) is { } problem)
            return problem;

        var length = limit ?? Cursor.DefaultLimit;
        var rows = await reads.QueryPrimaryAsync(database => Newest(database, gameId, from, length + 1), cancellation);
        List<ActItem> acts = [.. rows.Select(row => new ActItem(
            row.Id, row.ActedAt, row.AccountId, row.Act, row.GameId, row.StateBefore is { } before ? Json(before) : null, Json(row.StateAfter)))];
        return TypedResults.Ok(Page.Of(acts, length, act => Cursor.At(act.At, act.Id)));
    }

    private static Task<List<OperatorActRow>> Newest(ReadContext database, long? gameId, Cursor? from, int rows)
    {
        IQueryable<OperatorActRow> acts = database.Set<OperatorActRow>();
        if (gameId is not null)
            acts = acts.Where(act => act.GameId == gameId);
        if (from is { } last)
            acts = acts.Where(act => act.Id < last.Id);
        return acts.OrderByDescending(act => act.Id).Take(rows).ToListAsync();
    }

    private static JsonElement Json(string state) => JsonElement.Parse(state);
}
