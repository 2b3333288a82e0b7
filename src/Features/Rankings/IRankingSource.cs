namespace Dugout.Features.Rankings;

/// <summary>
/// Says what something is ranked by: which rows count, as SQL that the ranking job puts into its own. The slice whose rows they are has it, so that nobody
/// else reads its tables. Several sources may add to one ranking: a thing has the points of all of them.
/// </summary>
public interface IRankingSource
{
    /// <summary>The ranking its points count for: what clients call it, never changed.</summary>
    string Ranking { get; }

    /// <summary>
    /// SELECT of <c>thing</c>, its id, and <c>points</c>, a whole number above 0, over all that happened from <c>@from</c> until <c>@until</c>. Without
    /// an order: it becomes part of a union.
    /// </summary>
    string Points { get; }

    /// <summary>The same a team: <c>team</c>, <c>thing</c> and <c>points</c>. A thing may be of several teams, or of none, and then isn't there.</summary>
    string PointsByTeam { get; }

    /// <summary>What things are called, by their ids; those that are no longer there are left out. Sources of one ranking say the same.</summary>
    Task<IReadOnlyDictionary<long, string>> NamesAsync(IReadOnlyCollection<long> ids, CancellationToken cancellation);
}
