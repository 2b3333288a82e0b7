namespace Dugout.Features.Rankings;

/// <summary>
/// Defines the points of a ranking as SQL that the ranking job embeds in its own statement. The slice that owns the rows implements it, so that no
/// other slice reads its tables. Several sources may contribute to one ranking; their points are added.
/// </summary>
public interface IRankingSource
{
    /// <summary>The ranking the points count for: its stable name, used by clients.</summary>
    string Ranking { get; }

    /// <summary>
    /// SELECT of <c>thing</c>, its id, and <c>points</c>, a positive integer, over everything that happened from <c>@from</c> until <c>@until</c>.
    /// Without ORDER BY, because it becomes part of a union.
    /// </summary>
    string Points { get; }

    /// <summary>
    /// The same per team: <c>team</c>, <c>thing</c> and <c>points</c>. A thing may belong to several teams, or to none and is then omitted.
    /// </summary>
    string PointsByTeam { get; }

    /// <summary>The names of things by id; things that no longer exist are omitted. Sources of one ranking must return the same names.</summary>
    Task<IReadOnlyDictionary<long, string>> NamesAsync(IReadOnlyCollection<long> ids, CancellationToken cancellation);
}
