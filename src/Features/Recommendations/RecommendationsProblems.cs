namespace Dugout.Features.Recommendations;

/// <summary>The errors of recommendations, with their stable codes.</summary>
public static class RecommendationsProblems
{
    /// <summary>No pick has this id, the pick was removed, or it has no picture.</summary>
    public static readonly Problem NoSuchPick = new(404, "no-such-pick", "There is no such pick.");

    /// <summary>The game or product is already recommended.</summary>
    public static readonly Problem AlreadyPicked = new(409, "already-picked", "This game or product is already a pick.");
}
