namespace Dugout.Features.Recommendations;

/// <summary>The errors of recommendations, with their stable codes.</summary>
public static class RecommendationsProblems
{
    /// <summary>No operator's pick has this id, or no longer; or it has no picture.</summary>
    public static readonly Problem NoSuchPick = new(404, "no-such-pick", "There is no such pick.");

    /// <summary>What an operator wants to recommend is a pick already.</summary>
    public static readonly Problem AlreadyPicked = new(409, "already-picked", "This is one of the picks already.");
}
