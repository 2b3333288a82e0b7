namespace Dugout.Features.Rankings;

/// <summary>A ranking over one window, overall and per team, as stored in Redis in JSON.</summary>
/// <param name="From">Start of the window, UTC, inclusive.</param>
/// <param name="Until">End of the window and time of the count, UTC, exclusive.</param>
/// <param name="Teams">The places in order, by team; the overall ranking is under <see cref="Whole"/>.</param>
public sealed record RankingBoard(DateTime From, DateTime Until, IReadOnlyDictionary<long, IReadOnlyList<RankingPlace>> Teams)
{
    /// <summary>The key of the overall ranking, in place of a team id.</summary>
    public const long Whole = 0;
}

/// <summary>A place in a ranking.</summary>
/// <param name="Place">Place, from 1. Equal points are ordered by ascending id.</param>
/// <param name="Id">Id of the ranked thing.</param>
/// <param name="Name">Its name.</param>
/// <param name="Points">Its points, at least 1.</param>
/// <example>{"place":1,"id":3,"name":"두산 베어스 vs LG 트윈스","points":412}</example>
public sealed record RankingPlace(int Place, long Id, string Name, long Points);
