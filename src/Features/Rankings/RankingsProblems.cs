namespace Dugout.Features.Rankings;

/// <summary>The errors of rankings, with their stable codes.</summary>
public static class RankingsProblems
{
    /// <summary>No ranking has this name.</summary>
    public static readonly Problem NoSuchRanking = new(404, "no-such-ranking", "There is no such ranking.");
}
