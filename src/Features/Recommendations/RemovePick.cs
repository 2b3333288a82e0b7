using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Recommendations;

/// <summary>Recommends something no longer; its picture goes with it. For operators. Refused with 404 <c>no-such-pick</c>. Otherwise 204.</summary>
public static class RemovePick
{
    private const string Find = "SELECT id AS PickId, game_id AS GameId, product_id AS ProductId, note AS Note FROM picks WHERE id = @pickId FOR UPDATE";

    /// <summary>A pick as the record of acts has it.</summary>
    /// <param name="PickId">Its id.</param>
    /// <param name="GameId">The game; null where it is a product, or has been removed.</param>
    /// <param name="ProductId">The product; null where it is a game, or has been removed.</param>
    /// <param name="Note">Why; null where it has been removed.</param>
    public sealed record RemovedPick(long PickId, long? GameId, long? ProductId, string? Note);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(long pickId, CurrentAccount account, OperatorActs acts, CancellationToken cancellation)
    {
        var removed = await acts.DoAsync(account, "remove-pick", connection => RemoveAsync(connection, pickId), _ => null, cancellation);
        return removed.Value is not null ? TypedResults.NoContent() : removed.Refusal!;
    }

    private static async Task<Result<OperatorAct<RemovedPick>>> RemoveAsync(LeasedConnection connection, long pickId)
    {
        if (await connection.QuerySingleOrDefaultAsync<RemovedPick>(Find, new { pickId }) is not { } before)
            return RecommendationsProblems.NoSuchPick;
        await connection.ExecuteAsync("DELETE FROM picks WHERE id = @pickId", new { pickId });
        return new OperatorAct<RemovedPick>(before.GameId, before, new(pickId, null, null, null), new AnswersChanged([ShowRecommendations.Tag]));
    }
}
