namespace Dugout.Features.Catalog;

/// <summary>A game that seats are sold for.</summary>
public sealed class Game
{
    /// <summary>The id.</summary>
    public long Id { get; init; }

    /// <summary>Both teams' names.</summary>
    public required string Title { get; init; }

    /// <summary>Id of the home team.</summary>
    public long HomeTeamId { get; init; }

    /// <summary>The home team.</summary>
    public Team HomeTeam { get; init; } = null!;

    /// <summary>Id of the away team.</summary>
    public long AwayTeamId { get; init; }

    /// <summary>The away team.</summary>
    public Team AwayTeam { get; init; } = null!;

    /// <summary>Id of the stadium.</summary>
    public long StadiumId { get; init; }

    /// <summary>The stadium.</summary>
    public Stadium Stadium { get; init; } = null!;

    /// <summary>First pitch, UTC.</summary>
    public DateTime StartsAt { get; init; }

    /// <summary>Start of the sale, UTC, inclusive.</summary>
    public DateTime SaleOpensAt { get; init; }

    /// <summary>End of the sale, UTC, exclusive: no seat can be held after it.</summary>
    public DateTime SaleClosesAt { get; init; }

    /// <summary>Maximum number of seats of this game per account.</summary>
    public int SeatsPerAccount { get; init; }
}
