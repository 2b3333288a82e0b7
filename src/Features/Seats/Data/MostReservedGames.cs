using Dugout.Features.Catalog;
using Dugout.Features.Rankings;

namespace Dugout.Features.Seats;

/// <summary>Ranks games by seats reserved and not cancelled since.</summary>
public sealed class MostReservedGames(CatalogQueries catalog) : IRankingSource
{
    private const string Reserved = """
        FROM reservations bought STRAIGHT_JOIN reservation_seats seat ON seat.reservation_id = bought.id
        """;

    private const string InTime = "WHERE bought.reserved_at >= @from AND bought.reserved_at < @until AND seat.cancelled_at IS NULL";

    /// <inheritdoc/>
    public string Ranking => "games";

    /// <inheritdoc/>
    public string Points => $"SELECT bought.game_id AS thing, COUNT(*) AS points {Reserved} {InTime} GROUP BY bought.game_id";

    /// <summary>Each seat counts for both teams of the game.</summary>
    public string PointsByTeam => $"""
        SELECT of_team.team AS team, bought.game_id AS thing, COUNT(*) AS points {Reserved}
        STRAIGHT_JOIN ({CatalogQueries.Teams}) of_team ON of_team.thing = bought.game_id
        {InTime} GROUP BY of_team.team, bought.game_id
        """;

    /// <inheritdoc/>
    public Task<IReadOnlyDictionary<long, string>> NamesAsync(IReadOnlyCollection<long> ids, CancellationToken cancellation) =>
        catalog.TitlesAsync(ids, cancellation);
}
