using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;

namespace Dugout.Features.Recommendations;

/// <summary>Removes a pick and its picture. Operators only. Returns 204. Errors: 404 <c>no-such-pick</c>.</summary>
public static class RemovePick
{
    private const string Find = "SELECT id AS PickId, game_id AS GameId, product_id AS ProductId, note AS Note FROM picks WHERE id = @pickId FOR UPDATE";

    /// <summary>A pick in the record of operator acts.</summary>
    /// <param name="PickId">Its id.</param>
    /// <param name="GameId">The game; null for a product, or after the removal.</param>
    /// <param name="ProductId">The product; null for a game, or after the removal.</param>
    /// <param name="Note">The note; null after the removal.</param>
    public sealed record RemovedPick(long PickId, long? GameId, long? ProductId, string? Note);

    /// <summary>Handles the request.</summary>
    public static async Task<Results<NoContent, Problem>> Handle(long pickId, CurrentAccount account, OperatorActs acts, CancellationToken cancellation)
    {
        var removed = await acts.DoAsync(account, "remove-pick", connection => RemoveAsync(connection, pickId), _ => null, cancellation);
        return removed.Value is not null ? TypedResults.NoContent() : removed.Problem!;
    }

    private static async Task<Result<OperatorAct<RemovedPick>>> RemoveAsync(LeasedConnection connection, long pickId)
    {
        if (await connection.QuerySingleOrDefaultAsync<RemovedPick>(Find, new { pickId }) is not { } before)
            return RecommendationsProblems.NoSuchPick;
        await connection.ExecuteAsync("DELETE FROM picks WHERE id = @pickId", new { pickId });
        return new OperatorAct<RemovedPick>(before.GameId, before, new(pickId, null, null, null), new AnswersChanged([ShowRecommendations.Tag]));
    }
}
