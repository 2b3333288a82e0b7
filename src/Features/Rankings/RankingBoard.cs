namespace Dugout.Features.Rankings;

/// <summary>A ranking over one window as it was counted, whole and for every team: what Redis keeps, as JSON.</summary>
/// <param name="From">The first moment that counts, UTC.</param>
/// <param name="Until">The moment it was counted, UTC: the first one that doesn't count.</param>
/// <param name="Teams">The places, the first one first, by team; under <see cref="Whole"/> those of everything together.</param>
public sealed record RankingBoard(DateTime From, DateTime Until, IReadOnlyDictionary<long, IReadOnlyList<RankingPlace>> Teams)
{
    /// <summary>In the place of a team: no team in particular.</summary>
    public const long Whole = 0;
}

/// <summary>A place in a ranking.</summary>
/// <param name="Place">1 for the first. Who has as many points as others stands before those with a higher id.</param>
/// <param name="Id">What stands there.</param>
/// <param name="Name">Its name.</param>
/// <param name="Points">What it is ranked by, at least 1.</param>
public sealed record RankingPlace(int Place, long Id, string Name, long Points);
